import type { StudyRun } from '../session/studyRun.js';
import type { StudyMarker } from '../studyEvent.js';

/** Frames that are remembered: two minutes at 60 Hz. */
const MEMORY = 7200;

/** A marker of an instrument, when it has come; times of this machine's clock. */
export interface ArrivedMarker extends Omit<StudyMarker, 'seconds' | 'offsetSeconds'> {
  /** When it happened, by the clock of the frames, milliseconds. */
  readonly hostMs: number;
}

/** Where the session's clock stood at each frame: from a moment of the machine's clock to one of the session's. */
export class SessionClock {
  readonly #hostMs = new Float64Array(MEMORY);
  readonly #seconds = new Float64Array(MEMORY);
  #count = 0;

  /** A frame. */
  note(hostMs: number, seconds: number): void {
    this.#hostMs[this.#count % MEMORY] = hostMs;
    this.#seconds[this.#count % MEMORY] = seconds;
    this.#count++;
  }

  /** The session's clock at a moment: between two frames in a straight line, outside of all of them at the rate of time. */
  secondsAt(hostMs: number): number {
    if (this.#count === 0) return Number.NaN;
    const first = Math.max(0, this.#count - MEMORY);
    let [low, high] = [first, this.#count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#hostMs[middle % MEMORY] <= hostMs) low = middle;
      else high = middle - 1;
    }
    const [at, after] = [low % MEMORY, (low + 1) % MEMORY];
    const gone = hostMs - this.#hostMs[at];
    if (gone < 0 || low + 1 >= this.#count) return this.#seconds[at] + gone / 1000;
    const span = this.#hostMs[after] - this.#hostMs[at];
    return this.#seconds[at] + (span > 0 ? gone / span : 0) * (this.#seconds[after] - this.#seconds[at]);
  }

  /** What becomes an event of the session. */
  place({ hostMs, ...marker }: ArrivedMarker): StudyMarker {
    const seconds = this.secondsAt(hostMs);
    const { sourceSeconds, uncertaintySeconds } = marker;
    const isKnown = sourceSeconds !== null && uncertaintySeconds !== null;
    return { ...marker, seconds, offsetSeconds: isKnown ? sourceSeconds - seconds : null };
  }
}

/** Makes markers that the session does not have yet events of it. */
export function decideMarks(
  run: Pick<StudyRun, 'session' | 'decide'>,
  clock: SessionClock,
  arrived: readonly ArrivedMarker[],
) {
  for (const marker of arrived)
    if (!run.session.marks.includes(marker.id)) run.decide({ kind: 'mark', marker: clock.place(marker) });
}
