import type { Clock } from '../time/clock.js';
import { explainError } from '../ui/explainError.js';
import { notify, setBusy } from '../ui/pageStore.js';

/** Runs work that takes a while, with a line that says what is going on. An error becomes one notice. */
export type Busy = (text: string, work: () => Promise<void>) => Promise<void>;

/** @param clock holds still while work runs, where a test steps it */
export function createBusy(clock: Clock): Busy {
  return async (text, work) => {
    setBusy(text);
    const release = clock.hold();
    try {
      await work();
    } catch (error) {
      notify('error', explainError(error));
    } finally {
      release();
      setBusy(null);
    }
  };
}
