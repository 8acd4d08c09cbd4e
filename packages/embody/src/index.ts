// The baseline: the whole body from head and hands, the plain way
export { type BaselineParams, defaultBaselineParams } from './baselineParams.js';
export { type BaselineState, createBaselineState, type FingerState, type FootState } from './baselineState.js';
export { type ArmModel, type BaselineModel, buildBaseline, type LegModel, type TrunkModel } from './buildBaseline.js';
export { elbowPole } from './elbowPole.js';
export { estimateBend } from './estimateBend.js';
// Its stages, in the order of a frame
export { filterTrackers } from './filterTrackers.js';
export { solveArms } from './solveArms.js';
export { solveLegs } from './solveLegs.js';
export { solveTrunk } from './solveTrunk.js';
export { stepBaseline } from './stepBaseline.js';
export { stepFeet } from './stepFeet.js';
export { stepFingers } from './stepFingers.js';
export { stepHeading } from './stepHeading.js';
