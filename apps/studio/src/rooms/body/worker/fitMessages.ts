import type { BodySex } from '@leib/body';
import type { FittedFile } from './fitFile.js';

/** What the page asks of the fitting worker. */
export interface FitCall {
  /** The mesh or point cloud. */
  readonly bytes: Uint8Array;
  /** The user's own model; null: Leib's. */
  readonly model: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Address of Leib's body space. */
  readonly url: string;
  /** Null: the better of female and male. */
  readonly sex: BodySex | null;
}

export type FitAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly result: FittedFile }
  | { readonly kind: 'failed'; readonly reason: string; readonly isInput: boolean };
