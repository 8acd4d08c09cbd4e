import type { MarkerFitProgress } from '@leib/mocap';
import { fitMarkersInWorker, type MarkerWork } from './fitMarkersInWorker.js';
import { FittedMarkers } from './fittedMarkers.js';

/** Markers of a dropped C3D file: the fit that runs, and the last one that was made. */
export class MarkerDesk {
  /** The last fit; null before the first. */
  fitted: FittedMarkers | null = null;
  /** The file that it was made from. */
  label = '';
  /** How far the fit is; null while none runs. */
  progress: MarkerFitProgress | null = null;
  #work: MarkerWork | null = null;

  /** Fits a body to a file's markers; false where another file or cancel() came in between. */
  async open(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<boolean> {
    this.cancel();
    this.progress = { stage: 'reading the file', share: 0 };
    const work = fitMarkersInWorker({ bytes, name }, (progress) => {
      if (this.#work === work) this.progress = progress;
    });
    this.#work = work;
    try {
      const fit = await work.result;
      if (this.#work !== work) return false;
      this.fitted = new FittedMarkers(fit);
      this.label = name;
      return true;
    } catch (error) {
      if (this.#work === work) throw error;
      return false;
    } finally {
      if (this.#work === work) this.cancel();
    }
  }

  cancel(): void {
    this.#work?.cancel();
    this.#work = null;
    this.progress = null;
  }
}
