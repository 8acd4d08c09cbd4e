import { InputError, jointOfBone, type Skeleton } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { Targets } from '../bodyState.js';

/**
 * What wins when trackers on head and hips are farther apart than the body is long. Bones never stretch.
 * head: the head is where the headset is, and the hips hang below their tracker's place. What one looks out of stays.
 * hips: the hips are where their tracker is, and the head comes short of the headset. Feet and chairs stay.
 * both: each gives way by half. What users know from elsewhere as both locked would stretch the spine.
 */
export type LockMode = 'head' | 'hips' | 'both';

export const lockModes: readonly LockMode[] = ['head', 'hips', 'both'];

/** Throws InputError for an unknown mode: settings may come from files. */
export function checkLockMode(mode: string): void {
  if (lockModes.some((known) => known === mode)) return;
  throw new InputError('targets.lockMode', `expected one of ${lockModes.join(', ')}, got "${mode}"`);
}

/** A little less than the straight trunk: a chain that is pulled quite straight has no way to bend. */
const STRAIGHT = 0.9995;

/** Length of the straightened chain from hips to head, metres. */
export function trunkReach(skeleton: Skeleton): number {
  const hips = jointOfBone(skeleton, 'hips');
  let reach = 0;
  for (let joint = jointOfBone(skeleton, 'head'); joint > 0 && joint !== hips; joint = skeleton.parents[joint]) {
    const at = joint * 3;
    const { restOffsets } = skeleton;
    reach += Math.hypot(restOffsets[at], restOffsets[at + 1], restOffsets[at + 2]);
  }
  return reach * STRAIGHT;
}

/**
 * Moves the targets of head and hips to within reach of each other, by the mode, and by as much as the hips' tracker
 * counts at the moment: one that is handed over to the estimate lets go of the head as it goes.
 */
export function applyLockMode(mode: LockMode, reach: number, { frame, weights }: Targets): void {
  const weight = weights[pointNumber.hips];
  if (mode === 'head' || !(weight > 0)) return;
  const { jointPoses: poses } = frame;
  const head = pointNumber.head * POSE_SIZE;
  const hips = pointNumber.hips * POSE_SIZE;
  const x = poses[hips] - poses[head];
  const y = poses[hips + 1] - poses[head + 1];
  const z = poses[hips + 2] - poses[head + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  if (distance <= reach) return;
  const share = ((1 - reach / distance) * weight) / (mode === 'both' ? 2 : 1);
  poses[head] += x * share;
  poses[head + 1] += y * share;
  poses[head + 2] += z * share;
}
