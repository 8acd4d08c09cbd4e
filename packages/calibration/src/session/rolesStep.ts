import type { BodyProfile } from '../profile/bodyProfile.js';
import type { CalibrationProposal } from '../profile/profileHistory.js';
import type { RolesResult } from '../roles/roleTypes.js';
import { hasHangingArms, readStance } from './armDrop.js';
import { alignHeldSpaces, type HeldPose, realignHeld, rolesOfHeldPose } from './heldPose.js';
import { offsetOfDevice, type WornBody } from './offsetOfDevice.js';
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

/**
 * The roles and the offset of each tracker as a proposal. A device that keeps its role keeps its joint's centre: straps
 * may have moved, but a T-pose does not show it.
 */
function proposeRoles(held: HeldPose, found: RolesResult, present: BodyProfile, body: WornBody): CalibrationProposal {
  const devices: Record<string, BodyProfile['devices'][string]> = {};
  // A device that is not worn now keeps its calibration, except a role that another device has now.
  const taken = new Set<string>(Object.values(found.roles));
  for (const [id, device] of Object.entries(present.devices)) {
    devices[id] = device.role !== null && taken.has(device.role) ? { ...device, role: null } : device;
  }
  const stance = readStance(held, found);
  for (const [id, role] of Object.entries(found.roles)) {
    if (!held.poses.has(id)) continue;
    const known = present.devices[id];
    const centre = known?.role === role ? known.centre : null;
    devices[id] = {
      role,
      isChosen: known?.isChosen ?? false,
      centre,
      offset: [...offsetOfDevice({ held, id, role, stance, centreLocal: centre?.centreLocal ?? null }, body)],
    };
  }
  return {
    profile: { ...present, stature: held.stature, devices, spaces: held.spaces },
    what: 'who is who',
    error: null,
    errorBefore: null,
    confidence: found.confidence,
    advice: found.problems[0] ?? '',
  };
}
