import type { RolesResult } from '../roles/roleTypes.js';
import { hasHangingArms, readStance } from './armDrop.js';
import { alignHeldSpaces, type HeldPose, realignHeld, rolesOfHeldPose } from './heldPose.js';
import { proposeRoles } from './proposeRoles.js';
import { type CalibrationSession, propose } from './sessionState.js';

export const LIFT_ARMS = 'Lift your arms away from your body: level with your shoulders, or half-way down.';

/** Whether arms hang in a held pose; a T-pose and an A-pose show how trackers sit on them. */
export function hasLoweredArms(held: HeldPose, found: RolesResult): boolean {
  return hasHangingArms(readStance(held, found));
}

/** Finds the roles from the held T-pose. Called again when a role is chosen by hand. */
export function findRoles(session: CalibrationSession): void {
  const { history, settings } = session;
  if (session.held === null) return;
  const { present } = history;
  const held = realignHeld(session.held, present.spaces);
  const standing = realignHeld(held, alignHeldSpaces(held, rolesOfHeldPose(held, present)));
  session.roles = rolesOfHeldPose(standing, present);
  session.problems = session.roles.problems;
  propose(session, proposeRoles(standing, session.roles, present, settings));
  session.progress = 1;
}
