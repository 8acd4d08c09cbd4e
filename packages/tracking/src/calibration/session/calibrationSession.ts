import { DEG } from '@leib/core';
import { createTrackedFrame, quality, type TrackedFrame, type TrackedPoint } from '../../trackedFrame.js';
import { createTrackerOffsets, type TrackerOffsets } from '../../trackerOffsets.js';
import {
  type CentreFinderState,
  createCentreFinder,
  defaultCentreFinderSettings,
  resetCentreFinder,
  stepCentreFinder,
} from '../jointCentre/centreFinder.js';
import { offsetWithCentre } from '../offsets/offsetsFromTPose.js';
import {
  type BodyProfile,
  offsetsOfProfile,
  type ProfileLockMode,
  profileCentre,
  rolesOfProfile,
} from '../profile/bodyProfile.js';
import {
  type CalibrationProposal,
  createProfileHistory,
  type ProfileHistory,
  reduceProfile,
} from '../profile/profileHistory.js';
import { armSpanFromWrists } from '../proportions/anthropometry.js';
import { averageBody, type BodyPriors } from '../proportions/bodyPriors.js';
import type { BodyProportions } from '../proportions/bodyProportions.js';
import { measureTPose, type TPoseMeasures } from '../proportions/measureTPose.js';
import {
  createProportionsRefiner,
  defaultRefinerSettings,
  type ProportionsRefiner,
  shownProportions,
  stepProportions,
} from '../proportions/proportionsRefiner.js';
import type { RolesResult } from '../roles/solveRoles.js';
import { roleNames, type TrackerRole } from '../roles/trackerRoles.js';
import {
  alignHeldSpaces,
  type HeldPose,
  proposeRoles,
  readHeldPose,
  realignHeld,
  rolesOfHeldPose,
} from './heldPose.js';
import { createHoldStill, type HoldStill, resetHoldStill, stepHoldStill } from './holdStill.js';
import { type SeenDevice, type SessionInput, writeJointFrame } from './sessionInput.js';
import { sessionText } from './sessionText.js';
import {
  createSpaceStep,
  enterSpaceStep,
  proposeSpace,
  type SpaceStep,
  spaceStepProgress,
  stepSpaces,
  watchSpaces,
} from './spaceStep.js';

export const sessionSteps = ['putOn', 'space', 'tPose', 'roles', 'joints', 'proportions', 'mirror'] as const;
export type SessionStep = (typeof sessionSteps)[number];

export interface SessionSettings {
  /** Headset and trackers must be there for this long. */
  readonly putOnSeconds: number;
  /** The T-pose is held for this long. */
  readonly holdSeconds: number;
  /** Roles less certain than this do not end the T-pose by themselves. */
  readonly leastConfidence: number;
  /** Joints to be turned, in this order, as far as their trackers are worn. */
  readonly joints: readonly TrackerRole[];
  /** How long one moves about for the proportions. */
  readonly proportionsSeconds: number;
  /** From the personal body: how deep the pelvis joint lies under the skin, metres; null where there is no such body. */
  readonly pelvisDepth: number | null;
  /** What is believed of the body before it is measured: where there is an avatar, one that is built like it. */
  readonly priors: BodyPriors;
}

export const defaultSessionSettings: SessionSettings = {
  putOnSeconds: 1.5,
  holdSeconds: 1.5,
  leastConfidence: 0.5,
  joints: ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'],
  proportionsSeconds: 30,
  pelvisDepth: null,
  priors: averageBody,
};

/**
 * The guided way from "put it on" to the mirror. Whoever shows it only draws what stands here; a frame goes in by
 * stepCalibration(), what the person decides by commandCalibration().
 */
export interface CalibrationSession {
  readonly settings: SessionSettings;
  step: SessionStep;
  /** What the person reads now. */
  text: string;
  /** Of the step (of the joint, where several are turned), 0..1. */
  progress: number;
  /** What is impossible or unclear, a sentence each. */
  problems: readonly string[];
  /** The profile with its past; a proposal in it waits for 'accept' or 'repeat'. */
  history: ProfileHistory;
  roles: RolesResult | null;
  /** Joints still to be turned, the present one first. */
  joints: readonly TrackerRole[];
  /** Where one was when a single joint was to be turned again; null on the way through all steps. */
  returnStep: SessionStep | null;
  /** Tracked spaces besides that of the head. */
  readonly space: SpaceStep;
  readonly finder: CentreFinderState;
  refiner: ProportionsRefiner | null;
  /** What the T-pose told, as joints: stature, span. Known once proportions begin. */
  measures: TPoseMeasures | null;
  readonly hold: HoldStill;
  /** Seconds that headset and trackers have been there. */
  wornSeconds: number;
  held: HeldPose | null;
  /** Devices as joints, by the present profile: what an avatar is shown from. */
  readonly jointFrame: TrackedFrame;
  roleOf: Readonly<Record<string, TrackedPoint | null>>;
  offsets: TrackerOffsets;
}

/** Which sides of a joint carry trackers: the second one's role, where it is worn. */
const neighbours: Partial<Readonly<Record<TrackerRole, TrackerRole>>> = {
  leftHand: 'leftElbow',
  rightHand: 'rightElbow',
  leftFoot: 'leftKnee',
  rightFoot: 'rightKnee',
};

const hingeSettings = { ...defaultCentreFinderSettings, kind: 'hinge' } as const;

export function createCalibrationSession(
  profile: BodyProfile,
  settings: SessionSettings = defaultSessionSettings,
): CalibrationSession {
  const session: CalibrationSession = {
    settings,
    step: 'putOn',
    text: '',
    progress: 0,
    problems: [],
    history: createProfileHistory(profile),
    roles: null,
    joints: [],
    returnStep: null,
    space: createSpaceStep(),
    finder: createCentreFinder(),
    refiner: null,
    measures: null,
    hold: createHoldStill(),
    wornSeconds: 0,
    held: null,
    jointFrame: createTrackedFrame(),
    roleOf: {},
    offsets: createTrackerOffsets(),
  };
  useProfile(session);
  session.text = sessionText(session);
  return session;
}

/** Takes one frame in. The step, its text and its progress are current afterwards. */
export function stepCalibration(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  writeJointFrame(input, session.roleOf, session.offsets, session.jointFrame);
  watchSpaces(session.space, input, session.history.present.spaces, dtSeconds);
  switch (session.step) {
    case 'putOn':
      stepPutOn(session, input, dtSeconds);
      break;
    case 'space':
      stepSpace(session, input, dtSeconds);
      break;
    case 'tPose':
      stepTPose(session, input, dtSeconds);
      break;
    case 'joints':
      stepJoints(session, input, dtSeconds);
      break;
    case 'proportions':
      stepMoving(session, dtSeconds);
      break;
    case 'roles':
    case 'mirror':
      break;
  }
}

/** What the person says, by button or by voice. */
export type SessionCommand =
  /** The proposal becomes the profile, and the next thing begins. */
  | { readonly type: 'accept' }
  /** The proposal goes, and its joint, pose or movement begins anew. */
  | { readonly type: 'repeat' }
  /** On to the next joint or step, with what is known. */
  | { readonly type: 'skip' }
  | { readonly type: 'back' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** To any step; one that needs a T-pose which was never held leads to the T-pose. */
  | { readonly type: 'goTo'; readonly step: SessionStep }
  /** Lengths that are known otherwise, a personal body's for instance, become the proposal. */
  | {
      readonly type: 'proposeProportions';
      readonly proportions: BodyProportions;
      readonly from: BodyProfile['proportionsFrom'];
    }
  | { readonly type: 'setLockMode'; readonly lockMode: ProfileLockMode }
  | { readonly type: 'rename'; readonly name: string }
  /** Another person: their profile, from the first step on. */
  | { readonly type: 'open'; readonly profile: BodyProfile }
  /** One joint again, from wherever one is; afterwards it goes on there. */
  | { readonly type: 'turnJoint'; readonly role: TrackerRole }
  | { readonly type: 'setRole'; readonly id: string; readonly role: TrackedPoint | null };

export function commandCalibration(session: CalibrationSession, command: SessionCommand): void {
  switch (command.type) {
    case 'accept':
      if (session.history.proposal === null) return;
      session.history = reduceProfile(session.history, { type: 'accept' });
      goOn(session);
      break;
    case 'skip':
      session.history = reduceProfile(session.history, { type: 'reject' });
      goOn(session);
      break;
    case 'repeat':
      session.history = reduceProfile(session.history, { type: 'reject' });
      enter(session, session.step === 'roles' ? 'tPose' : session.step, true);
      break;
    case 'back':
      session.history = reduceProfile(session.history, { type: 'reject' });
      enter(session, stepBefore(session));
      break;
    case 'undo':
    case 'redo':
    case 'setLockMode':
    case 'rename':
      session.history = reduceProfile(session.history, command);
      // What was found for another profile is gone with it: roles are found anew, a joint is turned anew.
      if (session.step === 'roles') findRoles(session);
      else if (session.step === 'space') enterSpaceStep(session.space, true);
      else if (session.finder.phase === 'done' && session.history.proposal === null) resetCentreFinder(session.finder);
      break;
    case 'goTo':
      session.history = reduceProfile(session.history, { type: 'reject' });
      session.returnStep = null;
      enter(session, needsTPose.has(command.step) && session.held === null ? 'tPose' : command.step);
      break;
    case 'proposeProportions':
      proposeProportions(session, command.proportions, command.from);
      break;
    case 'open':
      session.history = reduceProfile(session.history, command);
      session.returnStep = null;
      enter(session, 'putOn');
      break;
    case 'turnJoint':
      if (!Object.values(session.roleOf).includes(command.role)) return;
      session.history = reduceProfile(session.history, { type: 'reject' });
      if (session.step !== 'joints') session.returnStep = session.step;
      session.joints = [command.role, ...(session.step === 'joints' ? session.joints : [])];
      enter(session, 'joints', true);
      break;
    case 'setRole':
      session.history = reduceProfile(session.history, { type: 'setRole', id: command.id, role: command.role });
      if (session.step === 'roles') findRoles(session);
      break;
  }
  useProfile(session);
  session.text = sessionText(session);
}

/** What is proposed is shown before it is accepted: nobody can judge what they do not see. */
function useProfile(session: CalibrationSession): void {
  const { present, proposal } = session.history;
  const shown = proposal?.profile ?? present;
  session.roleOf = rolesOfProfile(shown);
  session.offsets = offsetsOfProfile(shown);
}

function propose(session: CalibrationSession, proposal: CalibrationProposal): void {
  session.history = reduceProfile(session.history, { type: 'propose', proposal });
  useProfile(session);
  session.text = sessionText(session);
}

/** Steps that look back at the T-pose of this visit. */
const needsTPose: ReadonlySet<SessionStep> = new Set(['roles', 'proportions']);

/** After a joint the next one; after a step's last the next step. */
function goOn(session: CalibrationSession): void {
  if (session.step === 'joints' && session.joints.length > 1) {
    session.joints = session.joints.slice(1);
    resetCentreFinder(session.finder);
    session.progress = 0;
    return;
  }
  if (session.step === 'space' && session.space.left.length > 1) {
    session.space.left = session.space.left.slice(1);
    enterSpaceStep(session.space, true);
    session.progress = 0;
    return;
  }
  const next = sessionSteps[Math.min(sessionSteps.length - 1, sessionSteps.indexOf(session.step) + 1)];
  const { returnStep } = session;
  session.returnStep = null;
  enter(session, session.step === 'joints' && returnStep !== null ? returnStep : next);
}

/** The one before; where there is one space only, none is brought to another. */
function stepBefore({ step, space }: CalibrationSession): SessionStep {
  const before = sessionSteps[Math.max(0, sessionSteps.indexOf(step) - 1)];
  return before === 'space' && space.names.length === 0 ? 'putOn' : before;
}

function enter(session: CalibrationSession, step: SessionStep, isRepeat = false): void {
  session.step = step;
  session.progress = 0;
  session.problems = [];
  useProfile(session);
  switch (step) {
    case 'putOn':
      session.wornSeconds = 0;
      break;
    case 'space':
      enterSpaceStep(session.space, isRepeat);
      if (session.space.left.length === 0) enter(session, 'tPose');
      break;
    case 'tPose':
      resetHoldStill(session.hold);
      session.held = null;
      break;
    case 'roles':
      findRoles(session);
      break;
    case 'joints':
      resetCentreFinder(session.finder);
      if (!isRepeat) {
        const worn = new Set(Object.values(session.roleOf));
        session.joints = session.settings.joints.filter((role) => worn.has(role));
      }
      if (session.joints.length === 0) enter(session, 'proportions');
      break;
    case 'proportions':
      session.refiner = startRefiner(session);
      if (session.refiner === null) enter(session, 'mirror');
      break;
    case 'mirror':
      session.progress = 1;
      break;
  }
}

function moveTo(session: CalibrationSession, step: SessionStep): void {
  enter(session, step);
  session.text = sessionText(session);
}

function stepPutOn(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  let seen = 0;
  for (let i = 0; i < input.devices.length; i++) if (input.devices[i].quality !== quality.lost) seen++;
  const isWorn = input.isHeadTracked && seen > 0;
  session.wornSeconds = isWorn ? session.wornSeconds + dtSeconds : 0;
  session.progress = Math.min(1, session.wornSeconds / session.settings.putOnSeconds);
  if (session.progress >= 1) moveTo(session, 'space');
}

function stepSpace(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { space, history } = session;
  if (history.proposal !== null) return;
  const outcome = stepSpaces(space, input, history.present.spaces, dtSeconds);
  session.progress = spaceStepProgress(space);
  if (outcome === 'goesOn') return;
  const proposal = outcome === 'found' ? proposeSpace(space, input.spaces?.reference ?? '', history.present) : null;
  if (proposal !== null) propose(session, proposal);
  else {
    goOn(session);
    session.text = sessionText(session);
  }
}

function stepTPose(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { hold, settings } = session;
  stepHoldStill(hold, input, dtSeconds);
  session.progress = Math.min(1, hold.seconds / settings.holdSeconds);
  if (session.progress < 1) return;
  session.held = readHeldPose(hold, input, session.history.present.spaces);
  const found = session.held === null ? null : rolesOfHeldPose(session.held, session.history.present);
  const problems = found === null ? [] : [...found.problems, ...(hasLoweredArms(found) ? [LIFT_ARMS] : [])];
  if (found === null || found.confidence < settings.leastConfidence || hasLoweredArms(found)) {
    session.problems = problems;
    session.text = sessionText(session);
    resetHoldStill(hold);
    return;
  }
  moveTo(session, 'roles');
}

const LIFT_ARMS = 'Lift your arms until they are level with your shoulders.';
/** Who is who can be told from an A-pose, but not how things are strapped on to arms: their joints must be at rest. */
const LOWERED_ARMS = 20 * DEG;

function hasLoweredArms({ roles, armAngle }: RolesResult): boolean {
  const hasArms = Object.values(roles).some((role) => role.endsWith('Hand') || role.endsWith('Elbow'));
  return hasArms && armAngle > LOWERED_ARMS;
}

/** Roles from the T-pose that was held, again whenever one is chosen by hand. */
function findRoles(session: CalibrationSession): void {
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

function stepJoints(session: CalibrationSession, input: SessionInput, dtSeconds: number): void {
  const { finder } = session;
  if (finder.phase === 'done') return;
  const role = session.joints[0];
  const device = deviceWithRole(session, input.devices, role);
  if (device === null) return;
  const neighbour = neighbours[role];
  const other = neighbour === undefined ? null : deviceWithRole(session, input.devices, neighbour);
  const settings = role.endsWith('Knee') || role.endsWith('Elbow') ? hingeSettings : defaultCentreFinderSettings;
  stepCentreFinder(settings, finder, device.pose, 0, other?.pose ?? null, 0, dtSeconds);
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

/** The T-pose again, now as joints; null where it was never held. */
function startRefiner(session: CalibrationSession): ProportionsRefiner | null {
  if (session.held === null) return null;
  const held = realignHeld(session.held, session.history.present.spaces);
  const devices = [...held.poses].map(([id, pose]) => ({ id, pose, quality: quality.tracked }));
  const frame = createTrackedFrame();
  const { headWorld, floorY } = held;
  writeJointFrame({ headWorld, isHeadTracked: true, floorY, devices }, session.roleOf, session.offsets, frame);
  const measured = measureTPose(frame, floorY);
  if (measured === null) return null;
  const { stature } = held;
  const { wristSpan } = measured;
  session.measures = {
    ...measured,
    stature,
    armSpan: wristSpan === null ? null : armSpanFromWrists(wristSpan, stature),
  };
  return createProportionsRefiner(frame, session.measures, floorY, defaultRefinerSettings, session.settings.priors);
}

function stepMoving(session: CalibrationSession, dtSeconds: number): void {
  const { refiner, settings } = session;
  if (refiner === null || session.history.proposal !== null) return;
  stepProportions(refiner, session.jointFrame, dtSeconds);
  session.progress = Math.min(1, refiner.seconds / settings.proportionsSeconds);
  if (session.progress >= 1) proposeProportions(session, shownProportions(refiner), 'trackers');
}

function proposeProportions(
  session: CalibrationSession,
  proportions: BodyProportions,
  from: BodyProfile['proportionsFrom'],
): void {
  const { present } = session.history;
  propose(session, {
    profile: { ...present, proportions, proportionsFrom: from, stature: proportions.stature },
    what: 'proportions',
    error: null,
    errorBefore: null,
    confidence: 1,
    advice: '',
  });
}
