import { createQuat, type Pose, type Quat, quat, type ReadonlyQuat, type Skeleton, type Vec3, vec3 } from '@leib/core';

const parentInverse = createQuat();

/**
 * Turns one joint to a world rotation and brings its own world pose up to date. Its parent must be current; what hangs
 * on the joint is not yet: solvers walk down a limb with this and updateWorldJoint().
 */
export function setWorldRotation(skeleton: Skeleton, pose: Pose, joint: number, rotationWorld: ReadonlyQuat): void {
  const { worldRotations: world, localRotations: local } = pose;
  const parent = skeleton.parents[joint] * 4;
  if (parent < 0) quat.identity(parentInverse);
  else quat.set(parentInverse, -world[parent], -world[parent + 1], -world[parent + 2], world[parent + 3]);
  quat.multiply(parentInverse, parentInverse, rotationWorld);
  // gl-matrix's slerp of nearly equal rotations is a plain mix: a millionth short of unit length.
  quat.normalize(parentInverse, parentInverse);
  for (let k = 0; k < 4; k++) local[joint * 4 + k] = parentInverse[k];
  updateWorldJoint(skeleton, pose, joint);
}

/** Forward kinematics of a single joint, from its current parent. */
export function updateWorldJoint(skeleton: Skeleton, pose: Pose, joint: number): void {
  const { worldRotations: world, localRotations: local, worldPositions: positions, rootPosition } = pose;
  const i3 = joint * 3;
  const i4 = joint * 4;
  const parent = skeleton.parents[joint];
  if (parent < 0) {
    for (let k = 0; k < 3; k++) positions[k] = rootPosition[k];
    for (let k = 0; k < 4; k++) world[i4 + k] = local[i4 + k];
    return;
  }
  const p3 = parent * 3;
  const p4 = parent * 4;
  const x = world[p4];
  const y = world[p4 + 1];
  const z = world[p4 + 2];
  const w = world[p4 + 3];
  const lx = local[i4];
  const ly = local[i4 + 1];
  const lz = local[i4 + 2];
  const lw = local[i4 + 3];
  world[i4] = w * lx + x * lw + y * lz - z * ly;
  world[i4 + 1] = w * ly - x * lz + y * lw + z * lx;
  world[i4 + 2] = w * lz + x * ly - y * lx + z * lw;
  world[i4 + 3] = w * lw - x * lx - y * ly - z * lz;
  const ox = skeleton.restOffsets[i3];
  const oy = skeleton.restOffsets[i3 + 1];
  const oz = skeleton.restOffsets[i3 + 2];
  const tx = 2 * (y * oz - z * oy);
  const ty = 2 * (z * ox - x * oz);
  const tz = 2 * (x * oy - y * ox);
  positions[i3] = positions[p3] + ox + w * tx + y * tz - z * ty;
  positions[i3 + 1] = positions[p3 + 1] + oy + w * ty + z * tx - x * tz;
  positions[i3 + 2] = positions[p3 + 2] + oz + w * tz + x * ty - y * tx;
}

export function readJoint(out: Vec3, { worldPositions: at }: Pose, joint: number): Vec3 {
  return vec3.set(out, at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2]);
}

export function readJointRotation(out: Quat, { worldRotations: turns }: Pose, joint: number): Quat {
  return quat.set(out, turns[joint * 4], turns[joint * 4 + 1], turns[joint * 4 + 2], turns[joint * 4 + 3]);
}
