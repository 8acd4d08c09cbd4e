import { quality } from '@leib/tracking';
import {
  type CentreFinderState,
  defaultCentreFinderSettings,
  resetCentreFinder,
  stepCentreFinder,
} from '../jointCentre/centreFinder.js';
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

export function stepJoints(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { finder } = session;
  if (finder.phase === 'done') return;
  const role = session.joints[0];
  const device = deviceWithRole(session, input.devices, role);
  if (device === null) return;
  const neighbour = neighbours[role];
  const other = neighbour === undefined ? null : deviceWithRole(session, input.devices, neighbour);
  const settings = role.endsWith('Knee') || role.endsWith('Elbow') ? hingeSettings : defaultCentreFinderSettings;
  stepCentreFinder(settings, finder, device.pose, other?.pose ?? null, dtSeconds);
  session.progress = finder.progress;
  // The finder changes its phase inside the call, which TypeScript does not see.
  if ((finder.phase as CentreFinderState['phase']) === 'done') proposeJoint(session, role, device.id);
}

function proposeJoint(session: CalibrationSession, role: TrackerRole, id: string): void {
  const { result } = session.finder;
  const { present } = session.history;
  const device = present.devices[id];
  if (result === null || device === undefined || device.offset === null) {
    session.problems = ['Nothing turned: turn the joint to all sides.'];
    resetCentreFinder(session.finder);
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
