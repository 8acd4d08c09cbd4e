// A body: its skeleton, its pose, its bones
export { buildSkeleton, jointOfBone, type RawJoint } from './skeleton/buildSkeleton.js';
export {
  copyPose,
  createPose,
  isSameSkeleton,
  type Pose,
  type Skeleton,
  updateWorldPose,
} from './skeleton/skeleton.js';
export { footShape, restFloorY, standOnSoles } from './skeleton/footSoles.js';
export {
  checkPose,
  createPoseFade,
  createPoseGuard,
  isFinitePose,
  startPoseFade,
  stepPoseFade,
} from './skeleton/poseFade.js';
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
export { type BoneJoints, boneReason, type NamedRig } from './rig/namedRig.js';
export { judgeRig, type RigJudgement } from './rig/judgeRig.js';
export {
  findLooseLimbs,
  findLooseTrunk,
  findMisplacedBones,
  findStrayJoints,
  type RehungJoint,
} from './rig/looseJoints.js';
export { buildRigBinding, fromRigRotations, type RawRig, type RigBinding, toRigRotations } from './rig/rigBinding.js';
export { type Retarget, buildRetarget, retargetPose } from './rig/retarget.js';

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
  stepOneEuro,
  stepOneEuroQuat,
  stepOneEuroVec3,
} from './filters/oneEuro.js';

// Curves and tracks
export { buildCurve, type Curve, evaluateCurve, evaluateCurveSlope, withTangents } from './curves/curve.js';
export { type CurveJson, curveFromJson, curveToJson } from './curves/curveJson.js';
export { insertCurveKey, moveCurveKey, removeCurveKey, setCurveKeyTangents } from './curves/editCurve.js';
export { buildQuatTrack, sampleQuatTrack } from './curves/quatTrack.js';
export { buildVec3Track, sampleVec3Track } from './curves/vec3Track.js';

// How far feet slide that should stand
export { footSlide } from './metrics/footSlide.js';

// Points and triangles
export { closestOnTriangle, createClosestPoint } from './geometry/closestOnTriangle.js';
export { buildKdTree, forEachWithin, nearestInTree } from './geometry/kdTree.js';

// Checking what comes from outside
export {
  accept,
  type Decoded,
  decodeJson,
  decodeValue,
  parseJson,
  refusalOf,
  refuse,
  requireDecoded,
  type Schema,
  tableOf,
} from './check/decodeJson.js';
export { describeValue, InputError, isRecord, ownValue } from './check/inputError.js';
export { mergeSettings } from './check/mergeSettings.js';
export { spreadsheetText, textOfSpreadsheet } from './check/spreadsheetText.js';

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
export type { PackedActor, StageFrame } from './pack/packActor.js';
export { change, createHistory, endGesture, type History, redo, undo } from './history/history.js';
export { createTimeline, seekTimeline, type Source, stepTimeline, type Timeline } from './source/timeline.js';

// Recording: named tracks on one time axis, documents, events
export {
  findTrack,
  type Recording,
  recordingOf,
  recordingSpan,
  resampleTrack,
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
  finishRecording,
  finishTrack,
  type GrowingTrack,
  type MomentValues,
  type TrackSpec,
} from './recording/recorder.js';
export {
  type Between,
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
