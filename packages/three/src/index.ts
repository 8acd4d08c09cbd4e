// Avatars: any VRM or rigged glTF as a body that follows a pose
export { type Avatar, type AvatarBone, type AvatarReport, loadAvatar } from './avatar/loadAvatar.js';
export { type AvatarBones, type AvatarRig, type JudgedBones, openAvatarRig } from './avatar/avatarRig.js';
export { AvatarError } from './avatar/avatarError.js';
export { writeAvatarMotion } from './avatar/writeAvatarMotion.js';
export { describeTerms } from './avatar/describeTerms.js';
export { THIRD_PERSON_LAYER } from './layers.js';

// A face that lives: blinking, gaze and mouth as plain numbers, and the face of an avatar that shows them
export {
  createFaceValues,
  createLivingFace,
  type FaceValues,
  type LivingFace,
  type LivingFaceInput,
  stepLivingFace,
} from './face/livingFace.js';
export type { AvatarFace } from './face/avatarFace.js';
export { type BlinkState, createBlink, stepBlink } from './face/blink.js';
export { AHEAD, type GazeInput, type GazeTarget } from './face/gaze.js';
export { createHandInterest, type HandInterest, stepHandInterest } from './face/handInterest.js';
export { type FaceControl, parametersOfControl } from './face/faceParameters.js';

// The room around it: light and floor, a mirror, the ground of a scene
export { configureRenderer } from './configureRenderer.js';
export { createStage, type Stage, type StageScenery } from './stage/createStage.js';
export type { StageTheme } from './stage/stageThemes.js';
export { createMirror, type Mirror } from './mirror/createMirror.js';
export { createSceneGround } from './ground/sceneGround.js';
export { disposeTree } from './disposeTree.js';

// What is tracked: points, hands, trackers
export { createTargetsView } from './views/targetsView.js';
export { createHandsView } from './views/handsView.js';
export { createTrackersView } from './views/trackersView.js';
export { bodyLook, createRigidBodiesView, type RigidBodiesView } from './views/rigidBodiesView.js';
export { createJointPointsView, type JointPoints, type JointPointsView } from './views/jointPointsView.js';

// What is solved: bones, limits, and what the stages of embody work with
export { createSkeletonView, type SkeletonView } from './views/skeletonView.js';
export { createLimitsView, drawnJointLimit } from './views/limitsView.js';
export { createFieldsView, type FieldsView, wayInChest } from './views/fieldsView.js';
export { createTorsoHullView } from './views/torsoHullView.js';
export { createArmConesView } from './views/armConesView.js';
export { createGaitView } from './views/gaitView.js';

// A body that is moved by forces: its skin, shapes, limits, torques and contacts
export { type AvatarGhost, createAvatarGhost } from './remote/createAvatarGhost.js';
export { skinnedSurfaceOf } from './remote/skinnedSurfaceOf.js';
export { type CollidersView, createCollidersView } from './remote/collidersView.js';
export { createContactForcesView } from './remote/contactForcesView.js';
export { createTorquesView } from './remote/torquesView.js';
export {
  createJointLimitsView,
  type DrawnJoint,
  type JointLimitsView,
  type LimitHandle,
} from './remote/jointLimitsView.js';

// Calibration: the headset on the head, joint centres
export { createHeadsetModel, type HeadsetModel } from './headset/createHeadsetModel.js';
export { fitHeadset, isInsideHeadset } from './headset/fitHeadset.js';
export { jointSurface } from './headset/jointSurface.js';
export { createProbeGridView, type DrawnCentre } from './views/probeGridView.js';

// Crowds of agents: packed angles in, deformed on the GPU
export { type AgentKind, type AgentKindOptions, buildAgentKind } from './agents/agentKind.js';
export type { AgentCrowd, AgentCrowdOptions, AgentLook } from './agents/agentCrowd.js';
export { createAgentCrowd } from './agents/createAgentCrowd.js';
export { fingerAngleNames, fingersFromPose, PACKED_FINGERS_SIZE, packFingers } from './agents/fingerStream.js';
export { faceParameterNames, PACKED_FACE_SIZE, packFace } from './agents/faceStream.js';
export type { AgentPart } from './agents/bakeParts.js';
export {
  type AgentInput,
  type AgentMethod,
  agentMethods,
  createDeformedMesh,
  type DeformedMesh,
  deformOnCpu,
} from './agents/deformOnCpu.js';
export { type ElbowVolume, volumeAtElbow } from './agents/volumeAtElbow.js';

// A puppet: its surface, what moves it, and the hand in it
export { createPuppetView, type DrawnModel, type DrawnSkin, type PuppetView } from './puppet/puppetView.js';
