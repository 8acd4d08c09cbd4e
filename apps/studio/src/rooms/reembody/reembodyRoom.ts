import type { Room } from '../room.js';
import { solverPresets } from '../solverPresets.js';
import { reembodyShape } from './settings/reembodyShape.js';

/** A second body that follows by forces only: it touches, is held back, and can be pushed. */
export const reembodyRoom: Room<typeof reembodyShape> = {
  id: 'reembody',
  label: 'Re-embody',
  purpose: 'A body moved by forces only: it follows, touches things, is held back and pushed',
  shape: reembodyShape,
  solverOf: ({ solver }) => solverPresets[solver],
  openScene: async (world, settings) => (await import('./reembodyScene.js')).createReembodyScene(world, settings),
};
