// Settings: what a simulated body is and how it is driven

export { anatomy, type JointAnatomy, rangeOf } from './settings/anatomy.js';
export { type BodyGroup, bodyGroups, groupOfBone } from './settings/bodyGroups.js';
export { massesOfParts, type Sex, sexes } from './settings/bodyMass.js';
export { type BoneKind, kindOfBone } from './settings/boneKinds.js';
export { driveName, readDriveName } from './settings/driveName.js';
export { editBothSides, editJoints, mirrorJoint, mirrorLeftToRight } from './settings/editJoints.js';
export { type AxisName, type AxisSettings, axisNames, isLocked, type JointSettings } from './settings/jointSettings.js';
export {
  defaultLayerMatrix,
  type Layer,
  type LayerMatrix,
  layerOfBone,
  layers,
  layersCollide,
  withLayerPair,
} from './settings/layers.js';
export { parseRemoteBodySettings, remoteBodySettingsText } from './settings/parseRemoteBodySettings.js';
export {
  type BalanceSettings,
  type ColliderSet,
  type ControlSettings,
  defaultControlSettings,
  defaultRemoteBodySettings,
  type ImpactSettings,
  type RemoteBodySettings,
  type RootSpringSettings,
  type TeleportSettings,
} from './settings/remoteBodySettings.js';
export {
  applyThreeAxisTemplate,
  type ThreeAxisJoint,
  type ThreeAxisTemplate,
  toSingleAxisJoint,
  toThreeAxisJoint,
  toThreeAxisTemplate,
} from './settings/templates.js';
export { isThreeAxisTemplate, parseThreeAxisTemplate, threeAxisTemplateText } from './settings/threeAxisFile.js';

// The body: parts, joints, shapes

export { axisInertias } from './body/axisInertia.js';
export { buildRemoteBody } from './body/buildRemoteBody.js';
export { type DriveGains, driveGains } from './body/driveGains.js';
export { createJointAngles, type JointAngles, updateJointAngles } from './body/jointAngles.js';
export { composeRotation, MAX_SWING, projectRotation } from './body/jointCoordinates.js';
export { buildJointDrive, GIMBAL_MARGIN, type JointDrive } from './body/jointDrive.js';
export type { Inertia } from './body/partInertia.js';
export type { RemoteBody, RemotePart } from './body/remoteBody.js';
export type { ColliderShape, ConvexShape, Triple } from './colliders/colliderShape.js';
export type { SkinnedSurface } from './colliders/skinnedSurface.js';

// The engine and the world

export { loadMujoco, type MujocoModule, type MujocoOptions } from './engine/mujoco.js';
export { applyGains } from './world/applyGains.js';
export { carryOver } from './world/carryOver.js';
export { type Contact, type ContactSide, readContacts } from './world/contacts.js';
export { grab, grabPart, release } from './world/grab.js';
export { push } from './world/push.js';
export type { RemoteBodyState } from './body/remoteBodyState.js';
export { RemoteWorld, type RemoteWorldOptions, type WorldObjectState } from './world/remoteWorld.js';
export { stepRemoteWorld } from './world/stepRemoteWorld.js';
export { switchColliders } from './world/switchColliders.js';
export {
  type BallObject,
  type BoxObject,
  type ButtonObject,
  type DoorObject,
  defaultRoom,
  stackOfBoxes,
  type Turn,
  type WorldObject,
} from './world/worldObject.js';
export { SUBSTEP_SECONDS } from './engine/substep.js';

// A frame: say where, then stepRemoteWorld()

export { setRemoteTarget } from './control/setRemoteTarget.js';

// People and a room run for somebody else: flat numbers in and out

export { GRASP_REACH, nearestGraspableInFrame } from './session/nearestGraspable.js';
export { buildMirrorJoints, placeTarget, type TargetPlace } from './session/placeTarget.js';
export {
  buildRemoteFrameLayout,
  CONTACT_SIZE,
  HELD_BODY,
  HELD_HAND,
  HELD_NOTHING,
  HELD_OBJECT,
  inputAt,
  MAX_CONTACTS,
  MAX_SESSION_BODIES,
  OBJECT_SIZE,
  outputAt,
  type RemoteBodyLayout,
  type RemoteFrameLayout,
} from './session/remoteFrame.js';
export { RemoteSession, type RemoteSessionSetup } from './session/remoteSession.js';
export type { RemoteBodySetup } from './session/sessionBody.js';

// The same over a socket

export { decodeBuilt, encodeBuilt, type RemoteBuilt } from './wire/built.js';
export { decodeOpening, encodeOpening, type RemoteOpening } from './wire/opening.js';
export type { RemoteCarrier, RemoteCarrierEvents } from './wire/remoteCarrier.js';
export { RemoteClient, remoteUrl } from './wire/remoteClient.js';
export { remoteLimits } from './wire/remoteLimits.js';
export {
  createMessage,
  decodeNumbers,
  encodeNumbers,
  REMOTE_HEADER_SIZE,
  REMOTE_PATH,
  REMOTE_VERSION,
  type RemoteHeader,
  readHeader,
  remoteKind,
  roomNamePattern,
} from './wire/remoteMessage.js';

export {
  decodeCount,
  decodeFailure,
  decodeSettings,
  encodeCount,
  encodeFailure,
  encodeSettings,
} from './wire/requests.js';

// Latency line

export {
  buildLatencyLine,
  createLatencyState,
  type LatencyLine,
  type LatencyState,
  MAX_LATENCY_SECONDS,
  setLatency,
  stepLatencyLine,
} from './control/latencyLine.js';

// Tuning

export { gainsOf, type HeuristicName, heuristicNames, heuristics } from './tuning/heuristics.js';
export { type RelayOutcome, type RelayParams, type RelayPlant, runRelay, ultimateGain } from './tuning/relay.js';
export { type AxisTuning, defaultTuningOptions, type TuningOptions, tuneAxis } from './tuning/tuneAxis.js';
export { tunedSettingsText } from './tuning/tunedSettingsText.js';
export { applyTuning, type BodyTuning, startTuning, type TuningWork, tuneRemoteBody } from './tuning/tuneRemoteBody.js';

// Measuring

export {
  type CommonPair,
  commonKds,
  commonKps,
  compareTuning,
  type GainComparison,
  trackCommonPairs,
} from './evaluate/compareGains.js';
export { evaluateGains, type GainEvaluation, type JointEvaluation } from './evaluate/evaluateGains.js';
export { largestSeparation, partError, projectionLoss, readTorques } from './world/measureBody.js';
export { measureStepResponses, type StepResponse } from './evaluate/stepResponse.js';
export { defaultStressOptions, type StressOptions, type StressReport, stressBody } from './evaluate/stressBody.js';
export {
  defaultTrackOptions,
  type ErrorSummary,
  type JointTrackReport,
  type TrackOptions,
  type TrackReport,
  trackMotion,
} from './evaluate/trackMotion.js';

// A robot as remote avatar

export { buildRobotChains, type RobotChain } from './robot/buildRobotChains.js';
export { guessRobotBone } from './robot/guessRobotBone.js';
export {
  Robot,
  type RobotOptions,
  type RobotReport,
  retargetAngles,
} from './robot/robot.js';
export {
  RobotSession,
  type RobotSessionSetup,
  type RobotShape,
  robotInputAt,
  robotOutputAt,
} from './robot/robotSession.js';
export { type ChainHinge, solveHingeChain } from './robot/solveHingeChain.js';
