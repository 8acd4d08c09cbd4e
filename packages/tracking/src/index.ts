export { devicesOfJoints } from './devicesOfJoints.js';
export { boneOfPoint } from './boneOfPoint.js';
export { type ArrivalMeter, createArrivalMeter, meterArrival, meterSilence } from './devices/arrivalMeter.js';
export type { FeedDevice } from './devices/deviceTable.js';
export { applyFeedPacket, createDeviceTable, type DeviceTable, loseStaleDevices } from './devices/deviceTable.js';
export {
  addFeedSample,
  createFeedPacket,
  type DeviceKind,
  type FeedPacket,
  type FeedSample,
  resetFeedPacket,
} from './devices/feedPacket.js';
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
export { createPlacedSource, createPlacement, type Placement, placementFor, placeJointFrame } from './placement.js';
export { composePoses, copyPoseSlice, invertPose, isUsablePose, mixPoses, readRotation } from './poseSlice.js';
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
} from './recording.js';
export { createRecordingSource } from './recordingSource.js';
export { createFrameSmoother, type FrameSmoother, smoothJointFrame } from './smoothFrame.js';
export { createSourceSwitch, type SourceSwitch, type SourceSwitchOptions } from './sourceSwitch.js';
export { createTimeline, seekTimeline, stepTimeline, type Timeline } from './timeline.js';
export { copyDeviceFrame, createDeviceFrame, type DeviceFrame } from './deviceFrame.js';
export { copyJointFrame, createJointFrame, type JointFrame } from './jointFrame.js';
export {
  HAND_JOINT_COUNT,
  isTracked,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  type TrackedParts,
  type TrackedPoint,
  type TrackingQuality,
  trackedPoints,
} from './trackedParts.js';
export type { TrackedSource } from './trackedSource.js';
export {
  createTrackerOffsets,
  jointsOfDevices,
  removeOffsets,
  type PoseTuple,
  type TrackerOffsets,
} from './trackerOffsets.js';
export { type HandJointName, handJointNames, handJointNumber } from './xr/handJointNames.js';
export { createWebXrSource, type WebXrSource, type WebXrSourceOptions } from './xr/webXrSource.js';
export { createXrBodyState, readXrBody, type XrBodyState, type XrFrameWithBody } from './xr/xrBody.js';
export { createXrOffsets, eyesInHead, type HandSide, handJointInJoint, type XrOffsetOptions } from './xr/xrOffsets.js';
