// What comes from outside
export { accept, type Decoded, refusalOf, refuse, requireDecoded } from './check/decoded.js';
export { decodeJson, decodeValue, parseJson, type Schema } from './check/decodeJson.js';
export { describeValue, isRecord } from './check/describeValue.js';
export { InputError } from './check/inputError.js';
export { type MergeRules, mergeSettings } from './check/mergeSettings.js';

// Curves and tracks
export { buildCurve, type Curve, type CurveKey, curveKeys, evaluateCurve, evaluateCurveSlope } from './curves/curve.js';
export { type CurveJson, type CurveKeyJson, curveFromJson, curveToJson } from './curves/curveJson.js';
export { type TangentMode, withTangents } from './curves/curveTangents.js';
export { insertCurveKey, moveCurveKey, removeCurveKey, setCurveKeyTangents } from './curves/editCurve.js';
export { buildQuatTrack, type QuatKey, type QuatTrack, sampleQuatTrack } from './curves/quatTrack.js';
export { buildVec3Track, sampleVec3Track, type Vec3Key, type Vec3Track } from './curves/vec3Track.js';
// Filters
export { easeAngle, easeQuat, easeScalar, easeVec3, easingShare } from './filters/easing.js';
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
export {
  createSpring,
  createVec3Spring,
  type SpringState,
  stepSpring,
  stepVec3Spring,
  type Vec3SpringState,
} from './filters/spring.js';
// Joint limits
export { type AngleRange, clampAngle, isInsideAngleRange } from './limits/angleRange.js';
export {
  buildEulerRanges,
  clampEulerRanges,
  type EulerOrder,
  type EulerRanges,
  isInsideEulerRanges,
} from './limits/eulerRanges.js';
export { buildHinge, clampHinge, type Hinge, isInsideHinge } from './limits/hinge.js';
export {
  buildJointLimit,
  clampJointLimit,
  isInsideJointLimit,
  type JointLimit,
  type JointLimitSettings,
} from './limits/jointLimit.js';
export {
  buildSwingCone,
  clampSwingCone,
  isInsideSwingCone,
  type SwingCone,
  type SwingConeAngles,
} from './limits/swingCone.js';
export { buildTwistRange, clampTwistRange, isInsideTwistRange, type TwistRange } from './limits/twistRange.js';
export { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from './math/flatQuat.js';
// Mathematics
export {
  areFinite,
  clamp,
  createQuat,
  createVec3,
  DEG,
  EPSILON,
  lerp,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  smoothStep,
  swingTwist,
  twistAngle,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
  wrapAngle,
  yawOf,
} from './math/index.js';
// Metrics
export { averageMetrics, type ClipMetrics, evaluateClip } from './metrics/evaluateClip.js';
export {
  type ContactParams,
  contactF1,
  contactJoints,
  defaultContactParams,
  detectContacts,
  footSkate,
  footSlide,
  type RestingHeights,
  restingHeights,
} from './metrics/footContact.js';
export { createJointClip, type JointClip } from './metrics/jointClip.js';
export { meanJitter, meanVelocityError } from './metrics/motionError.js';
export { headJoint, jointSubsets, meanPositionError } from './metrics/positionError.js';
export { codedRotationError, geodesicRotationError } from './metrics/rotationError.js';
// Rigs: names, rest poses, retargeting
export {
  type BoneJoints,
  type GuessedBone,
  type HumanoidMapping,
  mapHumanoid,
} from './rig/mapHumanoid.js';
export type { NamedRig } from './rig/namedRig.js';
export { buildRigRest, type RawRig, type RigRest } from './rig/rawRig.js';
export { buildRetarget, type Retarget, type RetargetOptions, retargetPose } from './rig/retarget.js';
export { buildRigBinding, fromRigRotations, type RigBinding, toRigRotations } from './rig/rigBinding.js';
export type { RestCorrection } from './rig/tPose.js';
// Skeleton and pose
export { buildSkeleton, jointOfBone, type RawJoint } from './skeleton/buildSkeleton.js';
export { checkPose, createPoseGuard, isFinitePose, type PoseGuard } from './skeleton/checkPose.js';
export {
  boneNumber,
  type HumanoidBone,
  humanoidBones,
  mirrorBone,
  parentBone,
  requiredBones,
} from './skeleton/humanoid.js';
export { type Motion, motionDuration, sampleMotion } from './skeleton/motion.js';
export { copyPose, createPose, type Pose, resetPose, type Skeleton } from './skeleton/skeleton.js';
export {
  readSmplJoints,
  SMPL_JOINT_COUNT,
  smplBones,
  smplJointNames,
  smplParents,
  smplToJoint,
} from './skeleton/smplJoints.js';
// A body with other lengths than it was made with
export {
  createSkeletonStretch,
  type SkeletonStretch,
  STRETCH_MAP_SIZE,
  stretchAlong,
  stretchAlongAxes,
  stretchSkeleton,
} from './skeleton/stretchSkeleton.js';
export { updateWorldPose, updateWorldPoseFrom } from './skeleton/updateWorldPose.js';
// Chains with angles: CCD, inner effectors, Jacobian
export {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  clampDofAngle,
  createArticulatedChainState,
  type DofRange,
  FREE_RANGE,
  hingeDofs,
  type RawChainDof,
  type RawChainJoint,
  resetArticulatedChain,
  universalDofs,
  updateArticulatedChain,
} from './solvers/articulatedChain.js';
export { type CcdOutput, type CcdParams, createCcdOutput, defaultCcdParams, solveCcd } from './solvers/ccd.js';
export {
  type CcdInnerInput,
  type CcdInnerOutput,
  createCcdInnerOutput,
  type InnerEffector,
  solveCcdInner,
} from './solvers/ccdInner.js';
export { type ChainGoal, type ChainGoalErrors, measureChainGoals } from './solvers/chainGoal.js';
// FABRIK: chain and tree
export { solveFabrik } from './solvers/fabrik.js';
export {
  buildFabrikChain,
  createFabrikState,
  type FabrikChain,
  type FabrikInput,
  type FabrikLimit,
  type FabrikOutput,
  type FabrikPass,
  type FabrikState,
  stretchFabrik,
} from './solvers/fabrikChain.js';
export { solveFabrikTree } from './solvers/fabrikTree.js';
export {
  buildFabrikTree,
  createFabrikTreeState,
  type FabrikEffector,
  type FabrikTree,
  type FabrikTreeInput,
  type FabrikTreeLimit,
  type FabrikTreeState,
} from './solvers/fabrikTreeModel.js';
export {
  createJacobianOutput,
  defaultJacobianParams,
  type JacobianOutput,
  type JacobianParams,
  solveJacobian,
  stepJacobian,
} from './solvers/jacobian.js';
export type { JacobianMethod } from './solvers/jacobianChange.js';
export { measureReachShell, nearestInShell, nearestInShells, type ReachShell } from './solvers/reachShell.js';
// Small dense linear algebra
export { decomposeRows, factorCholesky, solveCholesky, solveFactored, solveLower } from './math/smallLinear.js';
// Limbs of two bones
export { solveTwoBoneIk, type TwoBoneIkInput, type TwoBoneIkOutput } from './solvers/twoBoneIk.js';
export { applyTwoBone, buildTwoBoneLimb, type TwoBoneLimb } from './solvers/twoBoneLimb.js';
