// Errors

export { FormatError, type FormatKind } from './formatError.js';

// Any file

export type { ByteSource } from './io/bytes.js';
export { gunzipIfNeeded, gzip, isGzip } from './io/gzip.js';
export { type Loaded, type LoadOptions, loadMotionOrRecording } from './loadMotionOrRecording.js';
export { type SniffedFormat, sniffFormat } from './sniffFormat.js';

// BVH

export { type BvhChannel, type BvhFile, type BvhJoint, bvhChannels } from './bvh/bvhFile.js';
export type { PositionMeaning } from './bvh/bvhLocalPoses.js';
export { type EulerOrder, eulerOrders } from './bvh/euler.js';
export type { LengthUnit } from './bvh/guessUnit.js';
export { type BvhMotion, type BvhMotionOptions, type BvhReport, motionFromBvh } from './bvh/motionFromBvh.js';
export { parseBvh } from './bvh/parseBvh.js';
export { readBvh } from './bvh/readBvh.js';
export { type BvhWriteOptions, writeBvh } from './bvh/writeBvh.js';

// JSON Lines: leib-tracking/1, leib-joints/1

export {
  jointsHeaderText,
  jointsLines,
  jointsLineText,
  readJointsLines,
  writeJointsLines,
} from './lines/jointsLines.js';
export { type TrackingLineOptions, trackingLineText } from './lines/trackingLine.js';
export { createTrackingLineReader, type TrackingLineReader } from './lines/trackingLineReader.js';
export {
  readTrackingLines,
  recordedPoints,
  trackingHeaderText,
  trackingLines,
  writeTrackingLines,
} from './lines/trackingLines.js';

// Recordings in memory

export {
  createJointsFrame,
  type JointsFrame,
  type JointsRecording,
  readJointsFrame,
  sampleJoints,
} from './recording/jointsRecording.js';
export {
  appendFrame,
  createRecordingBuilder,
  type ExtraPose,
  finishRecording,
  type RecordingBuilder,
} from './recording/recordingBuilder.js';

// Conversions

export { floorOfMotion } from './convert/bodyHeights.js';
export { type JointsFromMotionOptions, jointsFromMotion } from './convert/jointsFromMotion.js';
export { motionFromJoints } from './convert/motionFromJoints.js';
export { recordSkeleton, skeletonFromRecorded } from './convert/recordedSkeleton.js';
export { resampleMotion } from './convert/resampleMotion.js';
export { resampleJoints, resampleTracking } from './convert/resampleRecording.js';
export { statureOfSkeleton } from './convert/stature.js';
export {
  type TrackingFromMotionOptions,
  trackedPointBones,
  trackingFromMotion,
} from './convert/trackingFromMotion.js';

// MCAP sessions

export type { RandomAccess } from './mcap/messageSource.js';
export { blobAccess, bytesAccess, openSession, readSession, type SessionFile } from './mcap/readSession.js';
export {
  createSessionPlayer,
  type SessionPlayer,
  seekSessionPlayer,
  stepSessionPlayer,
  updateSessionPlayer,
} from './mcap/sessionPlayer.js';
export type { RecordedSettings, SessionRecording } from './mcap/sessionRecording.js';
export {
  type ByteSink,
  createMemorySink,
  type MemorySink,
  openSessionWriter,
  type SessionWriter,
  type SessionWriterOptions,
  writeSession,
} from './mcap/writeSession.js';

// glTF and VRM animation

export { type GltfMotion, type GltfMotionOptions, type GltfReport, readGltfMotion } from './gltf/readGltfMotion.js';
export { type GltfWriteOptions, writeGltfMotion } from './gltf/writeGltfMotion.js';
