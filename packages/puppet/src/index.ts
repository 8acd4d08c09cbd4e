/** Any model played by hand: structures in a mesh, kinematics, a skin with weight, hands, takes. */

// The file
export {
  type FingerName,
  fingerNames,
  type HandConnection,
  type Magnets,
  type PartShape,
  type PuppetChain,
  type PuppetEffector,
  type PuppetFile,
  type PuppetHand,
  type PuppetJoint,
  type PuppetLimits,
  type PuppetPart,
  type PuppetStage,
  puppetLimits,
  type RestHand,
  type SkinLayer,
  type SkinRegion,
  type SkinSettings,
  type Superellipsoid,
} from './file/puppetFile.js';
export { puppetSchema } from './file/puppetSchema.js';
export { checkPuppet, parsePuppet, writePuppet } from './file/parsePuppet.js';
export { puppetFromGltf, puppetIntoGltf } from './file/puppetInGltf.js';
export { type OpenedPuppet, openPuppet } from './file/openPuppet.js';
export { createPuppet, freeJoint } from './file/createPuppet.js';
export { paintedRegions, paintOf } from './file/paint.js';
export { type ExamplePuppetName, examplePuppetNames } from './examplePuppets.js';

// Mesh, parts, binding
export { type MeshDetail, type PuppetMesh, placeVertices, puppetMeshOf } from './model/puppetMesh.js';
export { type PuppetMeshReport, type ReadPuppetMesh, readPuppetMesh } from './mesh/readPuppetMesh.js';
export { reduceMesh } from './mesh/reduceMesh.js';
export { type MeshPlacement, proposePlacement } from './mesh/meshPlacement.js';
export { buildPartSkeleton, endOf, pivotOf, sortParts, updatePartPoses, WHOLE } from './model/partSkeleton.js';
export { BOUND_PARTS, type PartBinding } from './model/partBinding.js';

// Structures: which part holds what
export { bindParts } from './structures/bindParts.js';
export { influenceAt, isInsidePart } from './structures/influence.js';
export { bindingColours, partColour, previewCut } from './structures/bindingColours.js';
export { buildPuppetVolume, type PuppetVolume, volumeOf } from './volume/puppetVolume.js';

// Structures proposed: one bone by a click, or all at once
export { findPuppetLimbs } from './proposal/puppetLimbs.js';
export type { LimbBone, PuppetLimbs } from './proposal/limbBone.js';
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
export { buildPuppetChains, type ChainModel, type PuppetChains } from './kinematics/puppetChains.js';
export {
  type ChainGoals,
  type ChainState,
  type ChainsState,
  createChainsState,
  resetChains,
} from './kinematics/chainsState.js';
export { stepChains } from './kinematics/stepChains.js';
export { applyImpulse } from './kinematics/waves.js';
export { type ChainReadout, type DrawnShell, readChain } from './kinematics/measureChains.js';
export {
  ballLimits,
  coneLimits,
  hingeLimits,
  type JointPreset,
  jointPresets,
  limitsOfPreset,
  presetOf,
  universalLimits,
} from './kinematics/limitPresets.js';

// Playing: what a puppet is, where it is, one frame
export { buildPuppetModel, type PuppetModel, rebuildPuppet } from './play/puppetModel.js';
export { carryPuppetState, createPuppetState, type PuppetState, resetPuppet } from './play/puppetState.js';
export { createPuppetMeter, type PuppetMeter, type PuppetStageName, puppetStages } from './play/puppetMeter.js';
export { stepPuppet } from './play/stepPuppet.js';
export {
  type HandRecordings,
  type PlayedFrame,
  partPlaces,
  playRecordedHand,
  stepRecordedHand,
} from './play/playRecordedHand.js';
export { frameHeaderText, frameLineText } from './play/frameLines.js';
export { inspectPuppet, type PuppetInspection } from './play/inspectPuppet.js';
export { type EffectorDrag, noInput, type PartTurn, type PuppetInput } from './play/puppetInput.js';

// Hands: what they read, what they move, how they are drawn; life of a puppet that is left alone
export {
  defaultHandReadingParams,
  type HandMemory,
  type HandReading,
  type HandReadingParams,
} from './control/handReading.js';
export {
  buildHandControl,
  type ControlModel,
  type DraggedEffector,
  type FingerDrag,
  type FingerTurn,
  type HandControl,
  type PartSwing,
} from './control/handControl.js';
export type { ControlledEffector, ControlState } from './control/stepHandControl.js';
export { FINGER_POINTS, type FingerCurve, fingerCurves } from './control/fingerCurves.js';
export { applyMagnets, magnetForce } from './control/magnets.js';
export { buildFingerCurve, type FingerCurvePoints, fingerShare } from './control/fingerCurve.js';
export type { PartGoals } from './control/gatherGoals.js';
export { defaultIdleParams, type IdleModel, type IdleParams, type IdleState } from './control/idleLife.js';
export {
  createSpreadTurns,
  measureSpreadTurns,
  type SpreadTurn,
  type SpreadTurns,
  updateSpreadShares,
} from './control/spreadTurns.js';

// Layers: the inner model and the skin
export { buildInner, type InnerInput } from './layers/buildInner.js';
export { createInnerState, HUNG_POINTS, type InnerModel, type InnerState } from './layers/innerModel.js';
export { moveInner } from './layers/moveInner.js';
export { buildSkin, type SkinInput, stiffnessHz } from './layers/buildSkin.js';
export { createSkinState, type FurState, type SkinModel, type SkinState } from './layers/skinModel.js';
export { stepSkin } from './layers/stepSkin.js';
export { pokeSkin, type SkinPoke } from './layers/pokeSkin.js';
export { buildPlaceGraph, type PlaceGraph } from './layers/placeGraph.js';

// Takes: recorded, sampled, looped, trimmed, laid over each other, written, played
export {
  createTakeFrame,
  frameOfTake,
  JOINT_SIZE,
  MAX_TAKE_FRAMES,
  type PuppetTake,
  type TakeFrame,
  type TakeLayout,
  takeDuration,
} from './takes/puppetTake.js';
export {
  appendTakeFrame,
  beginTake,
  finishTake,
  type RunningTake,
  recordingOfTake,
  runningSeconds,
  takeOfRecording,
} from './takes/takeTrack.js';
export { sampleLoopedTake, sampleTake, takeLoopSeconds } from './takes/sampleTake.js';
export { layTakeOver, type TakeLayer } from './takes/editTakes.js';
export { parseTake, takeLines, writeTake } from './takes/takeLines.js';
export {
  createTakePlayer,
  type LeadState,
  leadByTake,
  type TakeLead,
  type TakePlayer,
} from './takes/followTake.js';
export { settleIntoTake, stepTake } from './takes/stepTake.js';

// Takes as glTF: parts as bones, or the surface as morph targets
export { type BakeFrames, createBakeFrames, addBakeFrame } from './bake/bakeFrames.js';
export { type BakedFile, sceneOf } from './bake/bakedFile.js';
export { bakeBones } from './bake/bakeBones.js';
export { bakeMorphs, defaultMorphParams } from './bake/bakeMorphs.js';
export type { MorphBasisParams } from './bake/morphBasis.js';
