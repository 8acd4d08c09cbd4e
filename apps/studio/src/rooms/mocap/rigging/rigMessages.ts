import type { MeshRig, RigPoints, RigSurface } from '@leib/mocap';

/** What the page asks of the rigging worker; one worker does one of them. */
export type RigCall =
  | { readonly method: 'propose'; readonly surface: RigSurface }
  | { readonly method: 'rig'; readonly surface: RigSurface; readonly points: RigPoints };

export interface RigResults {
  readonly propose: RigPoints;
  readonly rig: MeshRig;
}

export type RigAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string; readonly isInput: boolean };
