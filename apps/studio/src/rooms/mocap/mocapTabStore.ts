import { create } from 'zustand';

export type MocapTab = 'bodies' | 'offsets' | 'solve' | 'agents' | 'takes' | 'rig';

/** What the panel shows, besides the room's settings and what the controller holds. */
export const useMocapPanel = create<{ readonly tab: MocapTab }>(() => ({ tab: 'bodies' }));
