// Avatars
export { AvatarError } from './avatar/avatarError.js';
export { type Avatar, type AvatarOptions, type AvatarReport, loadAvatar } from './avatar/loadAvatar.js';

// The room
export { configureRenderer } from './configureRenderer.js';
// Housekeeping
export { disposeTree } from './disposeTree.js';
// What one stands on
export { createSceneGround, type SceneGroundOptions } from './ground/sceneGround.js';
// The headset's model
export { createHeadsetModel, type HeadsetModel } from './headset/createHeadsetModel.js';
export { fitHeadset, type HeadSurface, type HeadsetFit, isInsideHeadset } from './headset/fitHeadset.js';
export { type JointSurface, jointSurface } from './headset/jointSurface.js';
export { THIRD_PERSON_LAYER } from './layers.js';
export { createMirror, type Mirror, type MirrorOptions } from './mirror/createMirror.js';
// A simulated body: its skin, shapes, limits and contacts
export { type CollidersView, createCollidersView } from './remote/collidersView.js';
export { type ContactForcesView, createContactForcesView } from './remote/contactForcesView.js';
export { type AvatarGhost, type AvatarGhostOptions, createAvatarGhost } from './remote/createAvatarGhost.js';
export {
  createJointLimitsView,
  type DrawnJoint,
  type JointLimitsView,
  type LimitHandle,
} from './remote/jointLimitsView.js';
export { skinnedSurfaceOf } from './remote/skinnedSurfaceOf.js';
export { createTorquesView, type TorquesView } from './remote/torquesView.js';
export { createStage, type Stage, type StageOptions } from './stage/createStage.js';
export type { StageTheme } from './stage/stageThemes.js';
// What is tracked, and what is computed
export { type ArmConesView, createArmConesView } from './views/armConesView.js';
export { createFieldsView, type FieldsView, wayInChest } from './views/fieldsView.js';
export { createGaitView, type GaitView } from './views/gaitView.js';
export { createHandsView, type HandsView, type HandsViewOptions } from './views/handsView.js';
export {
  createLimitsView,
  type DrawnLimits,
  drawnJointLimit,
  type LimitsView,
  type LimitsViewOptions,
} from './views/limitsView.js';
export { createProbeGridView, type DrawnCentre, type ProbeGridView } from './views/probeGridView.js';
export { createSkeletonView, type SkeletonView, type SkeletonViewOptions } from './views/skeletonView.js';
export { createTargetsView, type TargetsView, type TargetsViewOptions } from './views/targetsView.js';
// Trackers and texts of the room "Wear"
export { createTextPanel, type PanelText, type TextPanel } from './views/textPanel.js';
export { createTorsoHullView, type TorsoHullView } from './views/torsoHullView.js';
export { createTrackersView, type DrawnTracker, type TrackersView } from './views/trackersView.js';
