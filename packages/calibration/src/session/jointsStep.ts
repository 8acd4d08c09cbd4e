import { invertPose, POSE_SIZE, quality } from '@leib/tracking';
import { defaultCentreFinderSettings, resetCentreFinder, stepCentreFinder } from '../jointCentre/centreFinder.js';
import { resetGridFinder, stepGridFinder } from '../jointCentre/gridFinder.js';
import type { JointCentre } from '../jointCentre/jointCentre.js';
import { defaultProbeGridSettings, type ProbeGridSettings, thesisProbeGridSettings } from '../jointCentre/probeGrid.js';
import { profileCentre } from '../profile/bodyProfile.js';
import { roleNames, type TrackerRole } from '../roles/trackerRoles.js';
import type { SeenDevice } from '../space/seenDevice.js';
import { offsetWithCentre } from './offsetsFromTPose.js';
import type { SessionInput } from './sessionInput.js';
import { type CalibrationSession, type JointMethod, propose } from './sessionState.js';

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

/** The grid that runs along: beside the closed form in one round, for comparison. */
const gridSettings: Readonly<Record<JointMethod, ProbeGridSettings>> = {
  closedForm: { ...defaultProbeGridSettings, adaptRounds: 0 },
  grid: defaultProbeGridSettings,
  thesisGrid: thesisProbeGridSettings,
};

/** Prepares for the joint that is turned next, or for another try. */
export function startJoint(session: CalibrationSession): void {
  const { settings, finder, grid, history } = session;
  resetCentreFinder(finder);
  session.progress = 0;
  const base = gridSettings[settings.jointMethod];
  const id = Object.keys(session.roleOf).find((key) => session.roleOf[key] === session.joints[0]);
  const offset = id === undefined ? null : (history.present.devices[id]?.offset ?? null);
  resetGridFinder(grid, { ...base, offset: offset === null ? base.offset : jointInTracker(offset) });
}

/** The joint's expected place in tracker space: the grid is put there. */
function jointInTracker(offset: ArrayLike<number>): [number, number, number] {
  const inverse = new Float64Array(POSE_SIZE);
  invertPose(inverse, 0, Float64Array.from(offset), 0);
  return [inverse[0], inverse[1], inverse[2]];
}

export function stepJoints(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { finder, grid, settings } = session;
  if (session.history.proposal !== null) return;
  const role = session.joints[0];
  const device = deviceWithRole(session, input.devices, role);
  if (device === null) return;
  const neighbour = neighbours[role];
  const other = neighbour === undefined ? null : deviceWithRole(session, input.devices, neighbour);
  const otherPose = other?.pose ?? null;
  const isHinge = role.endsWith('Knee') || role.endsWith('Elbow');
  // A grid does not find hinges: every point of the axis moves as little.
  const isByGrid = settings.jointMethod !== 'closedForm' && !isHinge;
  stepGridFinder(grid, device.pose, otherPose, dtSeconds);
  stepCentreFinder(isHinge ? hingeSettings : defaultCentreFinderSettings, finder, device.pose, otherPose, dtSeconds);
  session.progress = isByGrid ? grid.progress : finder.progress;
  const isDone = isByGrid ? grid.phase === 'done' : finder.phase === 'done';
  if (isDone) proposeJoint(session, role, device.id, isByGrid ? grid.result : finder.result);
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
