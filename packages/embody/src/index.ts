// One person in one body, from a source of tracking to the pose: size, lengths, travel, solve, feet
export { createPerson, type Person, type PersonOptions, type PersonScales } from './person/person.js';
export type { BetweenSteps, PersonFit, PersonSettings, WornAvatar } from './person/personState.js';
export type { EmbodySolver, OtherSolver, PriorWeights, SolverChoice } from './person/personSolver.js';

// The same on a stage (@leib/stage): the kind 'person' of its documents
export { createPersonKind, isPersonActor, type PersonActor, type PersonRefs, solverOf } from './person/personKind.js';
export { type PersonDocSettings, personDoc } from './person/personDoc.js';

// The whole body from whatever is tracked: build once per skeleton, create a state per avatar, step every frame
export { buildEmbody, type EmbodyModel } from './embodyModel.js';
export { createEmbodyState, type EmbodyState, resetEmbodyState } from './embodyState.js';
export { stepEmbody } from './stepEmbody.js';

// The learned prior's weights, read from @leib/embody/prior.bin
export { loadPrior } from './prior/network/loadPrior.js';
export type { PriorModel } from './prior/network/priorModel.js';

// Settings: plain data
export { defaultEmbodySettings, type EmbodySettings, thesisEmbodySettings } from './embodySettings.js';
export { parseBaselineParams, parseEmbodySettings } from './embodySettings.js';
export { type GaitCurvesJson, gaitCurveNames } from './gait/gaitCurves.js';
export type { MagneticField } from './arms/armSettings.js';

// What there is to stand on
export { boxGround, type GroundBox } from './ground/boxGround.js';
export {
  createGroundHit,
  createSphereContact,
  flatGround,
  type Ground,
  type GroundHit,
  type GroundSphere,
  heightGround,
  type SphereContact,
} from './ground/ground.js';
export { scaledGround } from './ground/ground.js';

// Getting about by stick and by teleport: the room is carried through the world
export { defaultPlayerSettings, type PlayerSettings } from './player/playerState.js';
export { createPlayerState, type PlayerState, placePlayer } from './player/playerState.js';
export { carryHeadTo, createLanding, findLanding, type Landing } from './player/teleport.js';

// Many avatars: levels of detail
export { createBaselineCrowdSolver } from './lod/crowdSolvers.js';
export { type Crowd, type CrowdAvatar, type CrowdMember, type CrowdSolver, createCrowd } from './lod/crowd.js';
export { createEmbodyCrowdSolver } from './lod/crowdSolvers.js';
export { defaultLodSettings, detailLevel, type LodSettings } from './lod/chooseLevels.js';
export { stepCrowd } from './lod/stepCrowd.js';

// What a state holds, for debug views
export type { ArmsState } from './arms/armsState.js';
export type { ArmsModel } from './arms/buildArms.js';
export type { BodyState } from './bodyState.js';
export type { GaitState } from './gait/gaitState.js';

// The baseline: the plain way, which the full solve is measured against
export type { BaselineParams } from './baseline/baselineParams.js';
export { type BaselineState, createBaselineState } from './baseline/baselineState.js';
export { type BaselineModel, buildBaseline } from './baseline/buildBaseline.js';
export { stepBaseline } from './baseline/stepBaseline.js';
