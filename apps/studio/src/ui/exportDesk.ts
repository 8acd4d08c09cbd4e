import type { Clock } from '../time/clock.js';
import { explainError } from './explainError.js';

/** Work that takes a while, as its own code sees it. */
export interface ExportJob {
  /** Says how far it is, 0..1, and lets the page breathe. Throws CancelledError where the visitor has cancelled it. */
  report(share: number): Promise<void>;
  /** True once the visitor has cancelled it. */
  readonly isCancelled: boolean;
}

/** Ends an export that was cancelled. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** The page draws and listens at least this often during an export, milliseconds. */
const BREATH_MS = 30;

/** One export at a time, with progress and cancel. */
export class ExportDesk {
  /** What is exported now; null: nothing. */
  current: { readonly label: string; share: number; isCancelled: boolean } | null = null;
  readonly #clock: Clock;
  readonly #say: (kind: 'info' | 'error', text: string) => void;

  constructor(clock: Clock, say: (kind: 'info' | 'error', text: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  cancel(): void {
    if (this.current) this.current.isCancelled = true;
  }

  /** Does the work, and says what it returns: a sentence, or null where there is nothing to say. */
  async run(label: string, work: (job: ExportJob) => Promise<string | null>): Promise<void> {
    if (this.current) return;
    const current = { label, share: 0, isCancelled: false };
    this.current = current;
    const release = this.#clock.hold();
    let lastBreathMs = performance.now();
    const job: ExportJob = {
      get isCancelled() {
        return current.isCancelled;
      },
      async report(share) {
        current.share = share;
        if (performance.now() - lastBreathMs > BREATH_MS) {
          await new Promise((resolve) => setTimeout(resolve, 0));
          lastBreathMs = performance.now();
        }
        if (current.isCancelled) throw new CancelledError();
      },
    };
    try {
      const sentence = await work(job);
      if (sentence !== null) this.#say('info', sentence);
    } catch (error) {
      if (error instanceof CancelledError) this.#say('info', `${label}: cancelled, nothing was written.`);
      else this.#say('error', `${label}: ${explainError(error)}`);
    } finally {
      this.current = null;
      release();
    }
  }
}
