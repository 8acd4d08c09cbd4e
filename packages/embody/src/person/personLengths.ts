import {
  type BodyProportions,
  createBodyLengths,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
  stretchToProportions,
} from '@leib/calibration';
import type { Skeleton, SkeletonStretch } from '@leib/core';

/** A body whose bones can be given other lengths. */
export interface StretchedBody {
  /** As it is now. */
  readonly skeleton: Skeleton;
  /** As it was made. */
  readonly ownSkeleton: Skeleton;
  stretch(stretch: SkeletonStretch | null): void;
}

/** A body's bone lengths on their way to its wearer's: at once before its first frame, afterwards too slowly to be noticed. */
export interface PersonLengths {
  readonly lengths: ReturnType<typeof createBodyLengths>;
  isShown: boolean;
}

/** A body stands on the floor of its own space. */
export function createPersonLengths(skeleton: Skeleton): PersonLengths {
  return { lengths: createBodyLengths(skeleton, 0), isShown: false };
}

/** `metres`: how many of the person's one of the body's is. */
export function setPersonLengths(
  { lengths, isShown }: PersonLengths,
  wanted: BodyProportions | null,
  metres: number,
): void {
  setLengthsGoal(lengths, wanted, metres, !isShown);
}

/** Stretches the body a little further. */
export function stepPersonLengths(state: PersonLengths, body: StretchedBody, dtSeconds: number): void {
  state.isShown = true;
  if (!stepBodyLengths(state.lengths, dtSeconds)) return;
  const lengths = shownLengths(state.lengths);
  const options = { floorY: 0, keepsHeadHeight: true };
  body.stretch(lengths && stretchToProportions(body.ownSkeleton, lengths, options));
}
