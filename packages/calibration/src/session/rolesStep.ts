import { DEG } from '@leib/core';
import type { RolesResult } from '../roles/roleTypes.js';
import { alignHeldSpaces, proposeRoles, realignHeld, rolesOfHeldPose } from './heldPose.js';
import { type CalibrationSession, propose } from './sessionState.js';

export const LIFT_ARMS = 'Lift your arms until they are level with your shoulders.';
/** Roles can be found in an A-pose, but arm offsets need the arms in their rest pose: at most this low. */
const LOWERED_ARMS = 20 * DEG;

export function hasLoweredArms({ roles, armAngle }: RolesResult): boolean {
  const hasArms = Object.values(roles).some((role) => role.endsWith('Hand') || role.endsWith('Elbow'));
  return hasArms && armAngle > LOWERED_ARMS;
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
