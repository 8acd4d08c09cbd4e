// The baseline: the whole body from head and hands, the plain way
export { type BaselineParams, defaultBaselineParams } from './baseline/baselineParams.js';
export { type BaselineState, createBaselineState, type FootState } from './baseline/baselineState.js';
export {
  type ArmModel,
  type BaselineModel,
  buildBaseline,
  type LegModel,
  type TrunkModel,
} from './baseline/buildBaseline.js';
export { elbowPole } from './baseline/elbowPole.js';
export { estimateBend } from './baseline/estimateBend.js';
// Its stages, in the order of a frame
export { filterTrackers } from './baseline/filterTrackers.js';
export { solveArms } from './baseline/solveArms.js';
export { solveLegs } from './baseline/solveLegs.js';
export { solveTrunk } from './baseline/solveTrunk.js';
export { stepBaseline } from './baseline/stepBaseline.js';
export { stepFeet } from './baseline/stepFeet.js';
export { stepHeading } from './baseline/stepHeading.js';
export {
  createFingerState,
  defaultFingerSettings,
  type FingerSettings,
  type FingerState,
  stepFingers,
} from './fingers/stepFingers.js';
