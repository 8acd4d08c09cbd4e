// Figures: how well a body follows a clip, answers steps and withstands stress

export { type TrackFrame, type TrackReport, trackMotion } from './evaluate/trackMotion.js';
export { evaluateGains, type GainEvaluation, type JointEvaluation } from './evaluate/evaluateGains.js';
export type { StepResponse } from './evaluate/stepResponse.js';
export { stressBody } from './evaluate/stressBody.js';
export { measureStops } from './evaluate/measureStops.js';
export { partError } from './world/measureBody.js';

// Gains against each other

export { type CommonPair, compareTuning, trackCommonPairs } from './evaluate/compareGains.js';
export { driveGains } from './body/driveGains.js';
