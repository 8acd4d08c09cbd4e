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

/** For tests: enough to see that everything runs and arrives, not to quote. */
export const tinyOptions: BenchmarkOptions = {
  targetCount: 50,
  timing: { sampleCount: 5, sampleMs: 4, warmUpMs: 60 },
  heap: { trials: 3, doubtMs: 500 },
};
