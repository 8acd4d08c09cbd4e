export {
  type CentreFinderPhase,
  type CentreFinderSettings,
  type CentreFinderState,
  createCentreFinder,
  defaultCentreFinderSettings,
  resetCentreFinder,
  stepCentreFinder,
} from './jointCentre/centreFinder.js';
export { findJointCentre, type JointCentre, relativePoseSamples } from './jointCentre/jointCentre.js';
export {
  appendPoseSample,
  clearPoseSamples,
  createPoseSamples,
  type PoseSamples,
} from './jointCentre/poseSamples.js';
export {
  createProbeGridState,
  defaultProbeGridSettings,
  type ProbeGridResult,
  type ProbeGridSettings,
  type ProbeGridState,
  readProbeGrid,
  searchProbeGrid,
  stepProbeGrid,
  thesisHandOffset,
  thesisProbeGridSettings,
} from './jointCentre/probeGrid.js';
export {
  isWornBehind,
  offsetFromTPose,
  offsetWithCentre,
  type PlaceTuple,
  pelvisPlaceInJoint,
  type TrackerMount,
  usualPlaceInJoint,
} from './session/offsetsFromTPose.js';
export {
  type BodyProfile,
  createBodyProfile,
  offsetsOfProfile,
  PROFILE_FORMAT,
  type ProfileCentre,
  type ProfileDevice,
  type ProfileLockMode,
  type ProfileSpace,
  profileCentre,
  rolesOfProfile,
} from './profile/bodyProfile.js';
export {
  type CalibrationProposal,
  createProfileHistory,
  describeProposal,
  type ProfileAction,
  type ProfileHistory,
  reduceProfile,
} from './profile/profileHistory.js';
export {
  loadProfile,
  type ProfileStorage,
  removeProfile,
  saveProfile,
  storedProfiles,
} from './profile/profileStore.js';
export { parseProfile, profileFileName, profileText } from './profile/profileText.js';
export {
  armSpanFromWrists,
  eyeHeightPart,
  handLengthPart,
  headJointPart,
  type StaturePart,
  segmentParts,
  statureFromEyeHeight,
  statureFromHeadJoint,
} from './proportions/anthropometry.js';
export {
  type BodyLengths,
  type BodyLengthsSettings,
  createBodyLengths,
  defaultBodyLengthsSettings,
  finishLengths,
  hasOwnLengths,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
} from './proportions/bodyLengths.js';
export {
  averageBody,
  type BodyPriors,
  priorsOfSkeleton,
  proportionsOfPriors,
} from './proportions/bodyPriors.js';
export {
  type BodyProportions,
  type ProportionName,
  proportionsOfStature,
  segmentNames,
} from './proportions/bodyProportions.js';
export {
  type MeasuredSkeleton,
  measureSkeleton,
  proportionsOfSkeleton,
} from './proportions/measureSkeleton.js';
export { measureTPose, type TPoseMeasures } from './proportions/measureTPose.js';
export {
  createProportionsRefiner,
  defaultRefinerSettings,
  type ProportionsRefiner,
  type RefinerSettings,
  refiningPoints,
  shownProportions,
  stepProportions,
} from './proportions/proportionsRefiner.js';
export {
  applyProportions,
  type StretchOptions,
  stretchToProportions,
} from './proportions/stretchToProportions.js';
export type { RolesInput, RolesResult, StandingTracker } from './roles/roleTypes.js';
export { solveRoles } from './roles/solveRoles.js';
export { mirrorRole, roleNames, type TrackerRole, trackerRoles } from './roles/trackerRoles.js';
export {
  commandCalibration,
  type SessionCommand,
  stepCalibration,
} from './session/calibrationSession.js';
export {
  type SessionInput,
  writeJointFrame,
} from './session/sessionInput.js';
export {
  type CalibrationSession,
  createCalibrationSession,
  defaultSessionSettings,
  type SessionSettings,
} from './session/sessionState.js';
export { type SessionStep, sessionSteps } from './session/sessionSteps.js';
export type { ApartSpace, SeenDevice, SeenSpaces } from './space/seenDevice.js';
export { alignTPose, type StandingPerson, type TPoseAlignment } from './space/alignTPose.js';
export { type FixedPair, type FoundSpace, findSpaces, type SeenMotion } from './space/findSpaces.js';
export { findTimeOffset, MOST_TIME_OFFSET, type TimeOffset } from './space/findTimeOffset.js';
export { type FitOptions, fitSpaces, type SpaceFit, type SpacePair } from './space/fitSpaces.js';
export {
  appendMotion,
  createMotionTrack,
  type MotionTrack,
  sampleMotion as sampleMotionTrack,
} from './space/motionTrack.js';
export { isAnchor, profileSpace, spacesOfProfile } from './space/profileSpace.js';
export { createSpaceDrift, type SpaceDrift, stepSpaceDrift } from './space/spaceDrift.js';
