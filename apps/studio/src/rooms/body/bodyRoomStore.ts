import type { MeasureName, Person } from '@leib/body';
import { create } from 'zustand';
import type { BodySpaceInfo, Figure, OpenedFile, Shown, ShownBody, ShownPart } from './worker/bodyServiceTypes.js';

export type BodyTab = 'measures' | 'shape' | 'looks' | 'compare' | 'files';

/** What the room shows, besides its settings. */
export interface BodyRoomState {
  readonly loading:
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly reason: string }
    | { readonly kind: 'loading'; readonly loadedBytes: number; readonly totalBytes: number };
  readonly info: BodySpaceInfo | null;
  /** Latest result, also where no body was built. */
  readonly shown: Shown | null;
  /** The shown body: the last one that was built. */
  readonly body: ShownBody | null;
  /** The measure that is pointed at, in the panel or on the body. */
  readonly pointedAt: MeasureName | null;
  /** People of the opened file. */
  readonly people: readonly Person[];
  /** The file opened for comparison. */
  readonly comparedFile: OpenedFile | null;
  readonly tab: BodyTab;
  /** Bare for measuring; in clothes as it is worn. */
  readonly figure: Figure;
  /** Parts of the dressed body; null before it was first asked for. */
  readonly dressed: readonly ShownPart[] | null;
  /** The field of the first measure is to get the focus; cleared when it has it. */
  readonly isHeightAsked: boolean;
}

export const useBodyRoom = create<BodyRoomState>(() => ({
  loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 },
  info: null,
  shown: null,
  body: null,
  pointedAt: null,
  people: [],
  comparedFile: null,
  tab: 'measures',
  figure: 'bare',
  dressed: null,
  isHeightAsked: false,
}));

/** Opens a tab. Measuring, shaping and comparing are done on the bare figure, looks are chosen on the dressed one. */
export function openTab(tab: BodyTab): void {
  const figures = { measures: 'bare', shape: null, looks: 'dressed', compare: 'bare', files: null } as const;
  const figure = figures[tab];
  useBodyRoom.setState(figure ? { tab, figure } : { tab });
}

/** Opens the measures, and puts the cursor into the first one. */
export function askForHeight(): void {
  openTab('measures');
  useBodyRoom.setState({ isHeightAsked: true });
}

export function pointAt(name: MeasureName | null): void {
  if (useBodyRoom.getState().pointedAt !== name) useBodyRoom.setState({ pointedAt: name });
}
