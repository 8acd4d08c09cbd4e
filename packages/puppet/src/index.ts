/** Any model played by hand: structures in a mesh, kinematics, a skin with weight, hands, takes. */

// The file
export {
  fingerNames,
  type HandConnection,
  type PuppetFile,
  type PuppetLimits,
  type PuppetPart,
  type SkinSettings,
} from './file/puppetFile.js';
export { parsePuppet, writePuppet } from './file/parsePuppet.js';
export {
  type ExamplePuppetName,
  examplePuppetNames,
  type OpenedPuppet,
  openPuppet,
  puppetFromGltf,
  puppetIntoGltf,
} from './file/openPuppet.js';
export { createPuppet, freeJoint } from './file/puppetSchema.js';

// Mesh, parts, binding
export { type PuppetMesh, placeVertices, puppetMeshOf } from './model/puppetMesh.js';
export { readPuppetMesh } from './mesh/readPuppetMesh.js';
export { BOUND_PARTS, endOf, pivotOf, sortParts } from './model/partSkeleton.js';

// Structures: which part holds what
export { bindParts } from './structures/bindParts.js';
export { isInsidePart } from './structures/influence.js';
export { bindingColours, partColour, previewCut } from './structures/bindingColours.js';

// Structures proposed: one bone by a click, or all at once
export { findPuppetLimbs } from './proposal/puppetLimbs.js';
export { proposePuppet, proposeStructure } from './proposal/proposeStructure.js';
export { proposeBone } from './proposal/proposeBone.js';

// Structures edited: a new file from an old one, references whole
export { addEffector, addPart, changePart, linkPart, removePart, translatePart } from './edits/editParts.js';
export { moveBoneEnd, moveHandle, shapeHandles } from './edits/moveEnds.js';
export { mirrorParts } from './edits/mirrorPart.js';
export { changePuppet } from './edits/partReferences.js';
export { blowFrom, graspPartnerOf, graspWith, setLip } from './edits/editStage.js';
export { addRegion, changeRegion, paintRegions, regionsOfPlaces, removeRegion } from './edits/editRegions.js';

// Kinematics
export { readChain } from './kinematics/measureChains.js';
export { limitsOfPreset, presetOf } from './kinematics/limitPresets.js';

// Playing: what a puppet is, where it is, one frame
export { buildPuppetModel, type PuppetModel } from './play/puppetModel.js';
export { carryPuppetState, createPuppetState, type PuppetState, resetPuppet } from './play/puppetState.js';
export { createPuppetMeter, stepPuppet } from './play/stepPuppet.js';
export { playedLines, settleIntoTake, stepRecordedHand, stepTake } from './play/playRecordedHand.js';
export { inspectPuppet } from './play/inspectPuppet.js';
export type { PuppetInput } from './play/puppetInput.js';

// Hands: how they are drawn, how a finger's bend becomes an angle
export { fingerCurves } from './control/fingerCurves.js';
export { buildFingerCurve } from './control/fingerCurve.js';

// The skin: poked and painted
export { placesUnderBrush, pokeSkin } from './layers/touchSkin.js';

// Takes: recorded, looped, laid over each other, written, played
export { type PuppetTake, takeDuration, takeLoopSeconds } from './takes/puppetTake.js';
export { appendTakeFrame, beginTake, finishTake, recordingOfTake, takeOfRecording } from './takes/takeTrack.js';
export { partPlots } from './takes/partPlots.js';
export { layTakeOver } from './takes/editTakes.js';
export { parseTake, writeTake } from './takes/takeLines.js';
export { createTakePlayer, leadByTake } from './takes/followTake.js';

// What was played as glTF: parts as bones, or the surface as morph targets
export { bakePuppet } from './bake/bakePuppet.js';
