import {
  type CalibrationSession,
  describeProposal,
  roleNames,
  type SessionStep,
  sessionSteps,
} from '@leib/calibration';
import type { RoomAction, RoomCard } from '../../world/roomScene.js';
import { stepFigure } from './stepFigure.js';
import type { WearController } from './wearController.js';

export const stepNames: Readonly<Record<SessionStep, string>> = {
  putOn: 'Put on',
  space: 'Bring together',
  tPose: 'T-pose',
  roles: 'Who is who',
  joints: 'Joints',
  proportions: 'Proportions',
  mirror: 'Mirror',
};

/** Shorter names for small screens. */
export const shortStepNames: Readonly<Record<SessionStep, string>> = {
  ...stepNames,
  space: 'Together',
  roles: 'Roles',
  proportions: 'Lengths',
};

/** The steps of this session; without 'space' when there is one tracked space only. */
export function shownSteps({ space }: CalibrationSession): readonly SessionStep[] {
  return space.names.length > 0 ? sessionSteps : withoutSpaces;
}

const withoutSpaces = sessionSteps.filter((step) => step !== 'space');

/** The step's name with its current joint: "Joints: left hand". */
export function stepTitle({ step, joints }: CalibrationSession): string {
  return step === 'joints' && joints.length > 0 ? `${stepNames.joints}: ${roleNames[joints[0]]}` : stepNames[step];
}

/** What goes on without a result is called, step by step; the last step has nothing to go on to. */
export const goOnWords: Readonly<Partial<Record<SessionStep, string>>> = {
  space: 'Skip',
  joints: 'Skip this joint',
  proportions: 'Skip',
  roles: 'Skip',
  tPose: 'Skip',
  putOn: 'Go on',
};

/** The decisions of the present step: what is found is taken or done again, what is not wanted is skipped. */
export function wearActions(controller: WearController): readonly RoomAction[] {
  const { step, history } = controller.session;
  const command = (type: 'accept' | 'repeat' | 'skip' | 'back') => () => controller.command({ type });
  const actions: RoomAction[] = [];
  const goOn = goOnWords[step];
  if (history.proposal !== null) {
    actions.push({ id: 'accept', label: 'Take it', icon: 'accept', isOn: true, run: command('accept') });
    actions.push({ id: 'again', label: 'Again', icon: 'again', run: command('repeat') });
  } else if (goOn) actions.push({ id: 'skip', label: goOn, icon: 'skip', run: command('skip') });
  if (step !== 'putOn') actions.push({ id: 'back', label: 'Back', icon: 'back', run: command('back') });
  if (step === 'mirror') {
    const start = () => controller.command({ type: 'goTo', step: 'putOn' });
    actions.push({ id: 'start', label: 'From the start', icon: 'again', run: start });
  }
  return actions;
}

/** What the present step asks for, with its picture. */
export function wearCard({ session }: WearController): RoomCard {
  const { step, text, progress, problems, history, space } = session;
  const { proposal } = history;
  const role = step === 'joints' ? (session.joints[0] ?? null) : null;
  return {
    title: `${shownSteps(session).indexOf(step) + 1}  ${stepTitle(session)}`,
    text: step === 'roles' && proposal !== null ? `${text} ${describeProposal(proposal)}` : text,
    figure: stepFigure(step, role),
    // Rounded, so that the card is not redrawn for every frame.
    progress: step === 'mirror' || proposal !== null ? null : Math.round(progress * 100) / 100,
    warning: problems.find((problem) => problem !== text) ?? space.drifted ?? '',
  };
}
