import { createQuat, DEG, type Quat, quat } from '@leib/core';
import { POSE_SIZE, turnBetween } from '@leib/tracking';
import { FRAME_SIZE, type FrameRecord } from './frameRecord.js';

/** What a point is off by at both ends of its bad frames may differ by this, metres; and by this angle. */
const NEAR = 0.06;
const NEAR_TURN = 8 * DEG;

const off = [new Float64Array(3), new Float64Array(3)] as const;
/** Turn of the bad pose against the true one at both ends: in world axes, and in the point's own. */
const worldTurns = [new Float64Array(POSE_SIZE), new Float64Array(POSE_SIZE)] as const;
const ownTurns = [new Float64Array(POSE_SIZE), new Float64Array(POSE_SIZE)] as const;
const bad = createQuat();
const good = createQuat();
const turn = createQuat();

/** What of a point's way through its bad frames is known: its places, its rotations. */
export interface Kept {
  readonly places: boolean;
  readonly rotations: boolean;
}

const kept = { places: false, rotations: false };

/**
 * A point that jumped away and back, and went on in between as ever, was off by the same all the time: what it is off by is taken away,
 * and its own movement stays. `start`: where it was before the frames `first` to before `end`. Says what could be kept so.
 */
export function mendOffset(
  { poses, seconds }: FrameRecord,
  point: number,
  first: number,
  end: number,
  start: Float64Array,
): Kept {
  const p = point * POSE_SIZE;
  const at = (frame: number) => frame * FRAME_SIZE + p;
  const hasSteps = end - first > 1;
  for (let k = 0; k < 3; k++) {
    const firstStep = hasSteps
      ? ((poses[at(first + 1) + k] - poses[at(first) + k]) / seconds[first + 1]) * seconds[first]
      : 0;
    const lastStep = hasSteps
      ? ((poses[at(end - 1) + k] - poses[at(end - 2) + k]) / seconds[end - 1]) * seconds[end]
      : 0;
    off[0][k] = poses[at(first) + k] - firstStep - start[k];
    off[1][k] = poses[at(end - 1) + k] + lastStep - poses[at(end) + k];
  }
  turnsBetween(0, poses, at(first), start, 0);
  turnsBetween(1, poses, at(end - 1), poses, at(end));
  const differs = Math.hypot(off[0][0] - off[1][0], off[0][1] - off[1][1], off[0][2] - off[1][2]);
  kept.places = differs < NEAR;
  const worldGap = turnBetween(worldTurns[0], 0, worldTurns[1], 0);
  const ownGap = turnBetween(ownTurns[0], 0, ownTurns[1], 0);
  kept.rotations = Math.min(worldGap, ownGap) < NEAR_TURN;
  const isWorld = worldGap < ownGap;
  for (let i = first; i < end; i++) {
    const share = (i - first + 0.5) / (end - first);
    if (kept.places) for (let k = 0; k < 3; k++) poses[at(i) + k] -= off[0][k] + (off[1][k] - off[0][k]) * share;
    if (kept.rotations) turnBack(poses, at(i), isWorld ? worldTurns : ownTurns, isWorld, share);
  }
  return kept;
}

function turnsBetween(
  index: 0 | 1,
  badPoses: Float64Array,
  badAt: number,
  goodPoses: Float64Array,
  goodAt: number,
): void {
  readQuat(bad, badPoses, badAt);
  quat.conjugate(good, readQuat(good, goodPoses, goodAt));
  worldTurns[index].set(quat.multiply(turn, bad, good), 3);
  ownTurns[index].set(quat.multiply(turn, good, bad), 3);
}

function turnBack(
  poses: Float64Array,
  at: number,
  turns: readonly [Float64Array, Float64Array],
  isWorld: boolean,
  share: number,
): void {
  quat.slerp(turn, readQuat(good, turns[0], 0), readQuat(bad, turns[1], 0), share);
  quat.conjugate(turn, turn);
  readQuat(bad, poses, at);
  poses.set(isWorld ? quat.multiply(good, turn, bad) : quat.multiply(good, bad, turn), at + 3);
}

function readQuat(out: Quat, poses: Float64Array, at: number): Quat {
  return quat.set(out, poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]);
}
