// A body, a world, a frame

export { buildRemoteBody } from './body/buildRemoteBody.js';
export type { RemoteBody, RemotePart } from './body/remoteBody.js';
export type { SkinnedSurface } from './colliders/skinnedSurface.js';
export { setRemoteTarget } from './control/setRemoteTarget.js';
export type { MujocoModule } from './engine/mujoco.js';
export { RemoteWorld } from './world/remoteWorld.js';
export { stepRemoteWorld } from './world/stepRemoteWorld.js';
export { decodeWorldObjects } from './world/decodeWorldObjects.js';
export { defaultRoom, type WorldObject } from './world/worldObject.js';

// While it runs: touch, hold, change gains, delay targets

export { applyGains } from './world/applyGains.js';
export { readContacts } from './world/contacts.js';
export { grab, release } from './world/grab.js';
export { push } from './world/push.js';
export { switchColliders } from './world/switchColliders.js';
export { buildLatencyLine, createLatencyState, setLatency, stepLatencyLine } from './control/latencyLine.js';

// Settings of a body: defaults, JSON, editing

export {
  type ColliderSet,
  defaultRemoteBodySettings,
  type RemoteBodySettings,
} from './settings/remoteBodySettings.js';
export { parseRemoteBodySettings, remoteBodySettingsText } from './settings/parseRemoteBodySettings.js';
export {
  type AxisName,
  type AxisSettings,
  axisNames,
  type JointSettings,
  MAX_BOUNCE,
  MAX_STOP_HZ,
  type StopSettings,
} from './settings/jointSettings.js';
export { editBothSides, editJoints, mirrorJoint, mirrorLeftToRight } from './settings/editJoints.js';
export { bodyGroups, groupOfBone, MAX_CUSTOM_GROUPS } from './settings/bodyGroups.js';
export { type Sex, sexes } from './settings/bodyMass.js';
export { kindOfBone } from './settings/boneKinds.js';
export { defaultLayerMatrix, layers, layersCollide, withLayerPair } from './settings/layers.js';
export {
  applyThreeAxisTemplate,
  type ThreeAxisJoint,
  toSingleAxisJoint,
  toThreeAxisJoint,
} from './settings/templates.js';
export { isThreeAxisTemplate, parseThreeAxisTemplate, threeAxisTemplateText } from './settings/threeAxisFile.js';

// Tuning of gains

export { type HeuristicName, heuristicNames } from './tuning/heuristics.js';
export { type AxisTuning, defaultTuningOptions, type TuningOptions, tuningOptionsOf } from './tuning/tuneAxis.js';
export { tunedSettingsText } from './tuning/tunedSettingsText.js';
export { applyTuning, type BodyTuning, tuneRemoteBody } from './tuning/tuneRemoteBody.js';

// Several bodies in one simulation, as flat numbers: in a worker, or on a server

export { RemoteSession, type RemoteSessionSetup } from './session/remoteSession.js';
export type { RemoteBodySetup } from './session/sessionBody.js';
export {
  buildRemoteFrameLayout,
  CONTACT_SIZE,
  contactAt,
  PUSH_BODY,
  HELD_HAND,
  PUSH_NOTHING,
  PUSH_OBJECT,
  inputAt,
  MAX_CONTACTS,
  OBJECT_SIZE,
  outputAt,
  type RemoteFrameLayout,
} from './session/remoteFrame.js';
export { nearestGraspableInFrame } from './session/nearestGraspable.js';
export type { TargetPlace } from './session/placeTarget.js';
export type { RemoteBuilt } from './wire/built.js';
export { type RemoteCarrier, type RemoteCarrierEvents, RemoteClient } from './wire/remoteClient.js';
export {
  type BuiltBody,
  type FrameTrip,
  type OtherBody,
  RemoteSimulation,
  type SimulationPlace,
} from './session/remoteSimulation.js';
export { simulateInline } from './session/inlineCarrier.js';

// On a stage: a body that follows another actor

export {
  createSimulatedKind,
  isSimulatedActor,
  type SimulatedActor,
  type SimulatedBody,
} from './actors/simulatedKind.js';
export { forcesTrackSpec, valuesOfForces } from './actors/forcesTrack.js';
export { type Touch, touchesOf } from './actors/touches.js';
export { thingOfObject } from './actors/worldThings.js';

// For drawing: joints, their limits and shapes

export { createJointAngles, type JointAngles, updateJointAngles } from './body/jointAngles.js';
export { MAX_SWING } from './body/jointCoordinates.js';
export { buildJointDrive, type JointDrive } from './body/jointDrive.js';
export type { ColliderShape } from './colliders/colliderShape.js';
