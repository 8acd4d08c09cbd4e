// A guided calibration, step by step: frames and decisions in, a profile out.
export { type CalibrationSession, createCalibrationSession, defaultSessionSettings } from './session/sessionState.js';
export { commandCalibration, type SessionCommand, stepCalibration } from './session/calibrationSession.js';
export { sessionSteps } from './session/sessionText.js';
export type { PelvisDepths } from './session/offsetsFromTPose.js';
export type { SessionInput } from './session/sessionInput.js';

// The profile of one person: as a value, as a file, in a store; and what feeds take from it.
export { type BodyProfile, createBodyProfile, offsetsOfProfile, rolesOfProfile } from './profile/bodyProfile.js';
export { isAnchor, spacesOfProfile } from './space/profileSpace.js';
export { parseProfile, profileFile } from './profile/profileText.js';
export { createProfileStore } from './profile/profileStore.js';
export { describeProposal } from './profile/profileHistory.js';

// One question at a time: which tracker is worn where, ...
export { solveRoles } from './roles/solveRoles.js';
export { roleNames, type TrackerRole, trackerRoles } from './roles/trackerRoles.js';

// ... where a joint is in tracker space (and the search of the thesis, for comparison), ...
export { findJointCentre } from './jointCentre/jointCentre.js';
export { type PoseSamples, appendPoseSample, createPoseSamples } from './jointCentre/poseSamples.js';

// ... how two tracked spaces are aligned, ...
export { findSpaces } from './space/findSpaces.js';
export { appendMotion, createMotionTrack } from './space/motionTrack.js';

// ... and how long the person's bones are.
export { type BodyProportions, segmentNames } from './proportions/bodyProportions.js';
export { measureTPose } from './proportions/measureTPose.js';
export { createWearerMeter, stepWearerMeter, wearerLengths } from './proportions/wearerMeter.js';
export {
  createProportionsRefiner,
  refiningPoints,
  resumeProportionsRefiner,
  shownProportions,
  stepProportions,
} from './proportions/proportionsRefiner.js';
export { priorsOfSkeleton, proportionsOfPriors } from './proportions/bodyPriors.js';
export { proportionsOfSkeleton } from './proportions/measureSkeleton.js';

// A skeleton with the person's lengths, at once or eased.
export { applyProportions, stretchToProportions } from './proportions/stretchToProportions.js';
export {
  createBodyLengths,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
} from './proportions/bodyLengths.js';
