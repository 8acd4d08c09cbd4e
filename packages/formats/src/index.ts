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

// GLB, the container of glTF and VRM

export { type Glb, type GltfJson, readGlb, writeGlb } from './gltf/glb.js';

// glTF and VRM animation

export { type GltfMotion, type GltfMotionOptions, type GltfReport, readGltfMotion } from './gltf/readGltfMotion.js';
export { type GltfWriteOptions, writeGltfMotion } from './gltf/writeGltfMotion.js';

// Meshes: OBJ, PLY, glTF

export type { Mesh, MeshGroup } from './mesh/mesh.js';
export { type GltfMeshOptions, readGltfMesh } from './mesh/readGltfMesh.js';
export { readMesh } from './mesh/readMesh.js';
export { readObj } from './mesh/readObj.js';
export { readPly } from './mesh/readPly.js';
export { writeGltfMesh } from './mesh/writeGltfMesh.js';
export { writeObj } from './mesh/writeObj.js';
export { type PlyWriteOptions, writePly } from './mesh/writePly.js';

// C3D: markers

export type { C3dAnalog, C3dFile, C3dParameter, C3dProcessor } from './c3d/c3dFile.js';
export { clusterPoses } from './c3d/clusterPoses.js';
export { looksLikeC3d, parseC3d } from './c3d/parseC3d.js';
export { readC3d } from './c3d/readC3d.js';
export { type C3dMarkers, type C3dWriteOptions, writeC3d } from './c3d/writeC3d.js';
