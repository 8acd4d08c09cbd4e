/** Losses and order of packets, from their counter. */
export interface SequenceState {
  /** Highest counter so far; -1 before the first. */
  last: number;
  lastAtMs: number;
  /** Late packets in a row: a restarted sender looks like this at first. */
  lateRun: number;
  received: number;
  lost: number;
  reordered: number;
  duplicated: number;
  /** Restarts of the sender. */
  restarts: number;
}

export type SequenceVerdict = 'next' | 'late' | 'duplicate' | 'restart';

export function createSequenceState(): SequenceState {
  return {
    last: -1,
    lastAtMs: 0,
    lateRun: 0,
    received: 0,
    lost: 0,
    reordered: 0,
    duplicated: 0,
    restarts: 0,
  };
}

/** A larger step back is a restart, not a late packet. */
const REORDER_WINDOW = 64;
/** A larger step ahead is a restart, not a loss: forty seconds at 240 Hz. */
const MAX_GAP = 10_000;
/** After a longer silence the sender was stopped, and counters are not compared. */
const SILENCE_MS = 1000;
/** This many late packets in a row are a restart. */
const LATE_RUN = 4;

/** Counters of 32 bits wrap to zero. */
const WRAP = 2 ** 32;

/**
 * Classifies one packet by its counter. Packets that are 'late' or 'duplicate' must be ignored: a newer one was used. A
 * late packet was counted as lost when its successor came; that is undone.
 */
export function checkSequence(state: SequenceState, counter: number, nowMs: number): SequenceVerdict {
  state.received++;
  const silenceMs = nowMs - state.lastAtMs;
  const isFirst = state.last < 0;
  let step = counter - state.last;
  if (step < -WRAP / 2) step += WRAP;
  state.lastAtMs = nowMs;
  if (isFirst) return accept(state, counter);
  if (step === 0 && silenceMs < SILENCE_MS) {
    state.duplicated++;
    return 'duplicate';
  }
  if (step > 0 && step <= MAX_GAP && silenceMs < SILENCE_MS) {
    state.lost += step - 1;
    return accept(state, counter);
  }
  if (step < 0 && step > -REORDER_WINDOW && silenceMs < SILENCE_MS && ++state.lateRun < LATE_RUN) {
    state.reordered++;
    if (state.lost > 0) state.lost--;
    return 'late';
  }
  if (step === 1) return accept(state, counter);
  state.restarts++;
  accept(state, counter);
  return 'restart';
}

function accept(state: SequenceState, counter: number): SequenceVerdict {
  state.last = counter;
  state.lateRun = 0;
  return 'next';
}
