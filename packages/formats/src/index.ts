// Any file: what it is, and what is in it
export { loadMotionOrRecording } from './loadMotionOrRecording.js';
export { sniffFormat } from './sniffFormat.js';
export { gunzipIfNeeded, gzip, unpack, unpackWithin } from './io/unpack.js';
export { FormatError } from './formatError.js';

// The most that a file may hold or become
export { checkCount, countFrames, fileLimits, mostNumbers, mostUnpackedBytes } from './limits/fileLimits.js';

// Several files that belong together: a folder, a zip, files dropped at once
export { createFileSet, type FileSet, fileSetOfBytes, type SetFile } from './files/fileSet.js';
export { fileSetOfDrop, fileSetOfFiles, fileSetOfZip } from './files/openFiles.js';
export {
  ChoiceError,
  chooseFile,
  filesWithExtension,
  findFile,
  missingFiles,
  requireFiles,
} from './files/findFile.js';
export { looksLikeZip, storedZip, type ZippedFile } from './files/zipFile.js';
export { crc32 } from './io/crc32.js';

// Motions: BVH, glTF and VRM animation
export { type BvhMotionOptions, readBvh } from './bvh/motionFromBvh.js';
export { bvhAssumptions } from './bvh/bvhAssumptions.js';
export { bvhUnits } from './bvh/guessUnit.js';
export { type UpAxis, upAxes } from './upAxis.js';
export { createBvhText, writeBvh } from './bvh/writeBvh.js';
export { checkGltf } from './gltf/checkGltf.js';
export { readGltfMotion } from './gltf/readGltfMotion.js';
export { writeGltfMotion } from './gltf/writeGltfMotion.js';
export {
  addGltfAnimation,
  type AnimationTrack,
  embedGltfBuffers,
  type GltfTransform,
} from './gltf/addGltfAnimation.js';

// Recordings as JSON Lines: leib-tracking/1, leib-joints/1, leib-feed-recording/1, leib-hand/1
export {
  createTrackingLineReader,
  readTrackingLines,
  trackingHeaderText,
  writeTrackingLines,
} from './lines/trackingLines.js';
export { trackingLineText } from './lines/trackingLine.js';
export {
  jointsHeaderText,
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
export { createBodyTracks } from './recording/bodyTracks.js';
export { appendMarkers, markersTrackSpec, trackOfMarkers } from './recording/markersTrack.js';
export { readFeedLines, writeFeedLines } from './lines/feedLines.js';
export { readHandLines, writeHandLines } from './lines/handLines.js';

// Whole recordings: all their tracks, documents and events in one MCAP file
export {
  createFeedWriter,
  createMemorySink,
  openRecordingWriter,
  type RecordingWriter,
  writeRecording,
} from './mcap/writeRecording.js';
export { openRecording, readRecording } from './mcap/readRecording.js';
export {
  faceOfRecording,
  motionOfRecording,
  recordingFormats,
  recordingOfFile,
  writableFormats,
} from './recording/recordingFormats.js';

// From one to another: motions to recordings and back, other rates, sizes
export { trackedPointBones, trackingFromMotion } from './convert/trackingFromMotion.js';
export { jointsFromMotion } from './convert/jointsFromMotion.js';
export { motionFromJoints } from './convert/motionFromJoints.js';
export { skeletonFromRecorded } from './convert/recordedSkeleton.js';
export { resampleMotion, resampleRecording } from './convert/resampleRecording.js';
export { floorOfMotion, statureOfSkeleton } from './convert/bodyHeights.js';

// Meshes: OBJ, PLY, STL, COLLADA, glTF
export { readMesh } from './mesh/readMesh.js';
export { looksLikeCollada, readCollada } from './mesh/readCollada.js';
export { readXml, writeXml, type XmlElement } from './io/readXml.js';
export { guessMeshUnit, type Mesh, type MeshUnit, meshUnits } from './mesh/mesh.js';
export { writeObj, writePly } from './mesh/writeObj.js';
export type { GltfMeshOptions } from './mesh/readGltfMesh.js';
export { writeColouredMesh, writeGltfMesh } from './scene/gltfOfMesh.js';
export { gltfFileNames, packGltf } from './gltf/packGltf.js';
export { type GltfJson, readGlb, readGltfJson, withGltfJson, writeGlb } from './gltf/glb.js';

// All surfaces of a file, to be written again with a skeleton and a skin
export { type MeshScene, readMeshScene, withoutObjects } from './scene/readMeshScene.js';
export { createGlbBuilder } from './scene/glbBuilder.js';
export { inverseBinds, writeMorphedScene, writeSkinnedScene } from './scene/writeSkinnedScene.js';
export { weldVertices } from './scene/smoothNormals.js';

// Markers: C3D
export type { C3dFile } from './c3d/c3dParameters.js';
export { readC3d } from './c3d/parseC3d.js';
export { writeC3d } from './c3d/writeC3d.js';
