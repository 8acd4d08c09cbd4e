import { POSE_SIZE, pointNumber, type TrackerOffsets } from '@leib/tracking';

const AT = pointNumber.head * POSE_SIZE;
/** Which of a pose's numbers it moves: up and ahead of the joint. */
const parts = [AT + 1, AT + 2] as const;

/** How far the head is tracked from where the body has it, beside what the source says: adjusted while it is worn. */
export class HeadOffset {
  metres: readonly [up: number, ahead: number] = [0, 0];
  #offsets: TrackerOffsets | null = null;
  /** What the source says, and what was made of it. */
  #own: number[] = [];
  #written: number[] = [];

  /** Before devices are read. Another source, or a calibration, says anew what its own offset is. */
  apply(offsets: TrackerOffsets): void {
    if (offsets !== this.#offsets) this.dispose();
    this.#offsets = offsets;
    for (const [k, part] of parts.entries()) {
      if (offsets[part] !== this.#written[k]) this.#own[k] = offsets[part];
      this.#written[k] = offsets[part] = this.#own[k] + this.metres[k];
    }
  }

  /** The source has its own again. */
  dispose(): void {
    for (const [k, part] of parts.entries())
      if (this.#offsets && this.#offsets[part] === this.#written[k]) this.#offsets[part] = this.#own[k];
    [this.#offsets, this.#own, this.#written] = [null, [], []];
  }
}
