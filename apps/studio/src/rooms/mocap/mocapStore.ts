import { create } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { MocapController } from './mocapController.js';

export type MocapTab = 'bodies' | 'offsets' | 'solve' | 'agents' | 'takes' | 'rig';

/** The controller of the room while it is open, else null. */
export const openMocap = createStore<{ readonly controller: MocapController | null }>(() => ({ controller: null }));

/** What the panel shows, besides the room's settings and what the controller holds. */
export const useMocapPanel = create<{ readonly tab: MocapTab }>(() => ({ tab: 'bodies' }));
