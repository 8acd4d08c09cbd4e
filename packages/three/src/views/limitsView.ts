import { createVec3, type ReadonlyQuat, type ReadonlyVec3, unitAcross } from '@leib/core';
import type { Hinge, SwingCone, TwistRange } from '@leib/core/solvers';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from 'three';
import { disposeTree } from '../disposeTree.js';

/** A fan from the joint to a row of points: cone mantle or circular sector, with its outline. */
interface Fan {
  readonly root: Object3D;
  /** Points, the centre first, then around. (pointCount + 1) x 3. */
  readonly positions: Float32Array;
  /** Call after writing positions. */
  changed(): void;
}

/** What may be drawn at a joint, in the frame that update() places. */
export interface DrawnLimits {
  /** Allowed directions around the frame's +Z. */
  readonly cone?: SwingCone | null;
  /** Allowed turn about the bone: a small sector around its axis. */
  readonly twist?: TwistRange | null;
  /** Allowed turn of a hinge: a sector that starts at `hingeZero`. */
  readonly hinge?: Hinge | null;
  /** Where the hinged bone points at rest; any direction across the axis where none is given. */
  readonly hingeZero?: ReadonlyVec3 | null;
}

export interface LimitsView {
  /** In world space: add it to the scene itself. */
  readonly root: Object3D;
  /** Rebuilds the drawing. Not for every frame. */
  setLimits(limits: DrawnLimits): void;
  /** Colours the drawing: red where the joint is beyond its limit. */
  setInside(isInside: boolean): void;
  /** Moves the drawing to the joint. */
  update(jointWorld: ReadonlyVec3, frameRotationWorld: ReadonlyQuat): void;
  dispose(): void;
}

export interface LimitsViewOptions {
  /** Length of the drawn cone, metres. */
  readonly size?: number;
  readonly color?: string;
  readonly outsideColor?: string;
}

const arcSteps = 48;
const xAxis: ReadonlyVec3 = [1, 0, 0];

/** Joint limits as what they are: a cone of allowed directions, a sector of allowed twist, an arc of a hinge. */
export function createLimitsView({
  size = 0.22,
  color = '#22b8cf',
  outsideColor = '#ef4444',
}: LimitsViewOptions = {}): LimitsView {
  const fill = new MeshBasicMaterial({ color, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false });
  const line = new LineBasicMaterial({ color, transparent: true, opacity: 0.9 });
  const root = new Group();
  root.name = 'limits view';
  let cone: Fan | null = null;
  const twist = createFan(arcSteps + 1, false, fill, line);
  const hinge = createFan(arcSteps + 1, false, fill, line);
  root.add(twist.root, hinge.root);
  twist.root.visible = hinge.root.visible = false;

  return {
    root,
    setLimits(limits) {
      if (limits.cone && !cone) {
        cone = createFan(limits.cone.border.length / 3, true, fill, line);
        root.add(cone.root);
      }
      if (cone) cone.root.visible = Boolean(limits.cone);
      if (cone && limits.cone) writeCone(cone, limits.cone, size);
      twist.root.visible = Boolean(limits.twist);
      if (limits.twist) writeArc(twist, limits.twist, xAxis, size * 0.45);
      hinge.root.visible = Boolean(limits.hinge);
      if (limits.hinge) writeArc(hinge, limits.hinge, limits.hingeZero ?? xAxis, size);
    },
    setInside(isInside) {
      fill.color.set(isInside ? color : outsideColor);
      line.color.set(isInside ? color : outsideColor);
    },
    update(jointWorld, frameRotationWorld) {
      root.position.set(jointWorld[0], jointWorld[1], jointWorld[2]);
      root.quaternion.set(frameRotationWorld[0], frameRotationWorld[1], frameRotationWorld[2], frameRotationWorld[3]);
    },
    dispose() {
      disposeTree(root);
    },
  };
}

function createFan(pointCount: number, isClosed: boolean, fill: MeshBasicMaterial, line: LineBasicMaterial): Fan {
  const positions = new Float32Array((pointCount + 1) * 3);
  const attribute = new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage);
  const triangles: number[] = [];
  for (let i = 0; i < pointCount - (isClosed ? 0 : 1); i++) triangles.push(0, i + 1, ((i + 1) % pointCount) + 1);
  const surface = new BufferGeometry();
  surface.setAttribute('position', attribute);
  surface.setIndex(triangles);
  const outline = new BufferGeometry();
  outline.setAttribute('position', attribute);
  // An open fan's outline goes through the centre, a closed one's only around.
  outline.setDrawRange(isClosed ? 1 : 0, Infinity);
  const root = new Group();
  root.add(new Mesh(surface, fill), new LineLoop(outline, line));
  for (const child of root.children) child.frustumCulled = false;
  return {
    root,
    positions,
    changed() {
      attribute.needsUpdate = true;
    },
  };
}

function writeCone(fan: Fan, cone: SwingCone, length: number): void {
  for (let i = 0; i < cone.border.length; i++) fan.positions[i + 3] = cone.border[i] * length;
  fan.changed();
}

function writeArc(fan: Fan, { axis, range }: TwistRange | Hinge, towards: ReadonlyVec3, radius: number): void {
  const zero = unitAcross(createVec3(), axis, towards);
  // Rodrigues: zero cos a + (axis x zero) sin a, for a zero direction across the axis.
  const sideX = axis[1] * zero[2] - axis[2] * zero[1];
  const sideY = axis[2] * zero[0] - axis[0] * zero[2];
  const sideZ = axis[0] * zero[1] - axis[1] * zero[0];
  const width = Math.min(range.max - range.min, 2 * Math.PI);
  for (let i = 0; i <= arcSteps; i++) {
    const angle = range.min + (width * i) / arcSteps;
    const c = Math.cos(angle) * radius;
    const s = Math.sin(angle) * radius;
    const at = (i + 1) * 3;
    fan.positions[at] = zero[0] * c + sideX * s;
    fan.positions[at + 1] = zero[1] * c + sideY * s;
    fan.positions[at + 2] = zero[2] * c + sideZ * s;
  }
  fan.changed();
}
