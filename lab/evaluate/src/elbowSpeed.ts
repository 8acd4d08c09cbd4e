import { SMPL_JOINT_COUNT, smplParents } from '@leib/core';
import type { JointClip } from './evaluateClip.js';

/** SMPL's upper arms and forearms, and its elbow joints. */
const armSegments = [16, 17, 18, 19];
const elbows = [18, 19];
const everyJoint = Array.from({ length: SMPL_JOINT_COUNT }, (_, joint) => joint);

/**
 * How much faster the arms turn than anything real: fastest predicted turn of an elbow over the fastest turn of any
 * true joint in the clip. Taken twice, and the larger counts: upper arms and forearms against the world, which shows
 * a flip of the elbow about the line from shoulder to wrist, and the elbow joint against its upper arm, which shows
 * a forearm that spins. NaN for fewer than two frames.
 */
export function elbowSpeedRatio(truth: JointClip, prediction: JointClip): number {
  return Math.max(
    fastestTurn(prediction, armSegments, worldStep) / fastestTurn(truth, everyJoint, worldStep),
    fastestTurn(prediction, elbows, localStep) / fastestTurn(truth, everyJoint, localStep),
  );
}

/** Largest angular speed of any of the joints, radians per second. */
function fastestTurn(
  clip: JointClip,
  joints: readonly number[],
  step: (clip: JointClip, frame: number, joint: number) => number,
): number {
  if (clip.frameCount < 2) return Number.NaN;
  let fastest = 0;
  for (let frame = 1; frame < clip.frameCount; frame++) {
    for (const joint of joints) fastest = Math.max(fastest, step(clip, frame, joint));
  }
  return fastest * clip.hz;
}

// Scratch.
const before = new Float64Array(4);
const now = new Float64Array(4);

/** Angle between a joint's world rotations in a frame and in the one before it. */
function worldStep({ rotations }: JointClip, frame: number, joint: number): number {
  const at = (frame * SMPL_JOINT_COUNT + joint) * 4;
  for (let k = 0; k < 4; k++) {
    now[k] = rotations[at + k];
    before[k] = rotations[at - SMPL_JOINT_COUNT * 4 + k];
  }
  return angleBetween(now, before);
}

/** The same against its parent. */
function localStep({ rotations }: JointClip, frame: number, joint: number): number {
  const parent = smplParents[joint];
  if (parent < 0) return 0;
  readLocal(now, rotations, frame, joint, parent);
  readLocal(before, rotations, frame - 1, joint, parent);
  return angleBetween(now, before);
}

/** parent^-1 * joint */
function readLocal(out: Float64Array, rotations: Float64Array, frame: number, joint: number, parent: number): void {
  const p = (frame * SMPL_JOINT_COUNT + parent) * 4;
  const j = (frame * SMPL_JOINT_COUNT + joint) * 4;
  const [px, py, pz, pw] = [-rotations[p], -rotations[p + 1], -rotations[p + 2], rotations[p + 3]];
  const [x, y, z, w] = [rotations[j], rotations[j + 1], rotations[j + 2], rotations[j + 3]];
  out[0] = pw * x + px * w + py * z - pz * y;
  out[1] = pw * y - px * z + py * w + pz * x;
  out[2] = pw * z + px * y - py * x + pz * w;
  out[3] = pw * w - px * x - py * y - pz * z;
}

function angleBetween(now: Float64Array, before: Float64Array): number {
  // By the chord: the arc cosine of a nearly equal pair is noise of the size of a standing still.
  let near = 0;
  let far = 0;
  for (let k = 0; k < 4; k++) {
    near += (now[k] - before[k]) ** 2;
    far += (now[k] + before[k]) ** 2;
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(near, far)) / 2));
}
