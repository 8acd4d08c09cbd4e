import { isRecord, parseJson } from '@leib/core';
import type { VisitorStorage } from '../../../files/visitorStorage.js';

/** How the body was fitted to who takes part, while it was worn. Null: nobody has said it. */
export interface Fit {
  readonly stature: number | null;
  /** From the body's head to the tracked one: up and ahead, metres. */
  readonly head: readonly [up: number, ahead: number];
}

const KEY = 'leib-study-fit';
const noFit: Fit = { stature: null, head: [0, 0] };

/** Of this participant, also after the page was loaded anew; of anybody else there is none. */
export function readFit(storage: VisitorStorage, participant: string): Fit {
  const parsed = parseJson(storage.getItem(KEY) ?? '');
  if (!parsed.ok || !isRecord(parsed.value) || parsed.value.participant !== participant) return noFit;
  const { stature, head } = parsed.value;
  const [up, ahead] = Array.isArray(head) ? head.map(Number) : noFit.head;
  return {
    stature: typeof stature === 'number' ? stature : null,
    head: Number.isFinite(up) && Number.isFinite(ahead) ? [up, ahead] : noFit.head,
  };
}

export function keepFit(storage: VisitorStorage, participant: string, fit: Partial<Fit>): void {
  storage.setItem(KEY, JSON.stringify({ ...readFit(storage, participant), ...fit, participant }));
}
