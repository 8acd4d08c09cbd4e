// Rigid bodies: frames, where they come from, and what makes them fit to be solved
export { type BodyFrame, copyBodyFrame, createBodyFrame, mocapBodyNames } from './bodies/bodyFrame.js';
export { type BodyMap, bodyMapText, defaultBodyMap, parseBodyMap } from './bodies/bodyMap.js';
export {
  appendBodies,
  bodiesHeader,
  bodiesOfFeed,
  bodyTrackSpec,
  namesOfRecordedBodies,
  readRecordedBodies,
} from './bodies/recordedBodies.js';
export { describeWarnings } from './bodies/bodyWarnings.js';
export {
  type BodyConditioner,
  bodyFlag,
  defaultBodyConditionerParams,
} from './bodies/bodyConditioner.js';
export { type BodySource, createFeedBodySource, createRecordedBodySource } from './bodies/bodySource.js';

// Simulated trackers: bodies on any motion, as a recording or as DTrack packets
export { type SimulatedBodies, simulateBodies } from './simulate/simulateBodies.js';
export { encodeDTrackBodies } from './simulate/dtrackOfBodies.js';

// Refinement: the skeleton that fits all bodies at once
export { type BodyPlacement, placeBodies } from './refine/bodyPlacement.js';
export { type BodyResiduals, createBodyResiduals, measureBodyResiduals } from './refine/bodyResiduals.js';

// Offsets: how rigid bodies sit on the actor
export type { MocapJoint, MocapOffsets } from './offsets/offsets.js';
export { offsetsText, parseOffsets } from './offsets/parseOffsets.js';
export { describeSetup } from './offsets/describeSetup.js';
export { findOffsets } from './offsets/findOffsets.js';

// Denavit-Hartenberg skeletons as data
export { defaultDhSkeleton } from './dh/defaultDhSkeleton.js';
export type { DhSkeleton } from './dh/dhSkeleton.js';
export { dhSkeletonText, parseDhSkeleton } from './dh/parseDhSkeleton.js';

// Transfer to agents of other proportions, live or recorded
export {
  buildTransfer,
  createTransferState,
  type TransferMethod,
  type TransferModel,
  type TransferState,
} from './transfer/transferModel.js';
export { stepTransfer } from './transfer/stepTransfer.js';
export { transferMotion } from './transfer/transferMotion.js';
export { measureTransfer, type TransferFigures } from './transfer/measureTransfer.js';

// Rigging a mesh: joint points to a skeleton and skin weights
export {
  jointLabel,
  type RigPoint,
  type RigPoints,
  type RigSurface,
  requiredRigPoints,
  rigBones,
  withRigPoint,
} from './rigging/rigPoints.js';
export { parseRigPoints, type RigPointsFile, rigPointsText } from './rigging/rigPointsFile.js';
export { rigPointsOfScene } from './rigging/pointsOfScene.js';
export {
  filePoints,
  type MeshPlacement,
  placedPoints,
  placedSurface,
  placementOfPoints,
  placementOfShape,
} from './rigging/placeMesh.js';
export { completeRigPoints } from './rigging/completeRigPoints.js';
export { proposeRigPoints } from './rigging/proposeRigPoints.js';
export { type MeshRig, rigMesh } from './rigging/rigMesh.js';
export { proposeScenePoints, type RiggedScene, rigScene, writeRiggedGlb } from './rigging/rigScene.js';

// Takes recorded in pieces, put together in time and across the body
export type { Take } from './takes/take.js';
export { type Combination, combinationText, parseCombination } from './takes/combination.js';
export { type CombinedTakes, combineTakes } from './takes/combineTakes.js';

// Solving: a frame of bodies becomes angles and a pose
export { guessedLengths } from './actor/actorLengths.js';
export {
  buildMocapModel,
  createMocapState,
  type MocapMethod,
  type MocapModel,
  type MocapState,
  stepMocap,
  takeLengths,
} from './stepMocap.js';
export { type SolvedRecording, solveRecording } from './solveRecording.js';

// Labelled markers: the body they sit on, its movement, and how well it explains them
export { fitMarkers, type MarkerFitProgress } from './markers/fitMarkers.js';
export { type MarkerFit, type MarkerResidual, markerFitFrame } from './markers/markerFit.js';
export { type MarkerMap, parseMarkerMap } from './markers/markerMap.js';
export { placesOfLabels } from './markers/readLabel.js';

// Recording rigid bodies from DTrack, live or from a log
export { dtrackLogText, looksLikeDTrackLog, packetsOfDTrackLog } from './record/dtrackLog.js';
export { type BodyReader, createBodyReader, pointsOfMap, readPacket } from './record/bodyReader.js';
export { rateOfTimes, recordingOfDTrackLog } from './record/recordingOfLog.js';

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
