import {
  type CalibrationSession,
  describeProposal,
  roleNames,
  type SessionStep,
  sessionSteps,
} from '@leib/calibration';
import type { PanelText } from '@leib/three';

export const stepNames: Readonly<Record<SessionStep, string>> = {
  putOn: 'Put on',
  space: 'Bring together',
  tPose: 'T-pose',
  roles: 'Who is who',
  joints: 'Joints',
  proportions: 'Proportions',
  mirror: 'Mirror',
};

/** The same where there is little room. */
export const shortStepNames: Readonly<Record<SessionStep, string>> = {
  ...stepNames,
  space: 'Together',
  roles: 'Roles',
  proportions: 'Lengths',
};

/** The steps that there are for this person: with one tracked space, none is brought to another. */
export function shownSteps({ space }: CalibrationSession): readonly SessionStep[] {
  return space.names.length > 0 ? sessionSteps : withoutSpaces;
}

const withoutSpaces = sessionSteps.filter((step) => step !== 'space');

/** The step's name with what it is about now: "Joints: left hand". */
export function stepTitle({ step, joints }: CalibrationSession): string {
  return step === 'joints' && joints.length > 0 ? `${stepNames.joints}: ${roleNames[joints[0]]}` : stepNames[step];
}

/** What stands on the board in the scene, where there are no buttons but those in the hands. */
export function panelText(session: CalibrationSession): PanelText {
  const { step, text, progress, problems, history, space } = session;
  const { proposal } = history;
  const number = shownSteps(session).indexOf(step) + 1;
  const hints =
    proposal !== null
      ? ['Trigger: take it', 'Grip: again']
      : step === 'mirror'
        ? ['Grip: back to the first step']
        : ['Grip: go on without it'];
  return {
    title: `${number}  ${stepTitle(session)}`,
    text: step === 'roles' && proposal !== null ? `${text} ${describeProposal(proposal)}` : text,
    // Hundredths: a board is not drawn anew for less.
    progress: step === 'mirror' || proposal !== null ? null : Math.round(progress * 100) / 100,
    hints,
    warning: problems.find((problem) => problem !== text) ?? space.drifted ?? '',
  };
}
