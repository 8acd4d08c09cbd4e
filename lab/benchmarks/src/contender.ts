/** Something to be timed. */
export interface Contender {
  readonly name: string;
  /** Different calls there are: one per target. */
  readonly callCount: number;
  /** The first `count` calls, one after the other. Every contender has its own loop: a shared one is not inlined. */
  run(count: number): void;
  /**
   * What of run() is only there for the benchmark (bringing the contender back to its start), as often as there.
   * Its time is taken off. Ours have none: whatever they do counts.
   */
  runOverhead?(count: number): void;
}

/** A contender that brings the tip of a chain to a target. */
export interface IkContender extends Contender {
  /** From the rest pose to target i. */
  solveOne(index: number): void;
  /** Where the tip is after that, metres. */
  readTip(out: Float64Array): void;
}
