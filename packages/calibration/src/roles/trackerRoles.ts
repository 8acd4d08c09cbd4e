import { DEG } from '@leib/core';
import { type TrackedPoint, trackedPoints } from '@leib/tracking';

/** Points that a tracker may be worn on: all but the head, which is the headset's. */
export type TrackerRole = Exclude<TrackedPoint, 'head'>;

export const trackerRoles = trackedPoints.filter((point): point is TrackerRole => point !== 'head');

/** Names for people. */
export const roleNames: Readonly<Record<TrackerRole, string>> = {
  leftHand: 'left hand',
  rightHand: 'right hand',
  hips: 'waist',
  chest: 'chest',
  leftElbow: 'left elbow',
  rightElbow: 'right elbow',
  leftKnee: 'left knee',
  rightKnee: 'right knee',
  leftFoot: 'left foot',
  rightFoot: 'right foot',
};

/** Expected position of a tracker on an upright person with level arms, in statures; spreads are standard deviations. */
interface RolePlace {
  /** To the left; the right side mirrors it. */
  readonly side: number;
  readonly height: number;
  readonly sideSpread: number;
  readonly heightSpread: number;
  readonly depthSpread: number;
  /** The part of `side` that lies on the arm, and so turns down about the shoulder. */
  readonly arm: number;
}

/**
 * From Drillis & Contini's segment lengths as parts of stature (in Winter, "Biomechanics and Motor Control of Human
 * Movement", fig. 4.1), with the shoulder joints of raised arms. The spreads include where trackers are strapped on: hands
 * from the wrist to a grip, elbows from the upper arm to the forearm, and so on.
 */
const places = {
  Hand: { side: 0.43, height: 0.805, sideSpread: 0.035, heightSpread: 0.05, depthSpread: 0.08, arm: 0.32 },
  Elbow: { side: 0.275, height: 0.805, sideSpread: 0.035, heightSpread: 0.04, depthSpread: 0.07, arm: 0.165 },
  chest: { side: 0, height: 0.735, sideSpread: 0.035, heightSpread: 0.035, depthSpread: 0.08, arm: 0 },
  hips: { side: 0, height: 0.56, sideSpread: 0.035, heightSpread: 0.035, depthSpread: 0.08, arm: 0 },
  Knee: { side: 0.065, height: 0.285, sideSpread: 0.035, heightSpread: 0.04, depthSpread: 0.06, arm: 0 },
  Foot: { side: 0.075, height: 0.05, sideSpread: 0.04, heightSpread: 0.025, depthSpread: 0.08, arm: 0 },
} as const satisfies Record<string, RolePlace>;

export function placeOfRole(role: TrackerRole): { readonly place: RolePlace; readonly mirror: number } {
  if (role === 'chest' || role === 'hips') return { place: places[role], mirror: 1 };
  const isLeft = role.startsWith('left');
  const part = role.slice(isLeft ? 4 : 5) as 'Hand' | 'Elbow' | 'Knee' | 'Foot';
  return { place: places[part], mirror: isLeft ? 1 : -1 };
}

/** Arm angles below horizontal that are tried, radians: from the T-pose to beyond the A-pose. */
export const armAngles: readonly number[] = [0, 15, 30, 45, 60, 75].map((angleDeg) => angleDeg * DEG);

/** Height of the tracked head as a part of stature: halfway between head joint and eyes, each within 3 percent. */
export const HEAD_PART = 0.92;

/** Usual sets of trackers: both of a pair or none. Other sets are possible, but less likely. */
export const sensibleSets: readonly (readonly TrackerRole[])[] = Array.from({ length: 63 }, (_, i) => {
  const parts: readonly TrackerRole[][] = [
    ['leftHand', 'rightHand'],
    ['leftElbow', 'rightElbow'],
    ['leftKnee', 'rightKnee'],
    ['leftFoot', 'rightFoot'],
    ['chest'],
    ['hips'],
  ];
  return parts.filter((_part, bit) => ((i + 1) >> bit) & 1).flat();
});

/** The same role on the other side; null for the trunk. */
export function mirrorRole(role: TrackerRole): TrackerRole | null {
  if (role.startsWith('left')) return role.replace('left', 'right') as TrackerRole;
  if (role.startsWith('right')) return role.replace('right', 'left') as TrackerRole;
  return null;
}
