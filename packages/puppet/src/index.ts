/** Any model played by hand: structures in a mesh, kinematics, a skin with weight, hands, takes. */

// The file
export {
  type FingerName,
  fingerNames,
  type HandConnection,
  type PartShape,
  type PuppetChain,
  type PuppetFile,
  type PuppetHand,
  type PuppetJoint,
  type PuppetLimits,
  type PuppetPart,
  type SkinLayer,
  type SkinSettings,
  type Superellipsoid,
} from './file/puppetFile.js';
export { checkPuppet, parsePuppet, writePuppet } from './file/parsePuppet.js';
export { puppetFromGltf, puppetIntoGltf } from './file/puppetInGltf.js';
export { type OpenedPuppet, openPuppet } from './file/openPuppet.js';
export { createPuppet, freeJoint } from './file/createPuppet.js';
export { type ExamplePuppetName, examplePuppetNames } from './examplePuppets.js';

// Mesh, parts, binding
export { type PuppetMesh, placeVertices, puppetMeshOf } from './model/puppetMesh.js';
export { readPuppetMesh } from './mesh/readPuppetMesh.js';
export { buildPartSkeleton, endOf, pivotOf, sortParts } from './model/partSkeleton.js';
export { BOUND_PARTS } from './model/partBinding.js';

// Structures: which part holds what
export { bindParts } from './structures/bindParts.js';
export { isInsidePart } from './structures/influence.js';
export { bindingColours, partColour, previewCut } from './structures/bindingColours.js';
export { buildPuppetVolume } from './volume/puppetVolume.js';

// Structures proposed: one bone by a click, or all at once
export { findPuppetLimbs } from './proposal/puppetLimbs.js';
export type { PuppetLimbs } from './proposal/limbBone.js';
export { proposePuppet } from './proposal/proposePuppet.js';
export { proposeBone } from './proposal/proposeBone.js';
export { proposeStructure } from './proposal/proposeStructure.js';

// Structures edited: a new file from an old one, references whole
export {
  addPart,
  changePart,
  linkPart,
  removePart,
  renamePart,
  translatePart,
  unlinkPart,
} from './edits/editParts.js';
export { moveBoneEnd, moveHandle, type ShapeHandle, shapeHandles } from './edits/moveEnds.js';
export { mirrorParts } from './edits/mirrorPart.js';
export { addEffector, chainParts, removeChain, removeEffector } from './edits/editChains.js';
export { blowFrom, graspPartnerOf, graspWith, setLip } from './edits/editStage.js';
export {
  addRegion,
  changeRegion,
  paintRegions,
  regionsOfPlaces,
  removeRegion,
  renameRegion,
} from './edits/editRegions.js';

// Kinematics
export { applyImpulse } from './kinematics/waves.js';
export { readChain } from './kinematics/measureChains.js';
export {
  ballLimits,
  coneLimits,
  hingeLimits,
  type JointPreset,
  limitsOfPreset,
  presetOf,
  universalLimits,
} from './kinematics/limitPresets.js';

// Playing: what a puppet is, where it is, one frame
export { buildPuppetModel, type PuppetModel, rebuildPuppet } from './play/puppetModel.js';
export { carryPuppetState, createPuppetState, type PuppetState, resetPuppet } from './play/puppetState.js';
export { createPuppetMeter, type PuppetMeter, puppetStages } from './play/puppetMeter.js';
export { stepPuppet } from './play/stepPuppet.js';
export { playRecordedHand, stepRecordedHand } from './play/playRecordedHand.js';
export { playedLines } from './play/frameLines.js';
export { inspectPuppet } from './play/inspectPuppet.js';
export type { PuppetInput } from './play/puppetInput.js';

// Hands: how they are drawn, how a finger's bend becomes an angle
export { fingerCurves } from './control/fingerCurves.js';
export { buildFingerCurve } from './control/fingerCurve.js';

// The skin: poked and painted
export { pokeSkin } from './layers/pokeSkin.js';
export { buildPlaceGraph, type PlaceGraph } from './layers/placeGraph.js';

// Takes: recorded, looped, laid over each other, written, played
export { type PuppetTake, takeDuration } from './takes/puppetTake.js';
export {
  appendTakeFrame,
  beginTake,
  finishTake,
  type RunningTake,
  recordingOfTake,
  runningSeconds,
  takeOfRecording,
} from './takes/takeTrack.js';
export { takeLoopSeconds } from './takes/sampleTake.js';
export { type PartPlot, partPlots } from './takes/partPlots.js';
export { layTakeOver } from './takes/editTakes.js';
export { parseTake, writeTake } from './takes/takeLines.js';
export { createTakePlayer, leadByTake, type TakePlayer } from './takes/followTake.js';
export { settleIntoTake, stepTake } from './takes/stepTake.js';

// Takes as glTF: parts as bones, or the surface as morph targets
export { type BakeFrames, createBakeFrames, addBakeFrame } from './bake/bakeFrames.js';
export { type BakedFile, sceneOf } from './bake/bakedFile.js';
export { bakeBones } from './bake/bakeBones.js';
export { bakeMorphs } from './bake/bakeMorphs.js';
