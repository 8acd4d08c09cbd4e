// Avatars: any VRM, rigged glTF or FBX as a body that follows a pose
export { type Avatar, type AvatarBone, loadAvatar } from './avatar/loadAvatar.js';
export { avatarCandidates, AvatarError, avatarFiles } from './avatar/readSource.js';
export { avatarGlb, describeTerms, writeAvatarMotion } from './avatar/writeAvatarMotion.js';
export { type AvatarBones, type AvatarRig, openAvatarRig } from './avatar/avatarRig.js';
export { wearAvatar } from './avatar/wearAvatar.js';
export { type OpenedModel, openModel } from './avatar/openModel.js';
export { THIRD_PERSON_LAYER } from './layers.js';

// A face that lives: blinking, gaze and mouth as plain numbers, and the face of an avatar that shows them
export {
  createFaceValues,
  createLivingFace,
  type FaceValues,
  type LivingFace,
  stepLivingFace,
} from './face/livingFace.js';
export { createBlink, stepBlink } from './face/blink.js';
export { AHEAD, createHandInterest, stepHandInterest } from './face/gaze.js';
export { readFaceWeights, writeFaceWeights } from './face/faceWeights.js';
export { parametersOfControl } from './face/avatarFace.js';

// The room around it: light and floor, a mirror, the ground of a scene
export { configureRenderer, createScenery, type ShownScenery, type StageTheme } from './scenery/createScenery.js';
export { createMirror } from './mirror/createMirror.js';
export { createSceneGround } from './ground/sceneGround.js';
export { disposeTree } from './disposeTree.js';

// What is tracked: points, hands, trackers
export { createTargetsView, createTrackersView } from './views/trackersView.js';
export { createHandsView } from './views/handsView.js';
export { bodyLook, createRigidBodiesView } from './views/rigidBodiesView.js';
export { createJointPointsView, type JointPoints } from './views/jointPointsView.js';

// What is solved: bones, limits, and what the stages of embody work with
export { createSkeletonView } from './views/skeletonView.js';
export { createFieldsView, type FieldsView, wayInChest } from './views/fieldsView.js';
export { createTorsoHullView } from './views/torsoHullView.js';
export { createArmConesView } from './views/armConesView.js';
export { createArmPlanesView } from './views/armPlanesView.js';
export { createGaitView } from './views/gaitView.js';
export { createWalkView } from './views/walkView.js';

// Another look of an avatar: its surface in one colour, seen through
export { type AvatarGhost, createAvatarGhost } from './avatar/createAvatarGhost.js';

// Calibration: the headset on the head, joint centres
export { createHeadsetModel, jointSurface } from './headset/createHeadsetModel.js';
export { fitHeadset, isInsideHeadset } from './headset/fitHeadset.js';
export { createJointCentreView } from './views/jointCentreView.js';
