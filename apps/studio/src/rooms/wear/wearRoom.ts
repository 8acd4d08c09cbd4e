import { defaultEmbodySettings } from '@leib/embody';
import type { Room } from '../room.js';
import { wearShape } from './wearShape.js';

/** Calibration of trackers, step by step to the mirror. */
export const wearRoom: Room<typeof wearShape> = {
  id: 'wear',
  label: 'Wear',
  purpose: 'Put on trackers: which is which, where joints are, how long limbs are; step by step to the mirror',
  shape: wearShape,
  guideWidth: 352,
  solverOf: ({ lockMode }) => ({
    ...defaultEmbodySettings,
    targets: { ...defaultEmbodySettings.targets, lockMode },
  }),
  openScene: async (world, settings) => (await import('./scene/wearScene.js')).createWearScene(world, settings),
};
