import { defaultEmbodySettings } from '@leib/embody';
import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { bodyShape } from './bodyShape.js';

/** Builds a body from tape measures; measures, compares, saves and wears it. */
export const bodyRoom: Room<typeof bodyShape> = {
  id: 'body',
  label: 'Body',
  purpose: 'Your body from a few tape measures: see it, measure it, compare it, wear it in every room',
  shape: bodyShape,
  solverOf: () => defaultEmbodySettings,
  openScene: async (world, settings) => (await import('./scene/bodyScene.js')).createBodyScene(world, settings),
  still: { panelWidth: 374, stage: stillStage('figure') },
};
