// Rigid bodies: frames, where they come from, and what makes them fit to be solved
export {
  type BodyFrame,
  copyBodyFrame,
  createBodyFrame,
  describeWarnings,
  mocapBodyNames,
} from './bodies/bodyFrame.js';
export { bodyMapText, defaultBodyMap, parseBodyMap } from './bodies/bodyMap.js';
export {
  appendBodies,
  bodiesHeader,
  bodiesOfFeed,
  bodyTrackSpec,
  namesOfRecordedBodies,
  readRecordedBodies,
} from './bodies/recordedBodies.js';
export { bodyFlag } from './bodies/bodyConditioner.js';
export { type BodySource, createFeedBodySource, createRecordedBodySource } from './bodies/bodySource.js';

// Simulated trackers: bodies on any motion, as a recording or as DTrack packets
export { encodeDTrackBodies, simulateBodies } from './simulate/simulateBodies.js';

// Offsets: how rigid bodies sit on the actor
export { describeSetup, type MocapJoint, type MocapOffsets } from './offsets/offsets.js';
export { offsetsText, parseOffsets } from './offsets/parseOffsets.js';
export { findOffsets } from './offsets/findOffsets.js';

// Denavit-Hartenberg skeletons as data
export { defaultDhSkeleton } from './dh/defaultDhSkeleton.js';
export { dhSkeletonText, parseDhSkeleton } from './dh/parseDhSkeleton.js';

// Transfer to agents of other proportions, live or recorded
export { buildTransfer, createTransferState, type TransferMethod } from './transfer/transferModel.js';
export { stepTransfer, transferMotion } from './transfer/stepTransfer.js';
export { type TransferFigures, measureTransfer } from './transfer/measureTransfer.js';

// Rigging a mesh: joint points to a skeleton and skin weights
export {
  jointLabel,
  requiredRigPoints,
  rigBones,
  type RigPoint,
  type RigPoints,
  type RigSurface,
  withRigPoint,
} from './rigging/rigPoints.js';
export { parseRigPoints, proposeScenePoints, rigPointsText, rigScene, writeRiggedGlb } from './rigging/rigScene.js';
export { rigPointsOfScene } from './rigging/pointsOfScene.js';
export { filePoints, placedPoints, placedSurface, placementOfPoints, placementOfShape } from './rigging/placeMesh.js';
export { completeRigPoints } from './rigging/checkRigPoints.js';
export { proposeRigPoints } from './rigging/proposeRigPoints.js';
export { type MeshRig, rigMesh } from './rigging/rigMesh.js';

// Takes recorded in pieces, put together in time and across the body
export { combineTakes, type Take } from './takes/combineTakes.js';
export { type Combination, combinationText, parseCombination } from './takes/combination.js';

// Solving: a frame of bodies becomes angles and a pose
export { guessedLengths } from './actor/actorLengths.js';
export { buildMocapModel, createMocapState, type MocapMethod, stepMocap, takeLengths } from './stepMocap.js';
export { solveRecording } from './solveRecording.js';

// Labelled markers: the body they sit on, its movement, and how well it explains them
export { fitMarkers, type MarkerFitProgress } from './markers/fitMarkers.js';
export { type MarkerFit, markerFitFrame } from './markers/describeFit.js';
export { type MarkerMap, parseMarkerMap } from './markers/assignMarkers.js';
export { placesOfLabels } from './markers/readLabel.js';

// Recording rigid bodies from DTrack, live or from a log
export {
  type BodyReader,
  createBodyReader,
  dtrackLogText,
  looksLikeDTrackLog,
  packetsOfDTrackLog,
  pointsOfMap,
  rateOfTimes,
  readPacket,
  recordingOfDTrackLog,
} from './record/bodyReader.js';

// Actors of a stage: bodies of a source, or a solved motion, on an avatar's skeleton, and whoever looks at walls
export {
  type CapturedActor,
  type CapturedSources,
  createCapturedKind,
  isCapturedActor,
  type Performer,
} from './captured/captured.js';
export { MotionPlayer } from './captured/motionPlayer.js';
export { type ActorSolver, createActorSolver, remarksOnBodies } from './captured/actorSolver.js';
export { createViewerKind, isViewer, type Viewer } from './captured/viewer.js';
