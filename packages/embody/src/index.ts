// The whole body

// Arms
export {
  type ArmCone,
  type ArmSettings,
  defaultArmSettings,
  type MagneticField,
  thesisArmSettings,
} from './arms/armSettings.js';
export { type ArmState, type ArmsState, createArmsState, resetArmsState } from './arms/armsState.js';
export { type ArmsModel, buildArms } from './arms/buildArms.js';
export { type ArmSize, ELBOW_FEATURE_COUNT, writeElbowFeatures } from './arms/elbowFeatures.js';
export { type ElbowNet, evaluateElbowNet } from './arms/elbowNet.js';
export { stepArms } from './arms/stepArms.js';
export { defaultTorsoHullSettings, type TorsoHullSettings } from './arms/torsoHull.js';
// The baseline: the whole body from head and hands, the plain way
export { type BaselineParams, defaultBaselineParams } from './baseline/baselineParams.js';
export { type BaselineState, createBaselineState, type FootState } from './baseline/baselineState.js';
export {
  type BaselineArm,
  type BaselineLeg,
  type BaselineModel,
  type BaselineTrunk,
  buildBaseline,
} from './baseline/buildBaseline.js';
export { elbowPole } from './baseline/elbowPole.js';
export { estimateBend } from './baseline/estimateBend.js';
// Its stages, in the order of a frame
export { solveBaselineArms } from './baseline/solveBaselineArms.js';
export { solveBaselineLegs } from './baseline/solveBaselineLegs.js';
export { solveBaselineTrunk } from './baseline/solveBaselineTrunk.js';
export { stepBaseline } from './baseline/stepBaseline.js';
export { stepBaselineFeet } from './baseline/stepBaselineFeet.js';
export { stepBaselineHeading } from './baseline/stepBaselineHeading.js';
// Trunk: travel, heading, hips, spine and neck
export { type BodyState, createBodyState } from './bodyState.js';
export { buildEmbody, type EmbodyModel } from './embodyModel.js';
export { defaultEmbodySettings, type EmbodySettings, thesisEmbodySettings } from './embodySettings.js';
export { parseBaselineParams, parseEmbodySettings } from './parseEmbodySettings.js';
export { attachPrior, attachSkeleton, createEmbodyState, type EmbodyState, resetEmbodyState } from './embodyState.js';
// Measuring solvers against motion capture
export { elbowSpeedRatio } from './evaluate/elbowSpeed.js';
export { countElbowsInTorso, measuredTorsoHull } from './evaluate/elbowsInTorso.js';
export {
  buildEvalClip,
  defaultEvalClipOptions,
  type EvalClip,
  type EvalClipInfo,
  type EvalClipOptions,
} from './evaluate/evalClip.js';
export { brokenClips, type EvalManifestClip, evalClipsOfFiles, parseEvalManifest } from './evaluate/evalManifest.js';
export {
  type EvalClipResult,
  type EvalGroup,
  type EvalMetrics,
  type EvalProgress,
  type EvalResult,
  evaluateSolvers,
} from './evaluate/evaluateSolvers.js';
export { formatEvaluation } from './evaluate/formatEvaluation.js';
export { runSolver } from './evaluate/runSolver.js';
export { baselineSolver, embodySolver, type RunningSolver, type Solver } from './evaluate/solver.js';
export {
  createFingerState,
  defaultFingerSettings,
  type FingerSettings,
  type FingerState,
  stepFingers,
} from './fingers/stepFingers.js';
// What fit/fitGait.ts needs of the gait
export type { FittedGait } from './gait/fittedGait.js';
export { type GaitCurvesJson, gaitCurveNames } from './gait/gaitCurves.js';
export { buildGait, type GaitLeg, type GaitModel } from './gait/gaitModel.js';
export type { PhaseSettings, StepTriggers } from './gait/gaitSettings.js';
export { defaultGaitSettings, type GaitSettings, thesisGaitSettings } from './gait/gaitSettings.js';
export type { GaitState, StepState } from './gait/gaitState.js';
export { createGaitState, type GaitFeedback, resetGait, type StepCause } from './gait/gaitState.js';
export { mirrorSignals } from './gait/observer/mirrorSignals.js';
export {
  createObserverState,
  type ObservedFoot,
  type ObserverState,
  observeFeet,
} from './gait/observer/observeFeet.js';
export {
  ANSWER_COUNT,
  buildObserver,
  type ObserverModel,
  type ObserverWeights,
  SIGNAL_COUNT,
} from './gait/observer/observerModel.js';
export {
  createSignalState,
  readSignals,
  SAMPLE_SIZE,
  type SignalState,
} from './gait/observer/observerSignals.js';
export { runObserver } from './gait/observer/runObserver.js';
export { solveLegs } from './legs/solveLegs.js';
export { stepGait } from './gait/stepGait.js';
// What one walks on, how one gets about, and what a gait can be told
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
// Many avatars: levels of detail
export { createBaselineCrowdSolver } from './lod/baselineCrowdSolver.js';
export { chooseLevels, createLevelChoice, type LevelChoice } from './lod/chooseLevels.js';
export { type Crowd, type CrowdAvatar, type CrowdMember, type CrowdSolver, createCrowd } from './lod/crowd.js';
export { createEmbodyCrowdSolver } from './lod/embodyCrowdSolver.js';
export { buildFarPose, createFarState, type FarModel, type FarState, solveFarPose } from './lod/farPose.js';
export { defaultLodSettings, detailLevel, type LodSettings } from './lod/lodSettings.js';
export { stepCrowd } from './lod/stepCrowd.js';
export { applyTargetOffset } from './player/applyTargetOffset.js';
export { defaultPlayerSettings, type PlayerSettings } from './player/playerSettings.js';
export { createPlayerState, type PlayerState, placePlayer } from './player/playerState.js';
export { stepPlayer } from './player/stepPlayer.js';
// The learned prior: what hips, spine, legs, elbows and contacts do, proposed by a small network
export { askPrior } from './prior/proposal/askPrior.js';
export { buildGuide, type GuideModel } from './prior/proposal/buildGuide.js';
export type { Guidance } from './guidance.js';
export { createGuideState, type GuideState, resetGuide } from './prior/proposal/guideState.js';
export { loadPrior } from './prior/network/loadPrior.js';
export { PRIOR_HZ } from './prior/network/priorLayout.js';
export type { PriorModel } from './prior/network/priorModel.js';
export {
  defaultPriorSettings,
  type PriorSettings,
  type PriorSmoothing,
} from './prior/proposal/priorSettings.js';
export { createPriorState, type PriorProposal, type PriorState, resetPrior } from './prior/network/priorState.js';
export { stepGuidance } from './prior/proposal/stepGuidance.js';
export { stepLedFeet } from './gait/led/stepLedFeet.js';
export { stepPrior } from './prior/network/stepPrior.js';
export { stepEmbody } from './stepEmbody.js';
// Trackers become targets
export { buildTargets, type TargetsModel } from './targets/buildTargets.js';
export { applyLockMode, type LockMode, lockModes, trunkReach } from './targets/lockModes.js';
export { stepTargets } from './targets/stepTargets.js';
export { defaultTargetsSettings, type TargetsSettings, thesisTargetsSettings } from './targets/targetsSettings.js';
export { createTargetsState, resetTargetsState, type TargetsState } from './targets/targetsState.js';
export { buildTrunk, type TrunkModel } from './trunk/buildTrunk.js';
export type { FittedTrunk } from './trunk/fittedTrunk.js';
export { EVEN_TOLD_COUNT, ODD_TOLD_COUNT } from './trunk/hipsTold.js';
export { buildMirrorNet, type MirrorNet, type MirrorNetData, solveMirrorNet } from './trunk/mirrorNet.js';
export { stepHeading } from './trunk/stepHeading.js';
export { stepTravel } from './trunk/stepTravel.js';
export { stepTrunk } from './trunk/stepTrunk.js';
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
export {
  type BendMultipliers,
  defaultTrunkSettings,
  type TrunkSettings,
  thesisTrunkSettings,
} from './trunk/trunkSettings.js';
export { createTrunkState, resetTrunkState, type TrunkState } from './trunk/trunkState.js';
