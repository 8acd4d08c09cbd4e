/** Time of a server. Tests give it one that they advance themselves. */
export interface ServerClock {
  /** Milliseconds, never going back; the zero point is arbitrary. */
  nowMs(): number;
  /** Calls `work` again and again until the returned function is called. Does not keep the process alive. */
  every(periodMs: number, work: () => void): () => void;
}

/** Milliseconds since 1970 when the process began, then by a clock that is never set. */
export const systemClock: ServerClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  every(periodMs, work) {
    const timer = setInterval(work, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
