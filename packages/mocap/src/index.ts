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
