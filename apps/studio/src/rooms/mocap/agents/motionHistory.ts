/** A motion of the last moments, so that each member of a crowd can be at a moment of its own. A ring of frames. */
export interface MotionHistory<F> {
  /** Written by whoever is given them by nextFrame(). */
  readonly frames: readonly F[];
  /** When each frame was, seconds. */
  readonly times: Float64Array;
  next: number;
  count: number;
}

export function createMotionHistory<F>(capacity: number, createFrame: () => F): MotionHistory<F> {
  const frames = Array.from({ length: capacity }, createFrame);
  return { frames, times: new Float64Array(capacity), next: 0, count: 0 };
}

/** The frame of a new moment, to be written. The oldest one is given up for it. */
export function nextFrame<F>(history: MotionHistory<F>, seconds: number): F {
  const { frames, times, next } = history;
  times[next] = seconds;
  history.next = (next + 1) % frames.length;
  history.count = Math.min(history.count + 1, frames.length);
  return frames[next];
}

/** The frame of so long ago; the oldest one where it does not go back so far. Null without any. */
export function frameBefore<F>({ frames, times, next, count }: MotionHistory<F>, secondsAgo: number): F | null {
  if (count === 0) return null;
  const capacity = frames.length;
  const newest = (next - 1 + capacity) % capacity;
  const wanted = times[newest] - secondsAgo;
  let low = 0;
  let high = count - 1;
  // How many frames back: the first whose time is not later than wanted.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[(newest - middle + capacity) % capacity] <= wanted) high = middle;
    else low = middle + 1;
  }
  return frames[(newest - low + capacity) % capacity];
}
