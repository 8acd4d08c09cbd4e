import type { Room } from '../room.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import { embodyShape } from './embodyShape.js';

/** The whole body from head and hands, part by part, in a small world. */
export const embodyRoom: Room<typeof embodyShape> = {
  id: 'embody',
  label: 'Embody',
  purpose: 'The whole body from head and hands: every part on its own, on stairs, slopes and rough ground',
  shape: embodyShape,
  solverOf: embodySettingsOf,
  openScene: async (world, settings) => (await import('./embodyScene.js')).createEmbodyScene(world, settings),
};
