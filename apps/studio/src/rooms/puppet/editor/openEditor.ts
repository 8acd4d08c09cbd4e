import { createStore } from 'zustand/vanilla';
import type { PuppetEditor } from './puppetEditor.js';

/** The editor in the picture while the room is open, else null. */
export const openEditor = createStore<{ readonly editor: PuppetEditor | null }>(() => ({ editor: null }));
