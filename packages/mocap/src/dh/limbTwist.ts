import { clamp, smoothStep, wrapAngle } from '@leib/core';

/** What is remembered of one limb. */
export interface LimbState {
  /** Angle from the twist that the lower bone's body shows to the one that the bent limb shows; radians. */
  bodyTwist: number;
  /** Turn away from what the body shows, towards what the end of the limb shows; radians. */
  correction: number;
  /** What this frame shows. */
  readonly input: TwistInput;
}

export function createLimbState(): LimbState {
  return {
    bodyTwist: 0,
    correction: 0,
    input: { byEnd: 0, bendSine: 0, byBody: null, isBodySeen: false, before: 0 },
  };
}

/** Sine of the bend below which the end of a limb says nothing about the twist, and above which it says all. */
const STRAIGHT_SINE = 0.03;
const BENT_SINE = 0.12;

/** Sine of the bend above which a hinge cannot be bent backwards. */
const BACKWARDS_SINE = 0.3;

/** A body on a forearm or shank turns at most this far against the elbow's or knee's axis, radians. */
const MOST_BODY_TWIST = 1;

/** Time in which the relation between both kinds of twist is learned, while the limb is bent. */
const LEARN_HALF_LIFE_SECONDS = 0.5;

/** How fast the twist goes from one to the other, radians per second. */
const CORRECTION_RATE = 8;

/** Time in which the twist follows the end of the limb where no body on the lower bone is there and the limb is straight. */
const HOLD_HALF_LIFE_SECONDS = 1;

export interface TwistInput {
  /** Twist at which the end lies in the hinge's plane on the side to which it bends. */
  byEnd: number;
  /** Sine of the bend: how much byEnd is worth. */
  bendSine: number;
  /** Twist at which the hinge's axis is that of the body on the lower bone; null without such a body. */
  byBody: number | null;
  /** False while that body is lost: its rotation is then only a guess. */
  isBodySeen: boolean;
  before: number;
}

/**
 * The third angle of a shoulder or hip. It comes from the grandchild, whose place says nothing when the limb is straight:
 * there it comes from the orientation of the body on the lower bone, with the difference between the two that was seen
 * while the limb was bent. In between they are blended by the sine of the bend.
 */
export function solveLimbTwist(
  state: LimbState,
  { byEnd, bendSine, byBody, isBodySeen, before }: Readonly<TwistInput>,
  dtSeconds: number,
): number {
  const expected = byBody === null || !isBodySeen ? before : byBody + state.bodyTwist;
  // A hinge that is bent a little backwards has the end on the other side; half-way between both the end says nothing.
  const away = wrapAngle(byEnd - expected);
  const isBackwards = bendSine < BACKWARDS_SINE && Math.abs(away) > Math.PI / 2;
  const toEnd = isBackwards ? wrapAngle(away + Math.PI) : away;
  const sureness = bendSine < BACKWARDS_SINE ? Math.cos(toEnd) ** 2 : 1;
  const endShare = smoothStep(bendSine, STRAIGHT_SINE, BENT_SINE) * sureness;
  if (byBody === null || !isBodySeen) {
    const follow = 1 - 0.5 ** (dtSeconds / HOLD_HALF_LIFE_SECONDS);
    const twist = before + toEnd * Math.max(endShare, follow * bendSine);
    // A body that comes back takes over from here.
    if (byBody !== null) state.correction = wrapAngle(twist - byBody - state.bodyTwist);
    return twist;
  }
  const learned = toEnd * (1 - 0.5 ** ((dtSeconds * endShare) / LEARN_HALF_LIFE_SECONDS));
  const most = CORRECTION_RATE * dtSeconds;
  state.correction += clamp(toEnd * endShare - state.correction, -most, most);
  const twist = clamp(state.bodyTwist + learned, -MOST_BODY_TWIST, MOST_BODY_TWIST);
  state.correction += state.bodyTwist - twist;
  state.bodyTwist = twist;
  return byBody + twist + state.correction;
}
