import { smoothStep, wrapAngle } from '@leib/core';

/** What is remembered of one limb. */
export interface LimbState {
  /** Angle from the twist that the lower bone's body shows to the one that the bent limb shows; radians. */
  bodyTwist: number;
  /** 1 where the place of elbow or knee is a guess. */
  isMiddleGuessed: boolean;
}

export function createLimbState(): LimbState {
  return { bodyTwist: 0, isMiddleGuessed: false };
}

/** Sine of the bend below which the end of a limb says nothing about the twist, and above which it says all. */
const STRAIGHT_SINE = 0.15;
const BENT_SINE = 0.4;

/** Time in which the relation between both kinds of twist is learned, while the limb is bent. */
const LEARN_HALF_LIFE_SECONDS = 0.5;

/** Time in which the twist follows the end of the limb where no body on the lower bone is there and the limb is straight. */
const HOLD_HALF_LIFE_SECONDS = 1;

export interface TwistInput {
  /** Twist at which the end lies in the hinge's plane on the side to which it bends. */
  readonly byEnd: number;
  /** Sine of the bend: how much byEnd is worth. */
  readonly bendSine: number;
  /** Twist at which the hinge's axis is that of the body on the lower bone; null without such a body. */
  readonly byBody: number | null;
  readonly before: number;
}

/**
 * The third angle of a shoulder or hip. It comes from the grandchild, whose place says nothing when the limb is straight:
 * there it comes from the orientation of the body on the lower bone, with the difference between the two that was seen
 * while the limb was bent. In between they are blended by the sine of the bend.
 */
export function solveLimbTwist(
  state: LimbState,
  { byEnd, bendSine, byBody, before }: TwistInput,
  dtSeconds: number,
): number {
  const endShare = smoothStep(bendSine, STRAIGHT_SINE, BENT_SINE);
  const expected = byBody === null ? before : byBody + state.bodyTwist;
  // A hinge that is bent backwards has the end on the other side.
  const away = wrapAngle(byEnd - expected);
  const toEnd = Math.abs(away) > Math.PI / 2 ? wrapAngle(away + Math.PI) : away;
  if (byBody === null) {
    const follow = 1 - 0.5 ** (dtSeconds / HOLD_HALF_LIFE_SECONDS);
    return before + toEnd * Math.max(endShare, follow * bendSine);
  }
  if (endShare > 0) {
    state.bodyTwist += wrapAngle(toEnd) * (1 - 0.5 ** ((dtSeconds * endShare) / LEARN_HALF_LIFE_SECONDS));
  }
  return expected + toEnd * endShare;
}
