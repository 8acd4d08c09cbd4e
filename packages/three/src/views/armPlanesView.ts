import { createQuat, createVec3, quat, rotationBetween, unitAcross, unitTowards, vec3 } from '@leib/core';
import type { EmbodyModel, EmbodyState } from '@leib/embody';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  SphereGeometry,
} from 'three';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePoint } from './instanceMatrix.js';

type ArmsModel = EmbodyModel['arms'];

type ArmsState = EmbodyState['arms'];

type ArmModel = NonNullable<ArmsModel['arms'][number]>;
type ArmState = NonNullable<ArmsState['arms'][number]>;

export interface ArmPlanesView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  /** The plane through shoulder, elbow and hand, with its normal. */
  showPlanes: boolean;
  /** Where the shoulder joint is at rest, how far it may go at once, and where it is. */
  showShoulders: boolean;
  /** How far upper arm and forearm may roll, and how far they do. */
  showTwists: boolean;
  update(model: ArmsModel, state: ArmsState): void;
  dispose(): void;
}

const planeColors = [new Color('#3b82f6'), new Color('#f97316')] as const;
const neutralColor = new Color('#94a3b8');
const actualColor = new Color('#fbbf24');
const rangeColor = new Color('#22b8cf');
/** Radius of the drawn range of a roll, metres. */
const TWIST_RADIUS = 0.075;
const TWIST_LINES = 32;

/** The thesis's drawings of an arm (fig. 4.8 to 4.10): its plane, neutral and actual shoulder, ranges of twist. */
export function createArmPlanesView(): ArmPlanesView {
  const planes = planeColors.map((color) => createPlane(color));
  const balls = createInstances(
    'shoulders',
    new SphereGeometry(1, 16, 12),
    new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false }),
    4,
  );
  balls.renderOrder = 1000;
  const sketch = createLineSketch('arm lines', 400);
  const root = new Group();
  root.name = 'arm planes view';
  root.add(...planes.map(({ mesh }) => mesh), balls, sketch.root);
  const neutral = createVec3();

  const view: ArmPlanesView = {
    root,
    showPlanes: true,
    showShoulders: true,
    showTwists: true,
    update(model, state) {
      sketch.begin();
      for (let side = 0; side < 2; side++) {
        const arm = model.arms[side];
        const now = state.arms[side];
        planes[side].mesh.visible = view.showPlanes && arm !== null;
        hideInstance(instanceMatrices(balls), 2 * side);
        hideInstance(instanceMatrices(balls), 2 * side + 1);
        if (arm === null || now === null) continue;
        if (view.showPlanes) drawPlane(planes[side], sketch, now, planeColors[side]);
        if (view.showTwists) drawTwists(sketch, arm, now);
        if (!view.showShoulders) continue;
        vec3.transformQuat(neutral, arm.shoulderOffset, now.chestRotation);
        vec3.add(neutral, neutral, now.collarWorld);
        placeBall(2 * side, neutral, 0.012, neutralColor);
        placeBall(2 * side + 1, now.shoulderWorld, 0.018, actualColor);
        sketch.line(neutral, now.shoulderWorld, actualColor);
        sketch.arc(neutral, model.settings.shoulder.freeDistance, 0, 2 * Math.PI, neutralColor);
      }
      sketch.end();
      balls.instanceMatrix.needsUpdate = true;
      if (balls.instanceColor) balls.instanceColor.needsUpdate = true;
    },
    dispose() {
      disposeTree(root);
    },
  };

  function placeBall(ball: number, at: ArrayLike<number>, size: number, color: Color): void {
    writePoint(instanceMatrices(balls), ball, at[0], at[1], at[2], size);
    balls.setColorAt(ball, color);
  }
  return view;
}

type ArmPlane = ReturnType<typeof createPlane>;

function createPlane(color: Color) {
  const corners = new BufferAttribute(new Float32Array(9), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute('position', corners);
  const material = new MeshBasicMaterial({
    color,
    transparent: true,
    opacity: 0.3,
    side: DoubleSide,
    depthWrite: false,
    depthTest: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.name = 'arm plane';
  mesh.frustumCulled = false;
  mesh.renderOrder = 999;
  return { mesh, corners };
}

/** Length of the drawn normal, metres. */
const NORMAL = 0.15;

function drawPlane({ corners }: ArmPlane, sketch: LineSketch, now: ArmState, color: Color): void {
  [now.shoulderWorld, now.elbowWorld, now.endWorld].forEach((at, i) => {
    corners.setXYZ(i, at[0], at[1], at[2]);
  });
  corners.needsUpdate = true;
  const normal = vec3.cross(createVec3(), now.axisWorld, now.sideWorld);
  const tip = vec3.scaleAndAdd(createVec3(), now.elbowWorld, normal, NORMAL);
  sketch.line(now.elbowWorld, tip, color);
}

/** The range of each bone's roll as an arc around its middle, and the roll as a line. */
function drawTwists(sketch: LineSketch, arm: ArmModel, now: ArmState): void {
  const untwisted = quat.multiply(createQuat(), now.collarRotation, arm.upperArmMiddle);
  const bone = unitTowards(createVec3(), now.shoulderWorld, now.elbowWorld);
  const rest = vec3.transformQuat(createVec3(), arm.upperArmAxis, untwisted);
  quat.multiply(untwisted, rotationBetween(createQuat(), rest, bone), untwisted);
  const upper = { rotation: untwisted, axis: arm.upperArmAxis, range: arm.upperArmTwist, turn: now.upperArmTwist };
  drawTwist(sketch, upper, middleOf(now.shoulderWorld, now.elbowWorld));
  const forearm = {
    rotation: now.forearmRotation,
    axis: arm.forearmAxis,
    range: arm.forearmTwist,
    turn: now.forearmRoll,
  };
  drawTwist(sketch, forearm, middleOf(now.elbowWorld, now.endWorld));
}

interface Twist {
  /** World rotation of the bone without twist. */
  readonly rotation: ReturnType<typeof createQuat>;
  /** Along the bone at rest. */
  readonly axis: ArmModel['upperArmAxis'];
  readonly range: ArmModel['upperArmTwist'];
  readonly turn: number;
}

function drawTwist(
  sketch: LineSketch,
  { rotation, axis, range, turn }: Twist,
  centre: ReturnType<typeof createVec3>,
): void {
  // Any direction across the bone stands for no twist: up, for a bone of the T-pose.
  const zero = unitAcross(createVec3(), axis, [0, 1, 0]);
  const rolled = createQuat();
  const pointAt = (angle: number) => {
    quat.setAxisAngle(rolled, axis, angle);
    const out = vec3.transformQuat(createVec3(), zero, rolled);
    vec3.transformQuat(out, out, rotation);
    return vec3.scaleAndAdd(out, centre, out, TWIST_RADIUS);
  };
  const from = range.middle - range.half;
  for (let i = 0; i < TWIST_LINES; i++) {
    const step = (2 * range.half) / TWIST_LINES;
    sketch.line(pointAt(from + i * step), pointAt(from + (i + 1) * step), rangeColor);
  }
  sketch.line(centre, pointAt(from), rangeColor);
  sketch.line(centre, pointAt(from + 2 * range.half), rangeColor);
  sketch.line(centre, pointAt(turn), actualColor);
}

function middleOf(a: ArrayLike<number>, b: ArrayLike<number>) {
  return createVec3((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
}

type Point = readonly [x: number, y: number, z: number] | ArrayLike<number>;

/** Lines that are drawn anew in every frame: begin(), add, end(). What does not fit in is left out. */
export interface LineSketch {
  readonly root: Object3D;
  /** Lines drawn since begin(). */
  count: number;
  begin(): void;
  line(from: Point, to: Point, color: Color): void;
  /** Part of a circle on the level, from one heading to another, radians; zero is +Z, towards +X. */
  arc(centre: Point, radius: number, fromYaw: number, toYaw: number, color: Color): void;
  end(): void;
}

/** An arc is drawn by this many lines for a whole turn. */
const ARC_LINES = 64;

export function createLineSketch(name: string, mostLines: number): LineSketch {
  const geometry = new BufferGeometry();
  const position = new BufferAttribute(new Float32Array(mostLines * 6), 3).setUsage(DynamicDrawUsage);
  const colors = new BufferAttribute(new Float32Array(mostLines * 6), 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', position);
  geometry.setAttribute('color', colors);
  const root = new LineSegments(
    geometry,
    new LineBasicMaterial({ vertexColors: true, transparent: true, depthTest: false }),
  );
  root.name = name;
  root.frustumCulled = false;
  root.renderOrder = 1000;
  const sketch: LineSketch = {
    root,
    count: 0,
    begin() {
      sketch.count = 0;
    },
    line(from, to, color) {
      if (sketch.count >= mostLines) return;
      const at = sketch.count++ * 2;
      position.setXYZ(at, from[0], from[1], from[2]);
      position.setXYZ(at + 1, to[0], to[1], to[2]);
      colors.setXYZ(at, color.r, color.g, color.b);
      colors.setXYZ(at + 1, color.r, color.g, color.b);
    },
    arc(centre, radius, fromYaw, toYaw, color) {
      const lines = Math.max(1, Math.ceil((ARC_LINES * Math.abs(toYaw - fromYaw)) / (2 * Math.PI)));
      const at = (i: number) => {
        const yaw = fromYaw + ((toYaw - fromYaw) * i) / lines;
        return [centre[0] + radius * Math.sin(yaw), centre[1], centre[2] + radius * Math.cos(yaw)] as const;
      };
      for (let i = 0; i < lines; i++) sketch.line(at(i), at(i + 1), color);
    },
    end() {
      geometry.setDrawRange(0, sketch.count * 2);
      position.needsUpdate = true;
      colors.needsUpdate = true;
    },
  };
  return sketch;
}
