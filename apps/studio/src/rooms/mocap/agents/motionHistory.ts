/** Packed angles of the last moments, so that each agent of a crowd can be at a moment of its own. A ring. */
export interface MotionHistory {
  /** Numbers of 16 bits per frame. */
  readonly size: number;
  readonly capacity: number;
  readonly frames: Int16Array;
  /** When each frame was, seconds. */
  readonly times: Float64Array;
  next: number;
  count: number;
}

export function createMotionHistory(size: number, capacity: number): MotionHistory {
  return {
    size,
    capacity,
    frames: new Int16Array(size * capacity),
    times: new Float64Array(capacity),
    next: 0,
    count: 0,
  };
}

export function appendMotion(history: MotionHistory, packed: Int16Array, timeSeconds: number): void {
  history.frames.set(packed, history.next * history.size);
  history.times[history.next] = timeSeconds;
  history.next = (history.next + 1) % history.capacity;
  history.count = Math.min(history.count + 1, history.capacity);
}

/** Where in `frames` the frame of so long ago begins; the oldest one where it does not go back so far. -1 without any. */
export function frameBefore(history: MotionHistory, secondsAgo: number): number {
  const { next, count, capacity, times, size } = history;
  if (count === 0) return -1;
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
  return ((newest - low + capacity) % capacity) * size;
}
