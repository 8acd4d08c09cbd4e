import type { HeapOptions } from './measureBytes.js';
import type { TimingOptions } from './measureTimes.js';

/** How much work one benchmark may make of it. */
export interface BenchmarkOptions {
  readonly targetCount: number;
  readonly timing: TimingOptions;
  readonly heap: HeapOptions;
}

export const thoroughOptions: BenchmarkOptions = {
  targetCount: 1000,
  timing: { sampleCount: 31, sampleMs: 20, warmUpMs: 600 },
  heap: { trials: 8, doubtMs: 2000 },
};

/** About half a minute for everything. */
export const quickOptions: BenchmarkOptions = {
  targetCount: 200,
  timing: { sampleCount: 15, sampleMs: 10, warmUpMs: 300 },
  heap: { trials: 8, doubtMs: 2000 },
};

/** For tests: enough to see that everything runs and arrives. Its times say nothing: `leib bench` measures those. */
export const tinyOptions: BenchmarkOptions = {
  targetCount: 50,
  timing: { sampleCount: 1, sampleMs: 0, warmUpMs: 0 },
  heap: { trials: 1, doubtMs: 0 },
};
