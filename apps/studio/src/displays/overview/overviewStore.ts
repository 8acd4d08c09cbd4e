import type { DisplayStatus, WallsFile } from '@leib/net';
import { create } from 'zustand';

/** What the overview's panel shows. The connection writes it on changes. */
const initial = {
  /** null before the server has answered for the first time. */
  isConnected: null as boolean | null,
  walls: null as WallsFile | null,
  status: null as DisplayStatus | null,
  /** Position of the first tracked head, metres; null where there is none. */
  head: null as readonly [x: number, y: number, z: number] | null,
  isHeadTracked: false,
  /** Part of the characters' files that has arrived, 0 to 1; null where none is on its way. */
  loading: null as number | null,
  /** What the server has refused, or could not be loaded, in one sentence; empty where nothing. */
  problem: '',
};

export const useOverview = create<Readonly<typeof initial>>(() => initial);
