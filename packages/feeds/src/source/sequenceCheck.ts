/** What a counter in the packets tells about how they arrived. */
export interface SequenceState {
  /** Highest counter seen; -1 before the first. */
  last: number;
  lastAtMs: number;
  /** Late ones in a row: a sender that starts again looks like that at first. */
  lateRun: number;
  received: number;
  lost: number;
  reordered: number;
  duplicated: number;
  /** How often the sender began anew. */
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

/** A step back farther than this is no late packet: networks do not hold one back that long. */
const REORDER_WINDOW = 64;
/** A step ahead farther than this is no loss: forty seconds at 240 Hz. */
const MAX_GAP = 10_000;
/** After such a silence nothing is compared: the sender was stopped. */
const SILENCE_MS = 1000;
/** So many late ones in a row are a counter that started again. */
const LATE_RUN = 4;

/** Counters of 32 bits that run over go on at zero; those of the DTrack kind never get there. */
const WRAP = 2 ** 32;

/**
 * Judges one packet by its counter. 'late' and 'duplicate' are not to be shown: something newer was. A late one was
 * counted as lost when its successor came, and is taken off again.
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
