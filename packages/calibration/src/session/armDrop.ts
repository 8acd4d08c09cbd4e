import { DEG } from '@leib/core';
import type { RolesResult } from '../roles/roleTypes.js';
import { placeOfRole, type TrackerRole } from '../roles/trackerRoles.js';
import type { HeldPose } from './heldPose.js';
import { usualPlaceInJoint } from './offsetsFromTPose.js';

/** How the person stands in a held pose: heading, and the angle of each arm below horizontal, radians. */
export interface Stance {
  readonly headingYaw: number;
  readonly armDrop: { readonly left: number; readonly right: number };
}

/** Arms within this of horizontal are those of a T-pose: straps hide a smaller angle. */
const LEVEL = 12 * DEG;
/** The lowest arms of an A-pose. Lower ones touch the body and bend. */
const LOWEST = 65 * DEG;

/** Reads the stance from the places of the trackers on hands and elbows; an arm without one is level. */
export function readStance(held: HeldPose, { roles, headingYaw }: RolesResult): Stance {
  const drop = (side: 'left' | 'right') =>
    dropOf(held, roles, `${side}Hand`, headingYaw) ?? dropOf(held, roles, `${side}Elbow`, headingYaw) ?? 0;
  return { headingYaw, armDrop: { left: drop('left'), right: drop('right') } };
}

/** Whether an arm is lower than in an A-pose. */
export function hasHangingArms({ armDrop }: Stance): boolean {
  return armDrop.left > LOWEST || armDrop.right > LOWEST;
}

/**
 * Angle of the line from the shoulder to a tracker on the arm, corrected for the usual distance of the tracker from the
 * arm's axis; null without a tracker there.
 */
function dropOf(held: HeldPose, roles: RolesResult['roles'], role: TrackerRole, headingYaw: number): number | null {
  const id = Object.keys(roles).find((key) => roles[key] === role);
  const pose = id === undefined ? undefined : held.poses.get(id);
  // A bone carries its joint's rotation, whatever the pose.
  if (id === undefined || pose === undefined || held.kinds[id] === 'bone') return null;
  const { headWorld, floorY, stature } = held;
  const { place, mirror } = placeOfRole(role);
  const left = Math.cos(headingYaw) * (pose[0] - headWorld[0]) - Math.sin(headingYaw) * (pose[2] - headWorld[2]);
  const out = mirror * left - (place.side - place.arm) * stature;
  const down = place.height * stature - (pose[1] - floorY);
  // On the other side of the body it is not an arm held out, and says nothing of the angle.
  if (out < -0.1 * stature) return 0;
  const lift = held.kinds[id] === undefined ? usualPlaceInJoint(role, stature)[1] : 0;
  const drop = Math.atan2(down, out) + Math.asin(Math.min(1, lift / Math.hypot(out, down)));
  return drop < LEVEL ? 0 : drop;
}
