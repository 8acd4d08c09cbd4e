import { multiplyByInverseFlat, multiplyFlat, type Pose, type Skeleton } from '@leib/core';

/**
 * What lies between two poses of a body, measured once and then closed over time. Mixing the two anew each frame would
 * not do: where they are half a turn apart, the short way round changes from frame to frame.
 */
export interface PoseGap {
  /** World space, metres. */
  readonly rootOffset: Float64Array;
  /** Per joint, shown * now^-1 of the local rotations. jointCount x 4. */
  readonly turns: Float64Array;
}

export function createPoseGap({ jointCount }: Skeleton): PoseGap {
  return { rootOffset: new Float64Array(3), turns: new Float64Array(jointCount * 4) };
}

/** Keeps what was shown, before the new pose is written over it. */
export function keepShown(gap: PoseGap, shown: Pose): void {
  for (let k = 0; k < 3; k++) gap.rootOffset[k] = shown.rootPosition[k];
  for (let k = 0; k < gap.turns.length; k++) gap.turns[k] = shown.localRotations[k];
}

/** Turns what keepShown() kept into the gap to the new pose. */
export function measureGap({ rootOffset, turns }: PoseGap, { rootPosition, localRotations }: Pose): void {
  for (let k = 0; k < 3; k++) rootOffset[k] -= rootPosition[k];
  for (let at = 0; at < turns.length; at += 4) {
    multiplyByInverseFlat(turns, at, turns, at, localRotations, at);
    if (turns[at + 3] < 0) for (let k = 0; k < 4; k++) turns[at + k] = -turns[at + k];
  }
}

const partOfGap = new Float64Array(4);

/** Adds an amount (0..1) of the gap to root position and local rotations. */
export function addGap({ rootOffset, turns }: PoseGap, pose: Pose, amount: number): void {
  const { rootPosition, localRotations } = pose;
  for (let k = 0; k < 3; k++) rootPosition[k] += rootOffset[k] * amount;
  for (let at = 0; at < turns.length; at += 4) {
    // From no turn to the gap's, along the normalised chord.
    const gx = turns[at] * amount;
    const gy = turns[at + 1] * amount;
    const gz = turns[at + 2] * amount;
    const gw = 1 - amount + turns[at + 3] * amount;
    const scale = 1 / Math.sqrt(gx * gx + gy * gy + gz * gz + gw * gw);
    partOfGap[0] = gx * scale;
    partOfGap[1] = gy * scale;
    partOfGap[2] = gz * scale;
    partOfGap[3] = gw * scale;
    multiplyFlat(localRotations, at, partOfGap, 0, localRotations, at);
  }
}
