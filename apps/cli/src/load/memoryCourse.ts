/** Resident memory of a process over a measurement, MB. */
export interface MemoryCourse {
  readonly start: number;
  /** Mean of the second tenth of the time: code is compiled and heaps have their size. */
  readonly settled: number;
  /** Mean of the last tenth. */
  readonly end: number;
  readonly most: number;
}

export interface MemorySample {
  readonly seconds: number;
  readonly memoryMB: number;
}

/** Means of tenths, since a single look may fall before or after a collection of garbage. Expects a sample at least. */
export function memoryCourse(samples: readonly MemorySample[]): MemoryCourse {
  const [first, last] = [samples[0], samples[samples.length - 1]];
  const length = last.seconds - first.seconds;
  const meanOf = (from: number, to: number) => {
    const some = samples.filter(({ seconds }) => {
      const share = length > 0 ? (seconds - first.seconds) / length : 1;
      return share >= from && share <= to;
    });
    return some.reduce((sum, { memoryMB }) => sum + memoryMB, 0) / some.length;
  };
  // A measurement of a few samples may have none in a tenth.
  const settled = meanOf(0.1, 0.2);
  return {
    start: first.memoryMB,
    settled: Number.isNaN(settled) ? first.memoryMB : settled,
    end: meanOf(0.9, 1),
    most: samples.reduce((most, { memoryMB }) => Math.max(most, memoryMB), 0),
  };
}

/** How much more memory is held at last than once it had settled: 0.05 is 5 %. */
export function memoryGrowth({ settled, end }: MemoryCourse): number {
  return end / settled - 1;
}
