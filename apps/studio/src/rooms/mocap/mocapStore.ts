import { createStore } from 'zustand/vanilla';
import type { MocapController } from './mocapController.js';

/** The controller of the room while it is open, else null. */
export const openMocap = createStore<{ readonly controller: MocapController | null }>(() => ({ controller: null }));
