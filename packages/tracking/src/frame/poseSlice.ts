import { createQuat, type Quat, quat, type ReadonlyQuat, type ReadonlyVec3 } from '@leib/core';
import { POSE_SIZE } from './trackedParts.js';

/** Poses lie in flat arrays, seven numbers each; these read, write and join them by the index of their first one. */

export function readRotation(out: Quat, poses: Float64Array, at: number): Quat {
  return quat.set(out, poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
}

export function writePose(poses: Float64Array, at: number, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
  for (let k = 0; k < 3; k++) poses[at + k] = position[k];
  for (let k = 0; k < 4; k++) poses[at + 3 + k] = rotation[k];
}

export function copyPoseSlice(out: Float64Array, outAt: number, from: Float64Array, fromAt: number): void {
  for (let k = 0; k < POSE_SIZE; k++) out[outAt + k] = from[fromAt + k];
}

/** out = a * b: b, given in a's space, in the space a is given in. The slices may overlap. */
export function composePoses(
  out: Float64Array,
  outAt: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
): void {
  const x = a[aAt + 3];
  const y = a[aAt + 4];
  const z = a[aAt + 5];
  const w = a[aAt + 6];
  const px = b[bAt];
  const py = b[bAt + 1];
  const pz = b[bAt + 2];
  const qx = b[bAt + 3];
  const qy = b[bAt + 4];
  const qz = b[bAt + 5];
  const qw = b[bAt + 6];
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  out[outAt] = a[aAt] + px + w * tx + y * tz - z * ty;
  out[outAt + 1] = a[aAt + 1] + py + w * ty + z * tx - x * tz;
  out[outAt + 2] = a[aAt + 2] + pz + w * tz + x * ty - y * tx;
  out[outAt + 3] = w * qx + x * qw + y * qz - z * qy;
  out[outAt + 4] = w * qy - x * qz + y * qw + z * qx;
  out[outAt + 5] = w * qz + x * qy - y * qx + z * qw;
  out[outAt + 6] = w * qw - x * qx - y * qy - z * qz;
}

/** out = pose^-1. The slices may overlap. */
export function invertPose(out: Float64Array, outAt: number, pose: Float64Array, at: number): void {
  const px = pose[at];
  const py = pose[at + 1];
  const pz = pose[at + 2];
  const x = -pose[at + 3];
  const y = -pose[at + 4];
  const z = -pose[at + 5];
  const w = pose[at + 6];
  const tx = 2 * (y * pz - z * py);
  const ty = 2 * (z * px - x * pz);
  const tz = 2 * (x * py - y * px);
  out[outAt] = -(px + w * tx + y * tz - z * ty);
  out[outAt + 1] = -(py + w * ty + z * tx - x * tz);
  out[outAt + 2] = -(pz + w * tz + x * ty - y * tx);
  out[outAt + 3] = x;
  out[outAt + 4] = y;
  out[outAt + 5] = z;
  out[outAt + 6] = w;
}

const mixed = createQuat();
const towards = createQuat();

/** Moves a pose towards another by `amount`, 0..1, in place: straight line for the position, shorter arc for the rotation. */
export function mixPose(poses: Float64Array, at: number, goals: Float64Array, goalAt: number, amount: number): void {
  readRotation(mixed, poses, at);
  readRotation(towards, goals, goalAt);
  quat.slerp(mixed, mixed, towards, amount);
  for (let k = 0; k < 3; k++) poses[at + k] += (goals[goalAt + k] - poses[at + k]) * amount;
  for (let k = 0; k < 4; k++) poses[at + 3 + k] = mixed[k];
}

/** Nothing is tracked farther from the middle of the tracked space than this, metres. */
const FARTHEST = 1000;

/** Whether the seven numbers are a pose at all: a place that can be tracked, and a quaternion not far from unit length. */
export function isUsablePose(poses: Float64Array, at: number): boolean {
  const farthest = Math.max(Math.abs(poses[at]), Math.abs(poses[at + 1]), Math.abs(poses[at + 2]));
  const lengthSq = poses[at + 3] ** 2 + poses[at + 4] ** 2 + poses[at + 5] ** 2 + poses[at + 6] ** 2;
  return farthest <= FARTHEST && lengthSq > 0.9 && lengthSq < 1.1;
}
