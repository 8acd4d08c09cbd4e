import type { TrackerRole } from '@leib/calibration';
import type { HumanoidBone } from '@leib/core';
import type { PoseTuple } from '@leib/tracking';

/** A tracker that the simulated person wears. */
export interface WornTracker {
  readonly id: string;
  readonly name: string;
  /** The role that calibration should find. */
  readonly role: TrackerRole;
  readonly bone: HumanoidBone;
  /** Offset: its pose in the joint's space, metres. */
  readonly inJoint: PoseTuple;
}

/**
 * Six trackers: on the backs of the hands, the insteps, the belt buckle and the breastbone, each a little aside and
 * turned, in no particular order.
 */
export const wornTrackers: readonly WornTracker[] = [
  tracker('A', 'rightFoot', 'rightFoot', [-0.012, 0.035, 0.082], [0.62, 0.11, -0.2]),
  tracker('B', 'hips', 'hips', [0.018, 0.045, 0.118], [1.48, 0.06, 0.17]),
  tracker('C', 'leftHand', 'leftHand', [0.058, 0.033, 0.009], [0.12, 0.5, -0.07]),
  tracker('D', 'leftFoot', 'leftFoot', [0.009, 0.031, 0.076], [0.55, -0.21, 0.13]),
  tracker('E', 'rightHand', 'rightHand', [-0.052, 0.036, -0.006], [-0.1, -0.9, 0.21]),
  tracker('F', 'chest', 'chest', [-0.011, 0.052, 0.126], [1.62, 0.1, -0.08]),
];

/** Trackers beside a headset with controllers: none on the hands, one on the headset's strap. */
export const apartTrackers: readonly WornTracker[] = [
  ...wornTrackers.filter(({ role }) => !role.endsWith('Hand')),
  { ...tracker('G', 'chest', 'head', [0.02, 0.19, -0.05], [0.3, 0.2, 0.6]) },
];

/** `turn`: rotation vector, radians. */
function tracker(
  letter: string,
  role: TrackerRole,
  bone: HumanoidBone,
  place: readonly [number, number, number],
  turn: readonly [number, number, number],
): WornTracker {
  const angle = Math.hypot(...turn);
  const [x, y, z] = turn.map((part) => (part / angle) * Math.sin(angle / 2));
  return {
    id: `tracker/${letter}`,
    name: `Tracker ${letter}`,
    role,
    bone,
    inJoint: [...place, x, y, z, Math.cos(angle / 2)],
  };
}
