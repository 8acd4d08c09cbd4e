import { defaultEmbodySettings } from '@leib/embody';
import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { puppetShape } from './puppetShape.js';

/** Any model becomes a puppet that hands play. */
export const puppetRoom: Room<typeof puppetShape> = {
  id: 'puppet',
  label: 'Puppet',
  purpose: 'Play any model by hand: a frog, a teddy or your own, with a glove, a webcam, or mouse and keys',
  drops: 'a model (glTF, OBJ, PLY), a puppet or a recorded hand',
  shape: puppetShape,
  solverOf: () => defaultEmbodySettings,
  openScene: async (world, settings) => (await import('./scene/puppetScene.js')).createPuppetScene(world, settings),
  still: { panelWidth: 374, stage: stillStage('thing') },
};
