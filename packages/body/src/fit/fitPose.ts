import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';

/** State of a fit: shape, pose and position of a body, and the resulting surface. */
export interface FitPose {
  readonly betas: Float64Array;
  /** Rotation of each joint in its parent's space, 3 x 3 by rows; that of the hips is the body's own. jointCount x 9. */
  readonly localRotations: Float64Array;
  /** Position of the body's origin, metres. */
  readonly place: Float64Array;
  readonly shaped: ShapedBody;
  /** Rotation and position of each joint, world space. Written by updateFitPose(). */
  readonly worldRotations: Float64Array;
  readonly worldJoints: Float64Array;
  /** Surface, world space, metres. vertexCount x 3. Written by updateFitPose(). */
  readonly positions: Float64Array;
}

export function createFitPose(model: BodyModel): FitPose {
  const jointCount = model.jointNames.length;
  const localRotations = new Float64Array(jointCount * 9);
  for (let joint = 0; joint < jointCount; joint++) for (const k of [0, 4, 8]) localRotations[joint * 9 + k] = 1;
  return {
    betas: new Float64Array(model.betaCount),
    localRotations,
    place: new Float64Array(3),
    shaped: createShapedBody(model),
    worldRotations: new Float64Array(jointCount * 9),
    worldJoints: new Float64Array(jointCount * 3),
    positions: new Float64Array(model.vertexCount * 3),
  };
}

/** Copies shape, pose and position. */
export function copyFitPose(from: FitPose, to: FitPose): void {
  to.betas.set(from.betas);
  to.localRotations.set(from.localRotations);
  to.place.set(from.place);
}

/** Computes joints and surface from betas, rotations and position by linear blend skinning. */
export function updateFitPose(model: BodyModel, pose: FitPose): void {
  const { skinJoints, skinWeights, parents, vertexCount } = model;
  const { shaped, localRotations, worldRotations, worldJoints, place, positions } = pose;
  shapeBody(model, pose.betas, shaped);
  poseJoints(parents, shaped.joints, localRotations, worldRotations, worldJoints);
  for (let joint = 0; joint < parents.length; joint++)
    for (let k = 0; k < 3; k++) worldJoints[joint * 3 + k] += place[k];
  const rest = shaped.positions;
  const { joints } = shaped;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const p = vertex * 3;
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let n = vertex * 4; n < vertex * 4 + 4; n++) {
      const weight = skinWeights[n];
      if (weight === 0) continue;
      const j = skinJoints[n] * 3;
      const r = skinJoints[n] * 9;
      const x = rest[p] - joints[j];
      const y = rest[p + 1] - joints[j + 1];
      const z = rest[p + 2] - joints[j + 2];
      px += weight * (worldRotations[r] * x + worldRotations[r + 1] * y + worldRotations[r + 2] * z + worldJoints[j]);
      py +=
        weight *
        (worldRotations[r + 3] * x + worldRotations[r + 4] * y + worldRotations[r + 5] * z + worldJoints[j + 1]);
      pz +=
        weight *
        (worldRotations[r + 6] * x + worldRotations[r + 7] * y + worldRotations[r + 8] * z + worldJoints[j + 2]);
    }
    positions[p] = px;
    positions[p + 1] = py;
    positions[p + 2] = pz;
  }
}

/**
 * Computes world joints from rest offsets; the first stays at its rest position. Linear in the rest joints, so it also
 * transforms a displacement of them (a shape mode) into the pose.
 */
function poseJoints(
  parents: Int16Array,
  restJoints: Float64Array,
  localRotations: Float64Array,
  worldRotations: Float64Array,
  worldJoints: Float64Array,
): void {
  for (let joint = 0; joint < parents.length; joint++) {
    const parent = parents[joint];
    const j = joint * 3;
    if (parent < 0) {
      for (let k = 0; k < 9; k++) worldRotations[joint * 9 + k] = localRotations[joint * 9 + k];
      for (let k = 0; k < 3; k++) worldJoints[j + k] = restJoints[j + k];
      continue;
    }
    multiplyRotation(worldRotations, parent * 9, localRotations, joint * 9, worldRotations, joint * 9);
    offsetJoint(restJoints, worldRotations, worldJoints, joint, parent);
  }
}

/** World position of a joint from its parent's position and rotation. */
export function offsetJoint(
  restJoints: Float64Array,
  worldRotations: Float64Array,
  worldJoints: Float64Array,
  joint: number,
  parent: number,
): void {
  const j = joint * 3;
  const p = parent * 3;
  const r = parent * 9;
  const x = restJoints[j] - restJoints[p];
  const y = restJoints[j + 1] - restJoints[p + 1];
  const z = restJoints[j + 2] - restJoints[p + 2];
  for (let row = 0; row < 3; row++) {
    const at = r + row * 3;
    worldJoints[j + row] =
      worldJoints[p + row] + worldRotations[at] * x + worldRotations[at + 1] * y + worldRotations[at + 2] * z;
  }
}

/** out = a b, 3 x 3 by rows; out may be neither a nor b at the same place. */
export function multiplyRotation(
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  out: Float64Array,
  outAt: number,
): void {
  for (let row = 0; row < 3; row++) {
    const a0 = a[aAt + row * 3];
    const a1 = a[aAt + row * 3 + 1];
    const a2 = a[aAt + row * 3 + 2];
    for (let column = 0; column < 3; column++) {
      out[outAt + row * 3 + column] = a0 * b[bAt + column] + a1 * b[bAt + 3 + column] + a2 * b[bAt + 6 + column];
    }
  }
}

const turn = new Float64Array(9);
const turned = new Float64Array(9);

/** Turns a joint and its descendants about an axis through it: x y z is the axis in world space times the angle. */
export function turnJoint(model: BodyModel, pose: FitPose, joint: number, x: number, y: number, z: number): void {
  const parent = model.parents[joint];
  let [lx, ly, lz] = [x, y, z];
  if (parent >= 0) {
    // The axis in the parent's space.
    const r = pose.worldRotations.subarray(parent * 9, parent * 9 + 9);
    lx = r[0] * x + r[3] * y + r[6] * z;
    ly = r[1] * x + r[4] * y + r[7] * z;
    lz = r[2] * x + r[5] * y + r[8] * z;
  }
  rotationOf(lx, ly, lz, turn);
  multiplyRotation(turn, 0, pose.localRotations, joint * 9, turned, 0);
  pose.localRotations.set(turned, joint * 9);
}

/** Rotation matrix, by rows, of a rotation vector. Rodrigues' formula. */
export function rotationOf(x: number, y: number, z: number, out: Float64Array): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const sine = angle < 1e-9 ? 1 : Math.sin(angle) / angle;
  const rest = angle < 1e-6 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
  const cosine = Math.cos(angle);
  out[0] = cosine + rest * x * x;
  out[1] = rest * x * y - sine * z;
  out[2] = rest * x * z + sine * y;
  out[3] = rest * x * y + sine * z;
  out[4] = cosine + rest * y * y;
  out[5] = rest * y * z - sine * x;
  out[6] = rest * x * z - sine * y;
  out[7] = rest * y * z + sine * x;
  out[8] = cosine + rest * z * z;
}
