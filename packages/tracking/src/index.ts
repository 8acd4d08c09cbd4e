// A frame: what devices measure, and where joints are
export { copyDeviceFrame, createDeviceFrame, type DeviceFrame } from './frame/deviceFrame.js';
export { copyJointFrame, createJointFrame, type JointFrame, setJoint } from './frame/jointFrame.js';
export {
  HAND_JOINT_COUNT,
  isTracked,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  type TrackedPoint,
  type TrackingQuality,
  trackedPoints,
} from './frame/trackedParts.js';

// Devices -> joints
export {
  buildReaderParams,
  createJointReader,
  defaultJointReaderSettings,
  type JointReader,
  type JointReaderSettings,
  startCrossfade,
} from './reader/jointReader.js';
export { readJoints } from './reader/readJoints.js';
export { createPlacement, type Placement, placeJoints, placementFor } from './reader/placement.js';
export { defaultHoldLostParams } from './reader/holdLost.js';
export { createTrackerOffsets, jointOfDevice, type PoseTuple, type TrackerOffsets } from './frame/trackerOffsets.js';
export { devicesOfJoints } from './frame/devicesOfJoints.js';

// Sources: a headset
export type { TrackedSource } from './sources/trackedSource.js';
export { createWebXrSource, type WebXrSource, type WebXrSourceOptions } from './xr/webXrSource.js';
export { createXrBodyState, readXrBody, type XrBodyState, type XrFrameWithBody } from './xr/xrBody.js';
export { createXrOffsets, eyesInHead, type HandSide, handJointInJoint, type XrOffsetOptions } from './xr/xrOffsets.js';
export { type HandJointName, handJointNames, handJointNumber } from './xr/handJointNames.js';

// Sources: recordings and clips
export { createRecordingSource } from './sources/recordingSource.js';
export { createMotionSource, type MotionSource, type MotionSourceOptions } from './sources/motionSource.js';
export { createTimeline, seekTimeline, stepTimeline, type Timeline } from './sources/timeline.js';
export {
  CONTROLLER_SIZE,
  lastFrameAt,
  type RecordedSkeleton,
  type RecordedTrack,
  readRecordingFrame,
  recordingDuration,
  sampleRecording,
  type TrackingHeader,
  type TrackingRecording,
} from './sources/recording.js';

// Sources: an emulated person
export { createEmulatedSource, type EmulatedSource } from './emulator/emulatedSource.js';
export {
  createEmulatedHeadset,
  type EmulatedHeadset,
  type EmulatedHeadsetOptions,
} from './emulator/emulatedHeadset.js';
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

// Devices with ids of their own, for feeds
export { type ArrivalMeter, createArrivalMeter, meterArrival, meterSilence } from './devices/arrivalMeter.js';
export {
  applyFeedPacket,
  createDeviceTable,
  type DeviceTable,
  type FeedDevice,
  loseStaleDevices,
} from './devices/deviceTable.js';
export {
  addFeedSample,
  createFeedPacket,
  type DeviceKind,
  type FeedPacket,
  type FeedSample,
  resetFeedPacket,
} from './devices/feedPacket.js';

// Poses in flat arrays
export { boneOfPoint } from './frame/boneOfPoint.js';
export { composePoses, copyPoseSlice, invertPose, isUsablePose, mixPoses, readRotation } from './frame/poseSlice.js';
