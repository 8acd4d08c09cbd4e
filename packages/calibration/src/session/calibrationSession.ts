import { quality } from '@leib/tracking';
import type { BodyProfile } from '../profile/bodyProfile.js';
import { type ProfileEdit, reduceProfile } from '../profile/profileHistory.js';
import type { BodyProportions } from '../proportions/bodyProportions.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import { readHeldPose, rolesOfHeldPose } from './heldPose.js';
import { resetHoldStill, stepHoldStill } from './holdStill.js';
import { startJoint, stepJoints } from './jointsStep.js';
import { proposeProportions, startRefiner, stepMoving } from './proportionsStep.js';
import { findRoles, hasLoweredArms, LIFT_ARMS } from './rolesStep.js';
import { type SessionInput, writeJointFrame } from './sessionInput.js';
import { type CalibrationSession, propose, showProfile } from './sessionState.js';
import { type SessionStep, sessionSteps, sessionText } from './sessionText.js';
import { enterSpaceStep, proposeSpace, spaceStepProgress, stepSpaces, watchSpaces } from './spaceStep.js';

/** Takes one frame and updates the step, its text and its progress. */
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

/** A decision of the person. */
export type SessionCommand =
  /** The proposal becomes the profile; goes on to the next joint or step. */
  | { readonly type: 'accept' }
  /** Discards the proposal and starts its joint, pose or movement again. */
  | { readonly type: 'repeat' }
  /** Goes on to the next joint or step without a proposal. */
  | { readonly type: 'skip' }
  | { readonly type: 'back' }
  /** Goes to any step; to the T-pose when the step needs one and none was held. */
  | { readonly type: 'goTo'; readonly step: SessionStep }
  /** Proposes lengths from elsewhere, a personal body's for instance. */
  | {
      readonly type: 'proposeProportions';
      readonly proportions: BodyProportions;
      readonly from: BodyProfile['proportionsFrom'];
    }
  /** Turns one joint again and returns to the current step afterwards. */
  | { readonly type: 'turnJoint'; readonly role: TrackerRole }
  /** `open` goes to the first step, too. */
  | ProfileEdit;

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
    case 'setAdapting':
    case 'rename':
      session.history = reduceProfile(session.history, command);
      // Results for the profile before are discarded: roles are found again, a joint is turned again.
      if (session.step === 'roles') findRoles(session);
      else if (session.step === 'space') enterSpaceStep(session.space, true);
      else if (session.step === 'joints' && session.history.proposal === null) startJoint(session);
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
      session.history = reduceProfile(session.history, command);
      if (session.step === 'roles') findRoles(session);
      break;
  }
  showProfile(session);
  session.text = sessionText(session);
}

/** Steps that need the T-pose of this session. */
const needsTPose: ReadonlySet<SessionStep> = new Set(['roles', 'proportions']);

/** Goes on to the next joint or space, or to the next step. */
function goOn(session: CalibrationSession): void {
  if (session.step === 'joints' && session.joints.length > 1) {
    session.joints = session.joints.slice(1);
    showProfile(session);
    startJoint(session);
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

/** The step before; 'space' is skipped when there is one space only. */
function stepBefore({ step, space }: CalibrationSession): SessionStep {
  const before = sessionSteps[Math.max(0, sessionSteps.indexOf(step) - 1)];
  return before === 'space' && space.names.length === 0 ? 'putOn' : before;
}

function enter(session: CalibrationSession, step: SessionStep, isRepeat = false): void {
  session.step = step;
  session.progress = 0;
  session.problems = [];
  showProfile(session);
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
      if (!isRepeat) {
        const worn = new Set(Object.values(session.roleOf));
        session.joints = session.settings.joints.filter((role) => worn.has(role));
      }
      if (session.joints.length === 0) enter(session, 'proportions');
      else startJoint(session);
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
  const held = readHeldPose(hold, input, session.history.present.spaces);
  session.held = held;
  const found = held === null ? null : rolesOfHeldPose(held, session.history.present);
  const isLowered = held !== null && found !== null && hasLoweredArms(held, found);
  if (found === null || found.confidence < settings.leastConfidence || isLowered) {
    session.problems = [...(found?.problems ?? []), ...(isLowered ? [LIFT_ARMS] : [])];
    session.text = sessionText(session);
    resetHoldStill(hold);
    return;
  }
  moveTo(session, 'roles');
}
