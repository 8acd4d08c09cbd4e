import { defaultEmbodySettings } from '@leib/embody';
import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { mocapShape } from './mocapShape.js';

/** Optical motion capture: rigid bodies or markers to a skeleton and to any agent. */
export const mocapRoom: Room<typeof mocapShape> = {
  id: 'mocap',
  label: 'Mocap',
  purpose:
    'Optical motion capture: from rigid bodies or markers to a skeleton and to any agent; record, combine, export',
  shape: mocapShape,
  solverOf: () => defaultEmbodySettings,
  openScene: async (world, settings) => (await import('./scene/mocapScene.js')).createMocapScene(world, settings),
  still: { panelWidth: 374, stage: stillStage('row') },
};
