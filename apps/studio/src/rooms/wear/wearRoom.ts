import { defaultEmbodySettings, personDoc } from '@leib/embody';
import { plainPerson } from '../../world/roomScene.js';
import type { Room } from '../room.js';
import { TRACKED, wearShape } from './wearShape.js';

/** Calibration of trackers, step by step to the mirror. */
export const wearRoom: Room<typeof wearShape> = {
  id: 'wear',
  label: 'Wear',
  purpose: 'Put on body trackers, and find out step by step which one sits where.',
  tour: [
    {
      title: 'Trackers on a body',
      text: 'Each box is a tracker on the person. Without trackers of your own, a simulated person wears six.',
      at: 'picture',
    },
    {
      title: 'Six steps',
      text: 'From putting on to the mirror. You can go back to any step.',
      at: { mark: 'wear-steps', isIn: 'guide' },
    },
    {
      title: 'Nothing is taken unseen',
      text: 'Each step shows what it found. Take it, or do it again; the end saves it under your name.',
      at: { mark: 'wear-decision', isIn: 'guide' },
    },
  ],
  tryThis: {
    label: 'Start with the T-pose',
    hint: 'Stand with arms out to the sides. The simulated person does it by itself.',
    // The simulated person stands in a T-pose there.
    run: async ({ world }) => {
      const { wearControllerOf } = await import('./wearController.js');
      wearControllerOf(world)?.command({ type: 'goTo', step: 'tPose' });
    },
  },
  shape: wearShape,
  guideWidth: 352,
  docOf: ({ lockMode }) => {
    const { targets } = defaultEmbodySettings;
    const solver = { ...defaultEmbodySettings, targets: { ...targets, lockMode } };
    const read = personDoc({ ...plainPerson, solver: 'none' });
    return { actors: { [TRACKED]: read, me: personDoc({ solver }, { source: { kind: 'room' } }) } };
  },
  openScene: async (world, settings) => (await import('./scene/wearScene.js')).createWearScene(world, settings),
};
