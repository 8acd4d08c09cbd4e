// One person in one body, from a source of tracking to the pose: size, lengths, travel, solve, feet
export { createPerson, type Person, type PersonOptions, type PersonScales } from './person/person.js';
export type { PersonFit, PersonSettings, WornAvatar } from './person/personState.js';
export type { EmbodySolver, OtherSolver } from './person/personSolver.js';

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
export {
  defaultEmbodySettings,
  type EmbodySettings,
  parseBaselineParams,
  parseEmbodySettings,
  thesisEmbodySettings,
} from './embodySettings.js';
export { gaitCurveNames } from './gait/gaitCurves.js';
export type { MagneticField } from './arms/armSettings.js';

// What there is to stand on
export { boxGround } from './ground/boxGround.js';
export { createGridGround } from './ground/gridGround.js';
export {
  type SphereContact,
  createGroundHit,
  createSphereContact,
  flatGround,
  type Ground,
  type GroundSphere,
  heightGround,
  scaledGround,
} from './ground/ground.js';

// Getting about by stick and by teleport: the room is carried through the world
export { createPlayerState, defaultPlayerSettings, placePlayer } from './player/playerState.js';
export { carryHeadTo, createLanding, findLanding } from './player/teleport.js';

// Many avatars: levels of detail
export { createBaselineCrowdSolver, createEmbodyCrowdSolver } from './lod/crowdSolvers.js';
export { type Crowd, type CrowdMember, createCrowd } from './lod/crowd.js';
export { defaultLodSettings, detailLevel } from './lod/chooseLevels.js';
export { stepCrowd } from './lod/stepCrowd.js';

// What a state holds, for debug views

// The baseline: the plain way, which the full solve is measured against
export { createBaselineState } from './baseline/baselineState.js';
export { buildBaseline } from './baseline/buildBaseline.js';
export { stepBaseline } from './baseline/stepBaseline.js';
