// A body: its skeleton, its pose, its bones
export { buildSkeleton, jointOfBone, type RawJoint } from './skeleton/buildSkeleton.js';
export { copyPose, createPose, type Pose, type Skeleton } from './skeleton/skeleton.js';
export { footShape, restFloorY, standOnSoles } from './skeleton/footSoles.js';
export { updateWorldPose } from './skeleton/skeleton.js';
export { createPoseFade, type PoseFade, startPoseFade, stepPoseFade } from './skeleton/poseFade.js';
export { checkPose, createPoseGuard, isFinitePose, type PoseGuard } from './skeleton/poseFade.js';
export {
  boneNumber,
  type HumanoidBone,
  humanoidBones,
  mirrorBone,
  parentBone,
  requiredBones,
} from './skeleton/humanoid.js';

// Motions
export { type Motion, motionDuration, sampleMotion } from './skeleton/motion.js';

// A limb of two bones in closed form; limits and chains of more bones are in @leib/core/solvers
export { solveTwoBoneIk, type TwoBoneIkInput, type TwoBoneIkOutput } from './solvers/twoBoneIk.js';

// Rigs of other makes: names, rest poses, retargeting
export { readJointName } from './rig/readJointName.js';
export { plainName } from './rig/nameTable.js';
export { type HumanoidMapping, mapHumanoid } from './rig/mapHumanoid.js';
export type { BoneJoints } from './rig/namedRig.js';
export { boneReason } from './rig/namedRig.js';
export { type JudgedRig, judgeRig, type RigJudgement } from './rig/judgeRig.js';
export {
  findLooseLimbs,
  findLooseTrunk,
  findMisplacedBones,
  findStrayJoints,
  type RehungJoint,
} from './rig/looseJoints.js';
export type { NamedRig } from './rig/namedRig.js';
export type { RawRig } from './rig/rigBinding.js';
export { buildRetarget, type Retarget, retargetPose } from './rig/retarget.js';
export { buildRigBinding, fromRigRotations, type RigBinding, toRigRotations } from './rig/rigBinding.js';
export type { RestCorrection } from './rig/tPose.js';

// A body with other lengths than it was made with
export {
  createSkeletonStretch,
  type SkeletonStretch,
  STRETCH_MAP_SIZE,
  stretchAlong,
  stretchAlongAxes,
  stretchSkeleton,
} from './skeleton/stretchSkeleton.js';

// SMPL's 22 joints
export {
  readSmplJoints,
  SMPL_JOINT_COUNT,
  smplBones,
  smplJointNames,
  smplParents,
  smplToJoint,
} from './skeleton/smplJoints.js';

// Filters
export { easeAngle, easeQuat, easeScalar, easingShare } from './filters/easing.js';
export {
  createOneEuro,
  createOneEuroQuat,
  createOneEuroVec3,
  defaultOneEuroParams,
  type OneEuroParams,
  type OneEuroQuatState,
  type OneEuroState,
  type OneEuroVec3State,
  stepOneEuro,
  stepOneEuroQuat,
  stepOneEuroVec3,
} from './filters/oneEuro.js';

// Curves and tracks
export { buildCurve, type Curve, evaluateCurve, evaluateCurveSlope } from './curves/curve.js';
export { type CurveJson, curveFromJson, curveToJson } from './curves/curveJson.js';
export { withTangents } from './curves/curve.js';
export { insertCurveKey, moveCurveKey, removeCurveKey, setCurveKeyTangents } from './curves/editCurve.js';
export { buildQuatTrack, type QuatTrack, sampleQuatTrack } from './curves/quatTrack.js';
export { buildVec3Track, sampleVec3Track, type Vec3Track } from './curves/vec3Track.js';

// How far a motion is from the true one
export { evaluateClip } from './metrics/evaluateClip.js';
export { footSlide } from './metrics/footContact.js';
export { createJointClip, type JointClip } from './metrics/footContact.js';

// Points and triangles
export { type ClosestPoint, closestOnTriangle, createClosestPoint } from './geometry/closestOnTriangle.js';
export { buildKdTree, forEachWithin, type KdTree, nearestInTree } from './geometry/kdTree.js';

// Checking what comes from outside
export { accept, type Decoded, refusalOf, refuse, requireDecoded } from './check/decodeJson.js';
export { decodeJson, decodeValue, parseJson, type Schema } from './check/decodeJson.js';
export { describeValue, isRecord } from './check/inputError.js';
export { InputError } from './check/inputError.js';
export { mergeSettings } from './check/mergeSettings.js';
export { ownValue } from './check/inputError.js';
export { tableOf } from './check/decodeJson.js';

// Mathematics
export {
  areFinite,
  clamp,
  createQuat,
  createVec3,
  DEG,
  fromRotationVector,
  lerp,
  lookRotation,
  nextRandom,
  type Quat,
  quat,
  type RandomState,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  frameSeconds,
  smoothStep,
  swingTwist,
  toRotationVector,
  twistAngle,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
  wrapAngle,
  yawOf,
} from './math/index.js';
export { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from './math/flatQuat.js';
export { decomposeRows, factorCholesky, solveCholesky, solveFactored, solveLower } from './math/smallLinear.js';
export { rotationOver } from './math/smallLinear.js';
export type { PackedActor, StageFrame } from './pack/packActor.js';
export { change, createHistory, endGesture, type History, redo, undo } from './history/history.js';
export type { Source } from './source/timeline.js';
export { createTimeline, seekTimeline, stepTimeline, type Timeline } from './source/timeline.js';

// Recording: named tracks on one time axis, documents, events
export {
  findTrack,
  type Recording,
  recordingOf,
  recordingSpan,
  resampleTrack,
  type TimedDocument,
  type StageEvent,
  trimRecording,
} from './recording/recording.js';
export {
  addChannel,
  addTrack,
  appendEvenly,
  appendMoment,
  createEvenTrack,
  createRecorder,
  type EvenTrack,
  finishRecording,
  finishTrack,
  type GrowingTrack,
  type MomentValues,
  type Recorder,
  type TrackSpec,
} from './recording/recorder.js';
export {
  type Between,
  type Channel,
  channelSize,
  createMoment,
  doublesOf,
  findBetween,
  gradesOf,
  itemSizes,
  mixItems,
  momentAt,
  momentValues,
  sampleTrack,
  type Track,
  type TrackKind,
  trackDuration,
} from './recording/track.js';
export {
  aboutSkeleton,
  motionOfTrack,
  poseTrackSpec,
  skeletonOfTrack,
  trackOfMotion,
  valuesOfPose,
} from './recording/poseTrack.js';
