/** The steps of a calibration, in their order. 'space' is left out where everything is tracked in one space. */
export const sessionSteps = ['putOn', 'space', 'tPose', 'roles', 'joints', 'proportions', 'mirror'] as const;
export type SessionStep = (typeof sessionSteps)[number];
