import type { Contender } from './contender.js';

export interface TimingOptions {
  /** Rounds through all contenders; the median counts. */
  readonly sampleCount: number;
  /** Each sample repeats until it has lasted this long. */
  readonly sampleMs: number;
  /** Each contender runs this long before the first sample, so that it is compiled. */
  readonly warmUpMs: number;
}

/**
 * Median microseconds per call, by contender. Samples are interleaved, one of each contender per round: whatever else
 * the machine does hits all of them.
 */
export function measureTimes(contenders: readonly Contender[], options: TimingOptions): number[] {
  const plans = contenders.map((contender) => {
    repeatFor(contender, options.warmUpMs);
    return { contender, passes: repeatFor(contender, options.sampleMs), samples: [] as number[] };
  });
  for (let sample = 0; sample < options.sampleCount; sample++) {
    for (const { contender, passes, samples } of plans) {
      samples.push((timePasses(contender, passes) * 1000) / (passes * contender.callCount));
    }
  }
  return plans.map(({ samples }) => median(samples));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Passes over all calls until the time is over, at least one; returns how many. */
function repeatFor(contender: Contender, milliseconds: number): number {
  const end = performance.now() + milliseconds;
  let passes = 0;
  do {
    timePasses(contender, 1);
    passes++;
  } while (performance.now() < end);
  return passes;
}

/** Milliseconds for so many passes over all calls, less what is only there for the benchmark. */
function timePasses(contender: Contender, passes: number): number {
  const { callCount } = contender;
  const start = performance.now();
  for (let pass = 0; pass < passes; pass++) contender.run(callCount);
  const end = performance.now();
  if (!contender.runOverhead) return end - start;
  for (let pass = 0; pass < passes; pass++) contender.runOverhead(callCount);
  return end - start - (performance.now() - end);
}
