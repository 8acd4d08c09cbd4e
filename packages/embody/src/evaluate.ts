// Solvers, to be compared with each other

// Clips whose truth is known
export {
  buildEvalClip,
  defaultEvalClipOptions,
  type EvalClip,
  type EvalClipInfo,
  type EvalClipOptions,
} from './evaluate/evalClip.js';
export { brokenClips, type EvalManifestClip, evalClipsOfFiles, parseEvalManifest } from './evaluate/evalManifest.js';
// How far solvers are off
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

// Heads that glide, and how legs carry them
export type { Glide, Place } from './walking/glides.js';
export type { WalkFigures } from './walking/judgeWalk.js';
export { formatGlides, type GlideResult, measureGlides } from './walking/measureGlides.js';
