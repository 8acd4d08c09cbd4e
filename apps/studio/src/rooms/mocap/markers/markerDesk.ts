import { InputError } from '@leib/core';
import { type MarkerFit, type MarkerFitProgress, type MarkerMap, parseMarkerMap } from '@leib/mocap';
import type { WorkerJob } from '../../../files/workerJob.js';
import { fitMarkersInWorker } from './fitMarkersInWorker.js';
import { FittedMarkers } from './fittedMarkers.js';

/** Markers of a dropped C3D file: the fit that runs, and the last one that was made. */
export class MarkerDesk {
  /** The last fit; null before the first. */
  fitted: FittedMarkers | null = null;
  /** The file that it was made from. */
  label = '';
  /** How far the fit is; null while none runs. */
  progress: MarkerFitProgress | null = null;
  #work: WorkerJob<MarkerFit> | null = null;
  /** What the last fit was made from, for another one. */
  #bytes: Uint8Array<ArrayBuffer> | null = null;

  /**
   * Fits the last file's markers again, by a list of one's own (leib-markers/1). Throws InputError where the list is wrong,
   * or there is no file.
   */
  async refit(mapText: string): Promise<boolean> {
    const map = parseMarkerMap(mapText);
    if (!map.ok) throw new InputError(map.path, map.reason);
    if (!this.#bytes) {
      throw new InputError(
        '',
        'expected a C3D file in view whose markers it lists, got none; open that first, or use leib mocap fit --markers',
      );
    }
    return this.open(this.#bytes, this.label, map.value);
  }

  /** Fits a body to a file's markers; false where another file or cancel() came in between. */
  async open(bytes: Uint8Array<ArrayBuffer>, name: string, map: MarkerMap | null = null): Promise<boolean> {
    this.cancel();
    this.progress = { stage: 'reading the file', share: 0 };
    const work = fitMarkersInWorker({ bytes: bytes.slice(), name, map }, (progress) => {
      if (this.#work === work) this.progress = progress;
    });
    this.#work = work;
    try {
      const fit = await work.result;
      if (this.#work !== work || fit === null) return false;
      this.fitted = new FittedMarkers(fit, name);
      this.label = name;
      this.#bytes = bytes;
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
