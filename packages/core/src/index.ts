// Mathematics
export {
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
  swingTwist,
  twistAngle,
  unitAcross,
  unitTowards,
  type Vec3,
  vec3,
  wrapAngle,
  yawOf,
} from './math/index.js';

// Skeleton and pose
export { BuildError, buildSkeleton, jointOfBone, type RawJoint } from './skeleton/buildSkeleton.js';
export { checkPose, createPoseGuard, type PoseGuard } from './skeleton/checkPose.js';
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
export { updateWorldPose, updateWorldPoseFrom } from './skeleton/updateWorldPose.js';
