/** Computing that a world may take at once before it waits for its share, milliseconds. */
const MOST_CREDIT_MS = 250;

/**
 * The computing time of one world: so much of a processor core. A world that takes more waits, and the others have the
 * rest.
 */
export class TimeShare {
  #creditMs = MOST_CREDIT_MS;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Whether it is the world's turn, with a share of 0 to 1 of a core since the last look. */
  mayStart(nowMs: number, coreShare: number): boolean {
    this.#creditMs = Math.min(MOST_CREDIT_MS, this.#creditMs + (nowMs - this.#atMs) * coreShare);
    this.#atMs = nowMs;
    return this.#creditMs > 0;
  }

  take(workMs: number): void {
    this.#creditMs -= workMs;
  }
}
