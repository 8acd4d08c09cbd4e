import { InputError } from '@leib/core';
import { loadPrior, type PriorModel } from '@leib/embody';
import priorUrl from '@leib/embody/prior.bin?url';
import type { Clock } from '../time/clock.js';

/** The learned prior's weights on this page: a file of their own, fetched once and shared by every body. */
export interface PriorWeights {
  /** Null until they are here: the rules run meanwhile, and for good where they cannot be had. */
  readonly model: PriorModel | null;
  /** Fetches them, the first time it is asked to. */
  fetch(): Promise<void>;
}

export function createPriorWeights(read: () => Promise<Uint8Array> = readBundled): PriorWeights {
  let model: PriorModel | null = null;
  let fetching: Promise<void> | null = null;
  return {
    get model() {
      return model;
    },
    fetch() {
      fetching ??= read()
        .then((bytes) => {
          model = loadPrior(bytes);
        })
        .catch((error: unknown) => {
          console.warn('The prior’s weights cannot be had, so hips and legs go by the rules:', error);
        });
      return fetching;
    },
  };
}

async function readBundled(): Promise<Uint8Array> {
  const response = await fetch(priorUrl);
  if (!response.ok) throw new InputError(priorUrl, `expected the prior's weights, got status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** This page's. */
export const pagePriorWeights = createPriorWeights();

/** A clock that is stepped by hand waits for the weights: what is solved must not depend on when they come. */
export function waitForWeights(clock: Clock, weights: PriorWeights = pagePriorWeights): void {
  if (!clock.isManual) return;
  const release = clock.hold();
  void weights.fetch().finally(release);
}
