// Angles: what they mean, to and from poses, packed for network and GPU
export {
  type AgentAngles,
  type AngleDof,
  type AngleLayout,
  createAgentAngles,
  defaultAngleLayout,
} from './angles/angleLayout.js';
export { type AngleBinding, buildAngleBinding, poseFromAngles } from './angles/angleBinding.js';
export { anglesFromPose, buildPoseReading, type PoseReading } from './angles/anglesFromPose.js';
export {
  PACKED_ANGLE_STEP,
  PACKED_POSITION_STEP,
  PACKED_ROOT_SIZE,
  packAngles,
  packedSize,
  unpackAngles,
} from './angles/packAngles.js';

// Rigid bodies: frames, where they come from, and what makes them fit to be solved
export {
  areAllBodiesTracked,
  type BodyFrame,
  bodyNumber,
  copyBodyFrame,
  createBodyFrame,
  isBodyTracked,
  type MocapBodyName,
  mocapBodyNames,
} from './bodies/bodyFrame.js';
export { type BodyMap, bodyMapText, defaultBodyMap, parseBodyMap } from './bodies/bodyMap.js';
export { namesOfRecordedBodies, readRecordedBodies } from './bodies/recordedBodies.js';
export { readDTrackBodies, readFeedBodies } from './bodies/feedBodies.js';
export { type BodyWarnings, createBodyWarnings, describeWarnings } from './bodies/bodyWarnings.js';
export {
  type BodyConditioner,
  type BodyConditionerParams,
  bodyFlag,
  createBodyConditioner,
  defaultBodyConditionerParams,
  stepBodyConditioner,
} from './bodies/bodyConditioner.js';
export { type BodySource, createFeedBodySource, createRecordedBodySource } from './bodies/bodySource.js';

// Simulated trackers: bodies on any motion, as a recording or as DTrack packets
export {
  defaultSimulation,
  type SimulatedBodies,
  type SimulatedSwap,
  type SimulationOptions,
  simulateBodies,
} from './simulate/simulateBodies.js';
export { encodeDTrackBodies } from './simulate/dtrackOfBodies.js';

// Refinement: the skeleton that fits all bodies at once
export {
  buildRefineModel,
  createRefineState,
  defaultRefineParams,
  type RefineModel,
  type RefineParams,
  type RefineState,
} from './refine/refineModel.js';
export { type RefineInput, stepRefine } from './refine/stepRefine.js';
export { type BodyPlacement, placeBodies } from './refine/bodyPlacement.js';
export { type BodyResiduals, createBodyResiduals, measureBodyResiduals } from './refine/bodyResiduals.js';

// Offsets: how rigid bodies sit on the actor
export {
  type BodyNoise,
  type BodyOffsets,
  boneOfBody,
  boneOfJoint,
  type JointOffset,
  jointOfMocapBone,
  type MocapJoint,
  type MocapOffsets,
  offsetsOfBody,
} from './offsets/offsets.js';
export { offsetsText, parseOffsets } from './offsets/parseOffsets.js';
export { describeSetup } from './offsets/describeSetup.js';
export { type FoundJoint, type FoundOffsets, findOffsets, type OffsetSearch } from './offsets/findOffsets.js';

// Denavit-Hartenberg skeletons as data
export { defaultDhSkeleton } from './dh/defaultDhSkeleton.js';
export type { DhLink, DhSkeleton } from './dh/dhSkeleton.js';
export { dhSkeletonText, parseDhSkeleton } from './dh/parseDhSkeleton.js';

// Transfer to agents of other proportions, live or recorded
export {
  type AgentName,
  type AgentProportions,
  agentProportions,
  agentStretch,
  buildAgentSkeleton,
} from './transfer/agentProportions.js';
export {
  buildTransfer,
  createTransferState,
  defaultTransferParams,
  type TransferMethod,
  type TransferModel,
  type TransferOptions,
  type TransferParams,
  type TransferState,
} from './transfer/transferModel.js';
export { stepTransfer } from './transfer/stepTransfer.js';
export { transferMotion } from './transfer/transferMotion.js';
export { measureTransfer, type TransferFigures } from './transfer/measureTransfer.js';

// Rigging a mesh: joint points to a skeleton and skin weights
export {
  jointLabel,
  mirrorRigPoint,
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
export { proposeScenePoints, type RiggedScene, rigPointsOfRig, rigScene, writeRiggedGlb } from './rigging/rigScene.js';
export { RigError } from './rigging/rigError.js';

// Takes recorded in pieces, put together in time and across the body
export { type Take, trimMotion } from './takes/take.js';
export { appendTake, createTakeRecorder, finishTake, type TakeRecorder } from './takes/takeRecorder.js';
export { type BodyGroups, bodyGroups } from './takes/bodyGroups.js';
export {
  type Alignment,
  type Combination,
  type CombinationLayer,
  type CombinationPiece,
  combinationText,
  parseCombination,
} from './takes/combination.js';
export { type CombinedTakes, combineTakes, type FoundAlignment } from './takes/combineTakes.js';
export { findTimeOffset, type TimeOffset, type TimeOffsetOptions } from './takes/findTimeOffset.js';

// Solving: a frame of bodies becomes angles and a pose
export type { Actor } from './actor/actor.js';
export { type ActorLengths, guessedLengths } from './actor/actorLengths.js';
export { jointRank, type MeasuredJoints } from './actor/measuredJoints.js';
export {
  buildMocapModel,
  createMocapState,
  type MocapMethod,
  type MocapModel,
  type MocapOptions,
  type MocapState,
  stepMocap,
  takeLengths,
} from './stepMocap.js';
export { type SolvedRecording, type SolveRecordingOptions, solveRecording } from './solveRecording.js';

// Labelled markers: the body they sit on, its movement, and how well it explains them
export { type JointState, jointStates } from './markers/bridgeGaps.js';
export { fitMarkers, type MarkerFitProgress } from './markers/fitMarkers.js';
export {
  type MarkerFit,
  type MarkerFitFrame,
  type MarkerFitReport,
  type MarkerResidual,
  markerFitFrame,
} from './markers/markerFit.js';
export { type MarkerMap, type MarkerMapEntry, parseMarkerMap } from './markers/markerMap.js';
export type { MarkerFitOptions } from './markers/prepareFit.js';
export { placesOfLabels } from './markers/readLabel.js';
export type { LabelSwap } from './markers/swappedLabels.js';

// Recording rigid bodies from DTrack, live or from a log
export { dtrackLogText, looksLikeDTrackLog, packetsOfDTrackLog } from './record/dtrackLog.js';
export {
  type BodyCount,
  type BodyRecorder,
  createBodyRecorder,
  pointsOfMap,
  recordPacket,
} from './record/bodyRecorder.js';
export { type LoggedBodies, rateOfTimes, recordingOfDTrackLog } from './record/recordingOfLog.js';

// Actors of a stage: bodies of a source on an avatar's skeleton, and whoever looks at walls
export { type CapturedSources, createCapturedKind } from './captured/captured.js';
export { type ActorSolver, createActorSolver, remarksOnBodies } from './captured/actorSolver.js';
export { createPosePacking } from './captured/packPose.js';
export { createViewerKind, isViewer, type Viewer } from './captured/viewer.js';
