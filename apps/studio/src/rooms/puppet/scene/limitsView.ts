import { endOf, type PuppetFile, type PuppetLimits, type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

export const planeColours = { x: '#ef6f6c', y: '#7fc96b', z: '#6aa7f0' } as const;
const axes = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) } as const;
const CONE = '#e8a33d';
const UP = new Vector3(0, 1, 0);
/** A plane that is open by less is closed: it takes a degree of freedom away. */
const CLOSED = 1e-3;
const FAN_STEPS = 40;

/** How far parts may turn: a fan for each open plane, a cap of a sphere for a cone, and where the part points now. */
export class LimitsView {
  readonly root = new Group();
  #file: PuppetFile | null = null;

  /**
   * Limits of the selected part, or of all where none is selected.
   * @param file what is drawn: the model's own file, or one that is being edited and not built yet
   */
  update(model: PuppetModel, state: PuppetState, selected: string | null, file: PuppetFile = model.file): void {
    if (file !== this.#file) this.#build(file);
    // A part of another puppet may be selected still.
    const hasSelected = file.parts.some(({ name }) => name === selected);
    const { worldPositions, worldRotations } = state.pose;
    for (const [i, group] of this.root.children.entries()) {
      const { name } = file.parts[i];
      const joint = model.file.parts.findIndex((part) => part.name === name) + 1;
      group.visible = joint > 0;
      if (joint === 0) continue;
      group.position.fromArray(worldPositions, joint * 3);
      group.quaternion.fromArray(worldRotations, model.skeleton.parents[joint] * 4);
      const [fans, needle] = group.children;
      fans.visible = !hasSelected || name === selected;
      needle.visible = fans.visible;
      // The needle goes with the part, the fans with what it is linked to.
      needle.quaternion.fromArray(worldRotations, joint * 4).premultiply(group.quaternion.clone().invert());
    }
  }

  #build(file: PuppetFile): void {
    this.#file = file;
    for (const child of [...this.root.children]) disposeTree(child);
    for (const part of file.parts) {
      const group = new Group();
      const way = new Vector3(...endOf(part)).sub(new Vector3(...pivotOf(part)));
      group.add(drawLimits(part.joint.limits, way), needleOf(way));
      this.root.add(group);
    }
  }
}

function drawLimits(limits: PuppetLimits, way: Vector3): Group {
  const group = new Group();
  const radius = way.length();
  if (limits.kind === 'cone') {
    group.add(cap(new Vector3(...limits.axis).normalize(), limits.halfAngle, radius));
    return group;
  }
  group.quaternion.set(...limits.rotation);
  const wayInFrame = way.clone().applyQuaternion(group.quaternion.clone().invert());
  for (const axis of ['x', 'y', 'z'] as const) {
    const { min, max } = limits[axis];
    if (max - min > CLOSED)
      group.add(fan(axes[axis], zeroWay(wayInFrame, axis), { min, max }, radius, planeColours[axis]));
  }
  return group;
}

/** Where angle 0 of a plane is drawn: the part's way at rest, seen along the plane's axis. */
export function zeroWay(way: Vector3, axis: 'x' | 'y' | 'z'): Vector3 {
  const zero = way.clone().projectOnPlane(axes[axis]);
  const next = { x: axes.y, y: axes.z, z: axes.x } as const;
  return zero.length() > 0.2 * way.length() ? zero.normalize() : next[axis].clone();
}

function fan(axis: Vector3, zero: Vector3, { min, max }: { min: number; max: number }, radius: number, colour: string) {
  const positions = [0, 0, 0];
  const indices: number[] = [];
  const point = new Vector3();
  for (let i = 0; i <= FAN_STEPS; i++) {
    const angle = min + ((max - min) * i) / FAN_STEPS;
    point.copy(zero).applyAxisAngle(axis, angle).multiplyScalar(radius);
    positions.push(point.x, point.y, point.z);
    if (i > 0) indices.push(0, i, i + 1);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  return new Mesh(geometry, seeThrough(colour, 0.42));
}

function cap(axis: Vector3, halfAngle: number, radius: number): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 32, 12, 0, 2 * Math.PI, 0, halfAngle), seeThrough(CONE, 0.3));
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, axis));
  return mesh;
}

function needleOf(way: Vector3): Line {
  const geometry = new BufferGeometry().setFromPoints([new Vector3(), way.clone().multiplyScalar(1.08)]);
  const needle = new Line(geometry, new LineBasicMaterial({ color: '#ffffff', depthTest: false, transparent: true }));
  needle.renderOrder = 7;
  return needle;
}

function seeThrough(color: string, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color,
    opacity,
    transparent: true,
    depthWrite: false,
    depthTest: false,
    side: DoubleSide,
  });
}
