import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare, measureSuccessRate } from './compare.js';
import { createBabylonIk } from './contenders/babylonIk.js';
import { createClosedChain } from './contenders/closedChain.js';
import { createInlinedTwoBone } from './contenders/inlinedTwoBone.js';
import { createLeibCcd, createLeibJacobian } from './contenders/leibChain.js';
import { createLeibFabrik } from './contenders/leibFabrik.js';
import { createLeibTwoBone } from './contenders/leibTwoBone.js';
import { createThreeCcd } from './contenders/threeCcd.js';
import { createThreeIk } from './contenders/threeIk.js';
import { armProblem } from './ikProblem.js';
import type { BenchResult } from './report.js';

/** An arm of three bones. */
export function benchArm(options: BenchmarkOptions): BenchResult[] {
  const problem = armProblem(options.targetCount);
  const babylon = createBabylonIk(problem);
  const peers = [createThreeCcd(problem), createClosedChain(problem), babylon, createThreeIk(problem)];
  return compare(
    [
      { name: 'arm/fabrik', ours: createLeibFabrik(problem), peers },
      { name: 'arm/ccd', ours: createLeibCcd(problem), peers },
      { name: 'arm/dls', ours: createLeibJacobian(problem), peers },
      { name: 'arm/two-bone', ours: createLeibTwoBone(problem), peers: [createInlinedTwoBone(problem), babylon] },
    ],
    options,
    (contender) => measureSuccessRate(problem, contender),
  );
}
