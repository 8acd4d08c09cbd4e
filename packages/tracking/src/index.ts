// A frame: what devices measure, and where joints are
export { createDeviceFrame, type DeviceFrame } from './frame/deviceFrame.js';
export { copyJointFrame, createJointFrame, type JointFrame, setJoint } from './frame/jointFrame.js';
export {
  copyTrackedParts,
  HAND_JOINT_COUNT,
  isTracked,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  type TrackedPoint,
  trackedPoints,
} from './frame/trackedParts.js';

// The judge of samples
export {
  createPoseTrack,
  headLimits,
  isDoubted,
  judgePose,
  LONGEST_FAULT,
  limbLimits,
  restartPoseTrack,
  turnBetween,
  verdict,
  wayBetween,
} from './judge/judgePose.js';

// Devices -> joints
export {
  buildReaderParams,
  calibrateHeight,
  createJointReader,
  defaultJointReaderSettings,
  type JointReader,
  startCrossfade,
} from './reader/jointReader.js';
export { readJoints } from './reader/readJoints.js';
export { createPlacement, type Placement, placeJoints, placementFor } from './reader/placement.js';
export {
  eyeHeightOfStature,
  findStandingHead,
  headHeightOfStature,
  scaleToAvatar,
  standingEyeHeight,
  standingHeadHeight,
  statureOfHeadHeight,
} from './reader/standing.js';
export { type FittedAvatar, fitReader, shownScaleOf } from './reader/fitReader.js';
export { buildHeightMap } from './reader/heightMap.js';
export { defaultHoldLostParams } from './reader/holdLost.js';
export { restLeftHandOf } from './reader/restHand.js';
export {
  createTrackerOffsets,
  devicesOfJoints,
  jointOfDevice,
  type PoseTuple,
  type TrackerOffsets,
} from './frame/trackerOffsets.js';

// Sources: a headset
export type { TrackedSource } from './sources/trackedSource.js';
export { createWebXrSource } from './xr/webXrSource.js';
export { createXrOffsets, eyesInHead, handJointInJoint } from './xr/xrOffsets.js';
export { handJointNumber } from './xr/handJointNames.js';

// Sources: recordings and clips
export { createRecordingSource } from './sources/recordingSource.js';
export { createMotionSource } from './sources/motionSource.js';
export {
  type RecordedTrack,
  readRecordingFrame,
  recordingDuration,
  sampleRecording,
  sampleRecordingAt,
  type TrackingHeader,
  type TrackingRecording,
} from './sources/recording.js';

export {
  appendDevices,
  deviceTrackSpec,
  devicesOfTrack,
  type ExtraPose,
  headerOfSource,
  trackOfDevices,
} from './sources/deviceTrack.js';

// Sources: an emulated person
export { type EmulatedSource, createEmulatedSource } from './emulator/emulatedSource.js';
export { type EmulatorHandle, resetEmulator } from './emulator/emulatorState.js';
export { createEmulatedHeadset } from './emulator/emulatedHeadset.js';
export {
  dragHandleTo,
  grabHandle,
  lookBy,
  pushHandle,
  readHandle,
  releaseHandle,
  setMoveWish,
  turnHandBy,
} from './emulator/emulatorCommands.js';
export { emulatorKeys, pressEmulatorKey, releaseEmulatorKeys } from './emulator/emulatorKeys.js';

// Devices with ids of their own, for feeds
export { createArrivalMeter, meterArrival, meterSilence } from './devices/arrivalMeter.js';
export {
  applyFeedPacket,
  createDeviceTable,
  type FeedDevice,
  loseStaleDevices,
} from './devices/deviceTable.js';
export {
  addFeedSample,
  createFeedPacket,
  type FeedPacket,
  MAX_SAMPLES,
  resetFeedPacket,
} from './devices/feedPacket.js';
export { createFeedSender, isKnownSender } from './devices/feedSender.js';

// Poses in flat arrays
export { boneOfPoint } from './frame/boneOfPoint.js';
export { composePoses, copyPoseSlice, invertPose, isUsablePose, mixPose, readRotation } from './frame/poseSlice.js';
