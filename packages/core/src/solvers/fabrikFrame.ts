import { clampSwingCone, type SwingCone } from '../limits/swingCone.js';
import { createQuat, createVec3, type Quat, quat, rotationBetween, type Vec3, vec3 } from '../math/index.js';

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
