import { clampSwingCone, type SwingCone } from '../limits/swingCone.js';
import {
  createQuat,
  createVec3,
  EPSILON,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { FabrikChain } from './fabrikChain.js';

// Whole shapes a FABRIK chain is put into at once, where drawing it joint by joint would take for ever.

// Scratch: every call writes these before reading them, except worldAxes, which is never written.
const axis = createVec3();
const bend = createVec3();
const longest = createVec3();
const start = createVec3();
const worldAxes = createQuat();

/**
 * Out of reach: all bones on the line to the target. Too far, they all point at it; too near, the longest points at
 * it and the others back, which leaves the tip as near to the root as it can come. Where the target is on the root,
 * the longest bone keeps the direction it had.
 */
export function foldFabrik(
  chain: FabrikChain,
  positions: Float64Array,
  rootWorld: ReadonlyVec3,
  targetWorld: ReadonlyVec3,
  isTooFar: boolean,
): void {
  const { boneCount, lengths, longestBone } = chain;
  if (vec3.distance(rootWorld, targetWorld) > EPSILON) {
    unitTowards(axis, rootWorld, targetWorld);
  } else {
    const at = longestBone * 3;
    vec3.set(start, positions[at], positions[at + 1], positions[at + 2]);
    vec3.set(longest, positions[at + 3], positions[at + 4], positions[at + 5]);
    unitTowards(axis, start, longest);
  }
  let along = 0;
  for (let joint = 0; joint <= boneCount; joint++) {
    const at = joint * 3;
    positions[at] = rootWorld[0] + along * axis[0];
    positions[at + 1] = rootWorld[1] + along * axis[1];
    positions[at + 2] = rootWorld[2] + along * axis[2];
    if (joint < boneCount) along += isTooFar || joint === longestBone ? lengths[joint] : -lengths[joint];
  }
}

/** The line that a straight chain and its target share, into axis. */
function readAxis(positions: Float64Array, targetWorld: ReadonlyVec3): void {
  vec3.set(start, positions[0], positions[1], positions[2]);
  if (vec3.distance(start, targetWorld) > EPSILON) {
    unitTowards(axis, start, targetWorld);
    return;
  }
  vec3.set(longest, positions[3], positions[4], positions[5]);
  unitTowards(axis, start, longest);
}

/** Do all joints lie on the line from root to target? Drawing them then never leaves the line. */
export function isStraightTowards(chain: FabrikChain, positions: Float64Array, targetWorld: ReadonlyVec3): boolean {
  readAxis(positions, targetWorld);
  const allowed = 1e-3 * chain.reach;
  for (let at = 3; at < positions.length; at += 3) {
    const x = positions[at] - start[0];
    const y = positions[at + 1] - start[1];
    const z = positions[at + 2] - start[2];
    const along = x * axis[0] + y * axis[1] + z * axis[2];
    if (x * x + y * y + z * z - along * along > allowed * allowed) return false;
  }
  return true;
}

/** Draws the joints off the line into an arc, towards the root frame's +Y: any side would do, but always the same. */
export function bendFabrik(
  chain: FabrikChain,
  positions: Float64Array,
  targetWorld: ReadonlyVec3,
  rootFrameWorld: ReadonlyQuat | undefined,
): void {
  readAxis(positions, targetWorld);
  const frame = rootFrameWorld ?? worldAxes;
  const x = frame[0];
  const y = frame[1];
  const z = frame[2];
  const w = frame[3];
  vec3.set(bend, 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
  if (Math.abs(vec3.dot(bend, axis)) > 0.999) {
    // The line runs along +Y itself: towards +X, then.
    vec3.set(bend, 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
  }
  unitAcross(bend, axis, bend);
  const { boneCount, lengths, reach } = chain;
  let along = 0;
  for (let joint = 1; joint < boneCount; joint++) {
    along += lengths[joint - 1];
    const at = joint * 3;
    const outward = 0.3 * reach * Math.sin((Math.PI * along) / reach);
    positions[at] += outward * bend[0];
    positions[at + 1] += outward * bend[1];
    positions[at + 2] += outward * bend[2];
  }
}

// The frames in which FABRIK's joint limits stand, for the chain and the tree alike.

// Scratch: every call writes these before reading them.
const coneWorld = createQuat();
const coneInverse = createQuat();
const along = createVec3();
const carry = createQuat();
const local = createVec3();

function readCone(conesToFrames: Float64Array, joint: number): void {
  const at = joint * 4;
  quat.set(coneWorld, conesToFrames[at], conesToFrames[at + 1], conesToFrames[at + 2], conesToFrames[at + 3]);
}

/** Brings a bone's unit direction (world) into the cone of its joint, which stands in the frame before it. */
export function limitAfter(
  cone: SwingCone,
  conesToFrames: Float64Array,
  joint: number,
  frameBefore: Quat,
  direction: Vec3,
): void {
  readCone(conesToFrames, joint);
  quat.multiply(coneWorld, frameBefore, coneWorld);
  quat.conjugate(coneInverse, coneWorld);
  vec3.transformQuat(local, direction, coneInverse);
  if (clampSwingCone(cone, local, local)) vec3.transformQuat(direction, local, coneWorld);
}

/**
 * The same limit seen from the bone after the joint: brings the direction of the bone before it to where the bone
 * after, with its frame as given, would be inside. Under the rotation of least twist, the bone before lies in the
 * frame after where the bone after lies in the frame before, turned half way about Z: (x, y, z) -> (-x, -y, z).
 */
export function limitBefore(
  cone: SwingCone,
  conesToFrames: Float64Array,
  joint: number,
  frameAfter: Quat,
  direction: Vec3,
): void {
  quat.conjugate(coneInverse, frameAfter);
  vec3.transformQuat(local, direction, coneInverse);
  local[0] = -local[0];
  local[1] = -local[1];
  readCone(conesToFrames, joint);
  quat.conjugate(coneInverse, coneWorld);
  vec3.transformQuat(local, local, coneInverse);
  if (!clampSwingCone(cone, local, local)) return;
  vec3.transformQuat(local, local, coneWorld);
  local[0] = -local[0];
  local[1] = -local[1];
  vec3.transformQuat(direction, local, frameAfter);
}

/** Where a frame's +Z points, world. */
export function frameForward(frame: Quat, out: Vec3): void {
  const x = frame[0];
  const y = frame[1];
  const z = frame[2];
  const w = frame[3];
  out[0] = 2 * (x * z + w * y);
  out[1] = 2 * (y * z - w * x);
  out[2] = 1 - 2 * (x * x + y * y);
}

/** Turns a frame by the rotation of least twist so that its +Z points along a unit direction. */
export function carryFrame(frame: Quat, direction: Vec3): void {
  frameForward(frame, along);
  rotationBetween(carry, along, direction);
  quat.multiply(frame, carry, frame);
  quat.normalize(frame, frame);
}

/** The frame of a bone or joint as it lies among the others. */
export function readFrame(out: Quat, frames: Float64Array, index: number): void {
  const at = index * 4;
  quat.set(out, frames[at], frames[at + 1], frames[at + 2], frames[at + 3]);
}

/** Unit direction from one joint to another; false where they coincide, and `out` is left as it was. */
export function readDirection(out: Vec3, positions: Float64Array, fromJoint: number, toJoint: number): boolean {
  const a = fromJoint * 3;
  const b = toJoint * 3;
  const x = positions[b] - positions[a];
  const y = positions[b + 1] - positions[a + 1];
  const z = positions[b + 2] - positions[a + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length < EPSILON) return false;
  vec3.set(out, x / length, y / length, z / length);
  return true;
}
