import type { Stage } from '@leib/stage';

/** Time of a run. Tests give it one that they advance themselves. */
export interface RunClock {
  /** Milliseconds, never going back. */
  nowMs(): number;
  /** Calls `work` again and again until the returned function is called. */
  every(periodMs: number, work: () => void): () => void;
}

export const systemRunClock: RunClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  every(periodMs, work) {
    const timer = setInterval(work, periodMs);
    return () => clearInterval(timer);
  },
};

/** How often the loop looks whether a frame is due, milliseconds: less than a frame, since timers are late now and then. */
const LOOK_MS = 4;
/** A longer gap is a stall, of a machine that slept: bodies wait instead of leaping, seconds. */
const LONGEST_STEP = 0.1;

export interface LoopOptions {
  readonly clock: RunClock;
  readonly hz: number;
  /** Ends by itself after so long; undefined: never. */
  readonly seconds: number | undefined;
  /** Asked after every step. */
  isOver(): boolean;
}

/** Steps a stage by the clock until it is over, or `stop` is called. Frames that are overdue are left out. */
export function loopStage(stage: Stage, { clock, hz, seconds, isOver }: LoopOptions) {
  const startMs = clock.nowMs();
  let lastDue = 0;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stopLooking = clock.every(LOOK_MS, () => {
    const passed = (clock.nowMs() - startMs) / 1000;
    const due = Math.floor(Math.min(passed, seconds ?? passed) * hz + 1e-6);
    if (due > lastDue) {
      stage.step(Math.min((due - lastDue) / hz, LONGEST_STEP));
      lastDue = due;
    }
    if ((seconds !== undefined && passed >= seconds) || isOver()) stop();
  });
  function stop(): void {
    stopLooking();
    end();
  }
  return { ended, stop };
}
