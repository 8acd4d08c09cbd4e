import type { MarkerFit, MarkerFitProgress } from '@leib/mocap';

export interface MarkerCall {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

export type MarkerAnswer =
  | { readonly kind: 'progress'; readonly progress: MarkerFitProgress }
  | { readonly kind: 'done'; readonly fit: MarkerFit }
  | { readonly kind: 'failed'; readonly reason: string };
