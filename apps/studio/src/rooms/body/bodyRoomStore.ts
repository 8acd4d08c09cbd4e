import type { MeasureName, Person } from '@leib/body';
import { create } from 'zustand';
import type { BodyDesk } from './bodyDesk.js';
import type { OpenedFile, Shown, ShownBody, WorkshopInfo } from './workshop/workshopTypes.js';

export type BodyTab = 'measures' | 'shape' | 'compare' | 'files';

/** What the room's panel shows besides its settings. */
export interface BodyRoomState {
  readonly desk: BodyDesk | null;
  readonly loading:
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly reason: string }
    | { readonly kind: 'loading'; readonly loadedBytes: number; readonly totalBytes: number };
  readonly info: WorkshopInfo | null;
  /** The latest answer, whether or not something was built. */
  readonly shown: Shown | null;
  /** The body that is to be seen: the last that could be built. */
  readonly body: ShownBody | null;
  /** Which measure is pointed at, in the panel or on the body. */
  readonly pointedAt: MeasureName | null;
  /** People of a file that was opened. */
  readonly people: readonly Person[];
  /** The file that was opened to be compared with. */
  readonly comparedFile: OpenedFile | null;
  readonly tab: BodyTab;
}

export const useBodyRoom = create<BodyRoomState>(() => ({
  desk: null,
  loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 },
  info: null,
  shown: null,
  body: null,
  pointedAt: null,
  people: [],
  comparedFile: null,
  tab: 'measures',
}));

export function pointAt(name: MeasureName | null): void {
  if (useBodyRoom.getState().pointedAt !== name) useBodyRoom.setState({ pointedAt: name });
}
