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

/** The text of the board in the scene, for people in VR. */
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
    // Rounded, so that the board is not redrawn for every frame.
    progress: step === 'mirror' || proposal !== null ? null : Math.round(progress * 100) / 100,
    hints,
    warning: problems.find((problem) => problem !== text) ?? space.drifted ?? '',
  };
}
