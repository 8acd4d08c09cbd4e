import type { PanelText } from '@leib/three';
import { type CalibrationSession, describeProposal, roleNames, type SessionStep, sessionSteps } from '@leib/tracking';

export const stepNames: Readonly<Record<SessionStep, string>> = {
  putOn: 'Put on',
  tPose: 'T-pose',
  roles: 'Who is who',
  joints: 'Joints',
  proportions: 'Proportions',
  mirror: 'Mirror',
};

/** The same where there is little room. */
export const shortStepNames: Readonly<Record<SessionStep, string>> = {
  ...stepNames,
  roles: 'Roles',
  proportions: 'Lengths',
};

/** The step's name with what it is about now: "Joints: left hand". */
export function stepTitle({ step, joints }: CalibrationSession): string {
  return step === 'joints' && joints.length > 0 ? `${stepNames.joints}: ${roleNames[joints[0]]}` : stepNames[step];
}

/** What stands on the board in the scene, where there are no buttons but those in the hands. */
export function panelText(session: CalibrationSession): PanelText {
  const { step, text, progress, problems, history } = session;
  const { proposal } = history;
  const number = sessionSteps.indexOf(step) + 1;
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
    warning: problems.find((problem) => problem !== text) ?? '',
  };
}
