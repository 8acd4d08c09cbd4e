/** Computing that may be taken at once before there is waiting for the share, milliseconds, unless another number is given. */
const MOST_CREDIT_MS = 250;

/**
 * The computing time of one kind of work, such as a world's: so much of a processor core. Work that takes more waits or is
 * left out, and the others have the rest.
 */
export class TimeShare {
  readonly #mostCreditMs: number;
  #creditMs: number;
  #atMs: number;

  constructor(nowMs: number, mostCreditMs = MOST_CREDIT_MS) {
    this.#mostCreditMs = mostCreditMs;
    this.#creditMs = mostCreditMs;
    this.#atMs = nowMs;
  }

  /** Whether it may start, with a share of 0 to 1 of a core since the last look. */
  mayStart(nowMs: number, coreShare: number): boolean {
    this.#creditMs = Math.min(this.#mostCreditMs, this.#creditMs + (nowMs - this.#atMs) * coreShare);
    this.#atMs = nowMs;
    return this.#creditMs > 0;
  }

  take(workMs: number): void {
    this.#creditMs -= workMs;
  }
}
