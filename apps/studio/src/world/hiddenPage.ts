import type { Release } from '../time/clock.js';

/** Whether anybody can see the page, and what ticks while nobody does. */
export interface HiddenPage {
  readonly isHidden: boolean;
  /** Calls back when it is hidden or shown. */
  watch(onChange: () => void): void;
  /** Ticks so many times a second, also while the page is hidden. */
  tick(hz: number, work: () => void): Release;
}

/** Timers of a hidden page come once a second, those of its workers as they were set. */
export const browserPage: HiddenPage = {
  get isHidden() {
    return document.hidden;
  },
  watch(onChange) {
    document.addEventListener('visibilitychange', onChange);
  },
  tick(hz, work) {
    const worker = new Worker(new URL('./tickWorker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', () => work());
    worker.postMessage(hz);
    return () => worker.terminate();
  },
};
