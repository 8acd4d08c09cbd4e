import { type CalibrationSession, roleNames, type SessionStep, sessionSteps } from '@leib/calibration';

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
