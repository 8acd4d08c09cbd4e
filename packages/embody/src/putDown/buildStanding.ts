import { jointOfBone, type Skeleton } from '@leib/core';
import { type PoseTuple, restLeftHandOf } from '@leib/tracking';

/** What a body looks like that stands and waits. */
export interface StandingModel {
  /** Head joint over the floor, and ahead of the ankles, at rest, metres. */
  readonly headHeight: number;
  readonly headAhead: number;
  /** Left hand that hangs, from the head joint. */
  readonly restLeftHand: PoseTuple;
}

export function buildStanding(skeleton: Skeleton, headHeight: number): StandingModel {
  const ankle = jointOfBone(skeleton, 'leftFoot');
  const { restWorldPositions: rest } = skeleton;
  const headZ = rest[jointOfBone(skeleton, 'head') * 3 + 2];
  return {
    headHeight,
    headAhead: ankle < 0 ? 0 : headZ - rest[ankle * 3 + 2],
    restLeftHand: restLeftHandOf(skeleton),
  };
}
