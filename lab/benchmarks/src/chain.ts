import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare, measureSuccessRate } from './compare.js';
import { createClosedChain } from './contenders/closedChain.js';
import { createLeibCcd, createLeibJacobian } from './contenders/leibChain.js';
import { createLeibFabrik } from './contenders/leibFabrik.js';
import { createThreeCcd } from './contenders/threeCcd.js';
import { createThreeIk } from './contenders/threeIk.js';
import { chainProblem } from './ikProblem.js';
import type { BenchResult } from './report.js';

/** A chain of ten bones. */
export function benchChain(options: BenchmarkOptions): BenchResult[] {
  const problem = chainProblem(options.targetCount);
  const peers = [createThreeCcd(problem), createClosedChain(problem), createThreeIk(problem)];
  return compare(
    [
      { name: 'chain/fabrik', ours: createLeibFabrik(problem), peers },
      { name: 'chain/ccd', ours: createLeibCcd(problem), peers },
      { name: 'chain/dls', ours: createLeibJacobian(problem), peers },
    ],
    options,
    (contender) => measureSuccessRate(problem, contender),
  );
}
