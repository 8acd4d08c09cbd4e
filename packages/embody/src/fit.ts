// What the scripts in packages/embody/fit learn from motion capture, and the code that their results run in.

// Trunk
export { createBodyState } from './bodyState.js';
export { buildTrunk, type TrunkModel } from './trunk/buildTrunk.js';
export type { FittedTrunk } from './trunk/fittedTrunk.js';
export { EVEN_HIPS_COUNT, ODD_HIPS_COUNT } from './trunk/hipsFeatures.js';
export { buildMirrorNet, type MirrorNet, type MirrorNetData, solveMirrorNet } from './trunk/mirrorNet.js';
export {
  createTrunkFeatures,
  EVEN_FEATURE_COUNT,
  ODD_FEATURE_COUNT,
  stepTrunkFeatures,
  type TrunkFeatures,
} from './trunk/trunkFeatures.js';
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
} from './trunk/trunkOutputs.js';

// Gait
export type { FittedGait } from './gait/fittedGait.js';
export type { GaitCurvesJson } from './gait/gaitCurves.js';
export { mirrorSignals } from './gait/observer/mirrorSignals.js';
export {
  ANSWER_COUNT,
  buildObserver,
  type ObserverModel,
  type ObserverWeights,
  SIGNAL_COUNT,
} from './gait/observer/observerModel.js';
export { createSignalState, readSignals, SAMPLE_SIZE, type SignalState } from './gait/observer/observerSignals.js';

// Arms
export { type ArmSize, ELBOW_FEATURE_COUNT, writeElbowFeatures } from './arms/elbowFeatures.js';
export { type ElbowNet, evaluateElbowNet } from './arms/elbowNet.js';
