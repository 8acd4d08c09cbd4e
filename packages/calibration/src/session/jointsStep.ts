import { quality } from '@leib/tracking';
import { defaultCentreFinderSettings, resetCentreFinder, stepCentreFinder } from '../jointCentre/centreFinder.js';
import type { JointCentre } from '../jointCentre/jointCentre.js';
import { profileCentre } from '../profile/bodyProfile.js';
import { roleNames, type TrackerRole } from '../roles/trackerRoles.js';
import type { SeenDevice } from '../space/seenDevice.js';
import { offsetWithCentre } from './offsetsFromTPose.js';
import type { SessionInput } from './sessionInput.js';
import { type CalibrationSession, propose } from './sessionState.js';

/** Role of a tracker on the other side of a role's joint. */
const neighbours: Partial<Readonly<Record<TrackerRole, TrackerRole>>> = {
  leftHand: 'leftElbow',
  rightHand: 'rightElbow',
  leftFoot: 'leftKnee',
  rightFoot: 'rightKnee',
};

const hingeSettings = { ...defaultCentreFinderSettings, kind: 'hinge' } as const;

function deviceWithRole(
  { roleOf }: CalibrationSession,
  devices: readonly SeenDevice[],
  role: TrackerRole,
): SeenDevice | null {
  for (let i = 0; i < devices.length; i++) {
    const device = devices[i];
    if (roleOf[device.id] === role) return device.quality === quality.lost ? null : device;
  }
  return null;
}

/** Prepares for the joint that is turned next, or for another try. */
export function startJoint(session: CalibrationSession): void {
  resetCentreFinder(session.finder);
  session.progress = 0;
}

export function stepJoints(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { finder } = session;
  if (session.history.proposal !== null) return;
  const role = session.joints[0];
  const device = deviceWithRole(session, input.devices, role);
  if (device === null) return;
  const neighbour = neighbours[role];
  const other = neighbour === undefined ? null : deviceWithRole(session, input.devices, neighbour);
  const otherPose = other?.pose ?? null;
  const isHinge = role.endsWith('Knee') || role.endsWith('Elbow');
  stepCentreFinder(isHinge ? hingeSettings : defaultCentreFinderSettings, finder, device.pose, otherPose, dtSeconds);
  session.progress = finder.progress;
  if (finder.phase === 'done') proposeJoint(session, role, device.id, finder.result);
}

function proposeJoint(session: CalibrationSession, role: TrackerRole, id: string, result: JointCentre | null): void {
  const { present } = session.history;
  const device = present.devices[id];
  if (result === null || device === undefined || device.offset === null) {
    session.problems = ['Nothing turned: turn the joint to all sides.'];
    startJoint(session);
    return;
  }
  const centre = profileCentre(result);
  const offset = offsetWithCentre(device.offset, result.centreLocal);
  propose(session, {
    profile: { ...present, devices: { ...present.devices, [id]: { ...device, centre, offset: [...offset] } } },
    what: roleNames[role],
    error: result.residual,
    errorBefore: device.centre?.residual ?? null,
    confidence: result.confidence,
    advice: result.advice,
  });
}
