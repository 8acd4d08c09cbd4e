import type { MarkerFit, MarkerFitProgress, MarkerMap } from '@leib/mocap';

export interface MarkerCall {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** The visitor's own list of markers; null: labels as usual. */
  readonly map: MarkerMap | null;
}

export type MarkerAnswer =
  | { readonly kind: 'progress'; readonly progress: MarkerFitProgress }
  | { readonly kind: 'done'; readonly fit: MarkerFit }
  | { readonly kind: 'failed'; readonly reason: string };
