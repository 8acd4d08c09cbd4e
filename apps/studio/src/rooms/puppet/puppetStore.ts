import { createStore } from 'zustand/vanilla';
import type { PuppetController } from './puppetController.js';

/** The controller of the room while it is open, else null. */
export const openPuppet = createStore<{ readonly controller: PuppetController | null }>(() => ({ controller: null }));
