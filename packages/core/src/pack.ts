/** Actors as numbers of 16 bits, for walls, recorders, crowds and the network (`@leib/core/pack`). */

// A whole actor: body, fingers, face
export {
  collectAgentDofs,
  createActorPacking,
  createPackedActor,
  createPosePacking,
  packActor,
  unpackActor,
} from './pack/packActor.js';

// Angles of a body: what they mean, to and from poses
export {
  type AgentAngles,
  type AngleLayout,
  createAgentAngles,
  defaultAngleLayout,
  packAngles,
  PACKED_ANGLE_STEP,
  PACKED_POSITION_STEP,
  packedSize,
  unpackAngles,
} from './pack/angleLayout.js';
export { type AngleBinding, buildAngleBinding, poseFromAngles } from './pack/angleBinding.js';
export { anglesFromPose, buildPoseReading } from './pack/anglesFromPose.js';
export { anglesOfRotation, nearestTurn, turnAbout } from './pack/axisAngles.js';

// Parts of an actor: steps, sizes, names
export {
  fingerAngleNames,
  fingersFromPose,
  hasFingerBones,
  movesFingers,
  PACKED_FINGERS_SIZE,
  packFingers,
} from './pack/fingers.js';
export {
  createFaceReader,
  EYE_TURN,
  FACE_STEP,
  faceParameterNames,
  faceTrackSpec,
  JAW_TURN,
  PACKED_FACE_SIZE,
  packFace,
} from './pack/face.js';

// Bodies of other lengths
export {
  type AgentProportions,
  agentProportions,
  agentStretch,
  buildAgentSkeleton,
} from './pack/agentProportions.js';
