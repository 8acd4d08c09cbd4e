import { explainError } from '../../../ui/explainError.js';
import { notify } from '../../../ui/pageStore.js';

/** Waits for some work; what it refuses becomes a notice. */
export async function orNotice(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    notify('error', explainError(error));
  }
}
