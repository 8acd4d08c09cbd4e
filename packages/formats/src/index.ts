// Any file: what it is, and what is in it
export { type Loaded, loadMotionOrRecording } from './loadMotionOrRecording.js';
export { sniffFormat } from './sniffFormat.js';
export { gunzipIfNeeded, gzip } from './io/unpack.js';
export { unpack, unpackWithin } from './io/unpack.js';
export { FormatError } from './formatError.js';

// The most that a file may hold or become
export { checkCount, countFrames, fileLimits, mostNumbers, mostUnpackedBytes } from './limits/fileLimits.js';

// Several files that belong together: a folder, a zip, files dropped at once
export { createFileSet, type FileSet, fileSetOfBytes, type SetFile } from './files/fileSet.js';
export { fileSetOfDrop, fileSetOfFiles, fileSetOfZip } from './files/openFiles.js';
export { findFile, missingFiles, requireFiles } from './files/findFile.js';
export { ChoiceError, chooseFile, type FileChoice, filesWithExtension } from './files/findFile.js';
export { storedZip, type ZippedFile } from './files/zipFile.js';
export { looksLikeZip } from './files/zipFile.js';
export { crc32 } from './io/crc32.js';

// Motions: BVH, glTF and VRM animation
export { readBvh } from './bvh/motionFromBvh.js';
export type { BvhMotion, BvhMotionOptions } from './bvh/motionFromBvh.js';
export { type BvhAssumption, bvhAssumptions } from './bvh/bvhAssumptions.js';
export { bvhUnits } from './bvh/guessUnit.js';
export { type UpAxis, upAxes } from './upAxis.js';
export { createBvhText, writeBvh } from './bvh/writeBvh.js';
export { checkGltf } from './gltf/checkGltf.js';
export { readGltfMotion } from './gltf/readGltfMotion.js';
export { writeGltfMotion } from './gltf/writeGltfMotion.js';
export { addGltfAnimation, type GltfTransform } from './gltf/addGltfAnimation.js';

// Recordings as JSON Lines: leib-tracking/1, leib-joints/1, leib-feed-recording/1, leib-hand/1
export { readTrackingLines, trackingHeaderText, trackingLines, writeTrackingLines } from './lines/trackingLines.js';
export { trackingLineText } from './lines/trackingLine.js';
export { createTrackingLineReader } from './lines/trackingLines.js';
export {
  jointsHeaderText,
  jointsLines,
  jointsLineText,
  readJointsLines,
  writeJointsLines,
} from './lines/jointsLines.js';
export {
  createJointsFrame,
  type JointsRecording,
  jointsOfTrack,
  jointsTrackSpec,
  trackOfJoints,
  valuesOfJoints,
} from './recording/jointsRecording.js';
export { appendMarkers, markersTrackSpec, trackOfMarkers } from './recording/markersTrack.js';
export { readFeedLines, writeFeedLines } from './lines/feedLines.js';
export { handLines, readHandLines, writeHandLines } from './lines/handLines.js';

// Whole recordings: all their tracks, documents and events in one MCAP file
export { createFeedWriter } from './mcap/writeRecording.js';
export {
  createMemorySink,
  type DeviceWriter,
  openRecordingWriter,
  type RecordingWriter,
  type TrackWriter,
  writeRecording,
} from './mcap/writeRecording.js';
export {
  blobAccess,
  bytesAccess,
  openRecording,
  type ReadRecording,
  type RecordingFile,
  readRecording,
} from './mcap/readRecording.js';
export {
  type FileRecording,
  faceOfRecording,
  motionOfRecording,
  type RecordingFormat,
  recordingFormats,
  recordingOfFile,
  writableFormats,
} from './recording/recordingFormats.js';

// From one to another: motions to recordings and back, other rates, sizes
export { trackedPointBones, trackingFromMotion } from './convert/trackingFromMotion.js';
export { jointsFromMotion } from './convert/jointsFromMotion.js';
export { motionFromJoints } from './convert/motionFromJoints.js';
export { recordSkeleton, skeletonFromRecorded } from './convert/recordedSkeleton.js';
export { resampleMotion } from './convert/resampleRecording.js';
export { resampleRecording } from './convert/resampleRecording.js';
export { floorOfMotion } from './convert/bodyHeights.js';
export { statureOfSkeleton } from './convert/bodyHeights.js';

// Meshes: OBJ, PLY, STL, COLLADA, glTF
export { readMesh } from './mesh/readMesh.js';
export { looksLikeCollada, readCollada } from './mesh/readCollada.js';
export { readXml, writeXml, type XmlElement } from './io/readXml.js';
export type { Mesh } from './mesh/mesh.js';
export { writeObj } from './mesh/writeObj.js';
export { writePly } from './mesh/writeObj.js';
export type { GltfMeshOptions } from './mesh/readGltfMesh.js';
export { writeGltfMesh } from './scene/gltfOfMesh.js';
export { embedGltfBuffers } from './gltf/addGltfAnimation.js';
export { gltfFileNames, packGltf } from './gltf/packGltf.js';
export { type GltfJson, readGlb, readGltfJson, withGltfJson, writeGlb } from './gltf/glb.js';
export { guessMeshUnit, type MeshUnit, meshUnits } from './mesh/mesh.js';

// All surfaces of a file, to be written again with a skeleton and a skin
export { readMeshScene } from './scene/readMeshScene.js';
export type { MeshScene } from './scene/readMeshScene.js';
export { withoutObjects } from './scene/readMeshScene.js';
export { writeSkinnedScene } from './scene/writeSkinnedScene.js';
export { writeMorphedScene } from './scene/writeSkinnedScene.js';
export type { AnimationTrack } from './gltf/addGltfAnimation.js';
export { writeColouredMesh } from './scene/gltfOfMesh.js';
export { weldVertices } from './scene/smoothNormals.js';

// Markers: C3D
export type { C3dFile } from './c3d/c3dParameters.js';
export { readC3d } from './c3d/parseC3d.js';
export { writeC3d } from './c3d/writeC3d.js';
