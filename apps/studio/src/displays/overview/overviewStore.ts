import type { DisplayStatus, WallsFile } from '@leib/net';
import { create } from 'zustand';

/** What the overview's panel shows. The connection writes it on changes. */
export interface OverviewState {
  /** null before the server has answered for the first time. */
  readonly isConnected: boolean | null;
  readonly walls: WallsFile | null;
  readonly status: DisplayStatus | null;
  /** Position of the first tracked head, metres; null where there is none. */
  readonly head: readonly [x: number, y: number, z: number] | null;
  readonly isHeadTracked: boolean;
  /** Part of the characters' files that has arrived, 0 to 1; null where none is on its way. */
  readonly loading: number | null;
  /** What the server has refused, or could not be loaded, in one sentence; empty where nothing. */
  readonly problem: string;
}

export const useOverview = create<OverviewState>(() => ({
  isConnected: null,
  walls: null,
  status: null,
  head: null,
  isHeadTracked: false,
  loading: null,
  problem: '',
}));
