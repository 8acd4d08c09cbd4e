// What is tracked

// Feeds: every tracker there is
export {
  BRIDGE_HEADER_SIZE,
  BRIDGE_OUTPUT_HEADER_SIZE,
  BRIDGE_PATH,
  BRIDGE_VERSION,
  type BridgeFeed,
  type BridgeHello,
  type BridgeOutput,
  type BridgePong,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  MAX_DATAGRAM_SIZE,
  readBridgePing,
  setBridgeDropped,
} from './feeds/bridge/bridgeMessage.js';
export { type BridgeSource, type BridgeSourceOptions, createBridgeSource } from './feeds/bridge/bridgeSource.js';
export { bridgeUrl } from './feeds/bridge/bridgeUrl.js';
export type { FeedDevice } from './feeds/deviceTable.js';
export {
  createDTrackFrame,
  type DTrackBody,
  type DTrackFlystick,
  type DTrackFrame,
  type DTrackHand,
  type DTrackJoint,
  type DTrackMarker,
  type DTrackTool,
} from './feeds/dtrack/dtrackFrame.js';
export { type DTrackFrameToSend, encodeDTrackFrame } from './feeds/dtrack/encodeDTrack.js';
export { parseDTrack } from './feeds/dtrack/parseDTrack.js';
export { type FeedDecoder, type FeedProtocol, feedProtocols, type UpAxis } from './feeds/feedDecoder.js';
export { createFeedDecoder, defaultUpAxis } from './feeds/feedDecoders.js';
export { createFeedPacket, type DeviceKind, type FeedPacket, type FeedSample } from './feeds/feedPacket.js';
export type { CreateSocket } from './feeds/feedSocket.js';
export type { FeedConnection, FeedRoles, FeedSource, FeedSpaces, FeedStatus } from './feeds/feedSource.js';
export type { JsonFeedDevice, JsonFeedFrame } from './feeds/json/jsonDecoder.js';
export { createJsonSource } from './feeds/json/jsonSource.js';
export { createMergedSource } from './feeds/mergedSource.js';
export {
  encodeNatNetRequest,
  NATNET_COMMAND_PORT,
  NATNET_DATA_PORT,
  NATNET_MULTICAST_ADDRESS,
} from './feeds/natnet/natNetMessages.js';
// Feeds that were recorded
export {
  FEED_RECORDING_FORMAT,
  type FeedChapter,
  type FeedRecording,
  FeedRecordingError,
  feedRecordingText,
  parseFeedRecording,
  type RecordedDevice,
} from './feeds/recorded/feedRecording.js';
export { createRecordedFeedSource, type RecordedFeedSource } from './feeds/recorded/recordedFeedSource.js';
export { createSlimeVrSource, SLIMEVR_URL } from './feeds/slimevr/slimeVrSource.js';
export type { SocketSourceOptions } from './feeds/socketSource.js';
export {
  createVmcEncoder,
  encodeVmcFrame,
  encodeVmcTracker,
  flushVmcTrackers,
  type VmcEncoder,
  type VmcFrameOptions,
} from './feeds/vmc/vmcEncoder.js';
export {
  createVrChatEncoder,
  encodeVrChatFrame,
  type VrChatEncoder,
  vrChatTrackers,
} from './feeds/vrchat/vrChatEncoder.js';
// Where it comes from
export { createTimeline, seekTimeline, stepTimeline, type Timeline } from './timeline.js';
export {
  copyTrackedFrame,
  createTrackedFrame,
  HAND_JOINT_COUNT,
  isTracked,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedFrame,
  type TrackedHand,
  type TrackedPoint,
  type TrackingQuality,
  trackedPoints,
} from './trackedFrame.js';
export type { TrackedSource } from './trackedSource.js';
export { applyTrackerOffsets, createTrackerOffsets, type PoseTuple, type TrackerOffsets } from './trackerOffsets.js';

// Recordings in memory

// Sources, and what stands between them and a body
export { addTrackerOffsets } from './addTrackerOffsets.js';
export { boneOfPoint } from './boneOfPoint.js';
export {
  type CentreFinderPhase,
  type CentreFinderSettings,
  type CentreFinderState,
  createCentreFinder,
  defaultCentreFinderSettings,
  resetCentreFinder,
  stepCentreFinder,
} from './calibration/jointCentre/centreFinder.js';
export { findJointCentre, type JointCentre, relativePoseSamples } from './calibration/jointCentre/jointCentre.js';
export {
  appendPoseSample,
  clearPoseSamples,
  createPoseSamples,
  type PoseSamples,
} from './calibration/jointCentre/poseSamples.js';
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
} from './calibration/jointCentre/probeGrid.js';
// Calibration: how trackers sit on joints
export {
  isWornBehind,
  offsetFromTPose,
  offsetWithCentre,
  type PlaceTuple,
  pelvisPlaceInJoint,
  type TrackerMount,
  usualPlaceInJoint,
} from './calibration/offsets/offsetsFromTPose.js';
// Calibration: a person's profile
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
} from './calibration/profile/bodyProfile.js';
export {
  type CalibrationProposal,
  createProfileHistory,
  describeProposal,
  type ProfileAction,
  type ProfileHistory,
  reduceProfile,
} from './calibration/profile/profileHistory.js';
export {
  loadProfile,
  type ProfileStorage,
  removeProfile,
  saveProfile,
  storedProfiles,
} from './calibration/profile/profileStore.js';
export { type ParsedProfile, parseProfile, profileFileName, profileText } from './calibration/profile/profileText.js';
// Calibration: how long limbs are
export {
  armSpanFromWrists,
  eyeHeightPart,
  handLengthPart,
  headJointPart,
  type StaturePart,
  segmentParts,
  statureFromEyeHeight,
  statureFromHeadJoint,
} from './calibration/proportions/anthropometry.js';
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
} from './calibration/proportions/bodyLengths.js';
export {
  averageBody,
  type BodyPriors,
  priorsOfSkeleton,
  proportionsOfPriors,
} from './calibration/proportions/bodyPriors.js';
export {
  type BodyProportions,
  type ProportionName,
  proportionsOfStature,
  segmentNames,
} from './calibration/proportions/bodyProportions.js';
export {
  type MeasuredSkeleton,
  measureSkeleton,
  proportionsOfSkeleton,
} from './calibration/proportions/measureSkeleton.js';
export { measureTPose, type TPoseMeasures } from './calibration/proportions/measureTPose.js';
export {
  createProportionsRefiner,
  defaultRefinerSettings,
  type ProportionsRefiner,
  type RefinerSettings,
  refiningPoints,
  shownProportions,
  stepProportions,
} from './calibration/proportions/proportionsRefiner.js';
export {
  applyProportions,
  type StretchOptions,
  stretchToProportions,
} from './calibration/proportions/stretchToProportions.js';
// Calibration: which tracker is which
export {
  type RolesInput,
  type RolesResult,
  type StandingTracker,
  solveRoles,
} from './calibration/roles/solveRoles.js';
export { mirrorRole, roleNames, type TrackerRole, trackerRoles } from './calibration/roles/trackerRoles.js';
// Calibration: the guided way
export {
  commandCalibration,
  type SessionCommand,
  stepCalibration,
} from './calibration/session/calibrationSession.js';
export {
  type ApartSpace,
  type SeenDevice,
  type SeenSpaces,
  type SessionInput,
  writeJointFrame,
} from './calibration/session/sessionInput.js';
export {
  type CalibrationSession,
  createCalibrationSession,
  defaultSessionSettings,
  type SessionSettings,
  type SessionStep,
  sessionSteps,
} from './calibration/session/sessionState.js';
// Calibration: tracked spaces that are brought together
export { alignTPose, type StandingPerson, type TPoseAlignment } from './calibration/space/alignTPose.js';
export { type FixedPair, type FoundSpace, findSpaces, type SeenMotion } from './calibration/space/findSpaces.js';
export { findTimeOffset, MOST_TIME_OFFSET, type TimeOffset } from './calibration/space/findTimeOffset.js';
export { type FitOptions, fitSpaces, type SpaceFit, type SpacePair } from './calibration/space/fitSpaces.js';
export {
  appendMotion,
  createMotionTrack,
  type MotionTrack,
  sampleMotion as sampleMotionTrack,
} from './calibration/space/motionTrack.js';
export { isAnchor, profileSpace, spacesOfProfile } from './calibration/space/profileSpace.js';
export { createSpaceDrift, type SpaceDrift, stepSpaceDrift } from './calibration/space/spaceDrift.js';
// A headset without a headset
export {
  createEmulatedHeadset,
  type EmulatedHeadset,
  type EmulatedHeadsetOptions,
} from './emulator/emulatedHeadset.js';
export { createEmulatedSource, type EmulatedSource } from './emulator/emulatedSource.js';
export {
  dragHandleBy,
  dragHandleTo,
  grabHandle,
  lookBy,
  pushHandle,
  readHandle,
  releaseHandle,
  setCrouching,
  setGrip,
  setHandLost,
  setMoveWish,
  setTrigger,
  tiltBy,
  turnHandBy,
} from './emulator/emulatorCommands.js';
export {
  type EmulatorAction,
  type EmulatorKey,
  emulatorKeys,
  type HeldKeys,
  pressEmulatorKey,
  releaseEmulatorKeys,
} from './emulator/emulatorKeys.js';
export {
  createEmulatorState,
  defaultEmulatorParams,
  type EmulatedHand,
  type EmulatorHandle,
  type EmulatorParams,
  type EmulatorRate,
  type EmulatorState,
  resetEmulator,
} from './emulator/emulatorState.js';
export { stepEmulator, writeEmulatorFrame } from './emulator/stepEmulator.js';
export {
  createHoldLostState,
  defaultHoldLostParams,
  type HoldLostParams,
  type HoldLostState,
  stepHoldLost,
} from './holdLost.js';
export { createMotionSource, type MotionSource, type MotionSourceOptions } from './motionSource.js';
// Where it stands in the world
export { createPlacedSource, createPlacement, type Placement, placementFor, placeTrackedFrame } from './placement.js';
// Calibration: joint centres
export { composePoses, copyPoseSlice, invertPose, isUsablePose, mixPoses } from './poseSlice.js';
export {
  CONTROLLER_SIZE,
  type RecordedSkeleton,
  type RecordedTrack,
  readRecordingFrame,
  recordingDuration,
  sampleRecording,
  type TrackingHeader,
  type TrackingRecording,
} from './recording.js';
export { createRecordingSource } from './recordingSource.js';
export { createFrameSmoother, type FrameSmoother, smoothTrackedFrame } from './smoothFrame.js';
export { smoothStep } from './smoothStep.js';
export { createSourceSwitch, type SourceSwitch, type SourceSwitchOptions } from './sourceSwitch.js';
export { type HandJointName, handJointNames, handJointNumber } from './xr/handJointNames.js';
export { createWebXrSource, type WebXrSource, type WebXrSourceOptions } from './xr/webXrSource.js';
export { createXrBodyState, readXrBody, type XrBodyState, type XrFrameWithBody } from './xr/xrBody.js';
export { createXrOffsets, eyesInHead, type HandSide, handJointInJoint, type XrOffsetOptions } from './xr/xrOffsets.js';
