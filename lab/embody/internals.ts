// What these scripts reach inside of @leib/embody: what they learn from motion capture, and the code that their results run in.

// Arms
export {
  type ArmSize,
  ELBOW_FEATURE_COUNT,
  writeElbowFeatures,
} from '../../packages/embody/dist/arms/elbowFeatures.js';
export { type ElbowNet, evaluateElbowNet } from '../../packages/embody/dist/arms/elbowFeatures.js';
// Trunk
export { createBodyState } from '../../packages/embody/dist/bodyState.js';
// Gait
export type { FittedGait } from '../../packages/embody/dist/gait/fittedGait.js';
export type { GaitCurvesJson } from '../../packages/embody/dist/gait/gaitCurves.js';
export {
  ANSWER_COUNT,
  buildObserver,
  mirrorSignals,
  type ObserverModel,
  type ObserverWeights,
  SIGNAL_COUNT,
} from '../../packages/embody/dist/gait/observer/observerModel.js';
export {
  createSignalState,
  readSignals,
  SAMPLE_SIZE,
  type SignalState,
} from '../../packages/embody/dist/gait/observer/observerSignals.js';
export { buildTrunk, type TrunkModel } from '../../packages/embody/dist/trunk/buildTrunk.js';
export type { FittedTrunk } from '../../packages/embody/dist/trunk/fittedTrunk.js';
export { EVEN_HIPS_COUNT, ODD_HIPS_COUNT } from '../../packages/embody/dist/trunk/hipsFeatures.js';
export {
  buildMirrorNet,
  type MirrorNet,
  type MirrorNetData,
  solveMirrorNet,
} from '../../packages/embody/dist/trunk/mirrorNet.js';
export {
  createTrunkFeatures,
  EVEN_FEATURE_COUNT,
  ODD_FEATURE_COUNT,
  stepTrunkFeatures,
  type TrunkFeatures,
} from '../../packages/embody/dist/trunk/trunkFeatures.js';
export {
  CHEST_LEVEL,
  EVEN_OUTPUT_COUNT,
  LEVEL_COUNT,
  ODD_OUTPUT_COUNT,
  OUT_CHEST_COS,
  OUT_CHEST_SIN,
  OUT_PELVIS_COS,
  OUT_PELVIS_SIN,
  OUT_X,
  OUT_YZ,
  OUTPUT_COUNT,
} from '../../packages/embody/dist/trunk/trunkOutputs.js';
