import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { mocapDoc } from './mocapDoc.js';
import { mocapShape } from './mocapShape.js';

/** Optical motion capture: rigid bodies or markers to a skeleton and to any agent. */
export const mocapRoom: Room<typeof mocapShape> = {
  id: 'mocap',
  label: 'Mocap',
  purpose: 'Cameras see how an actor moves; here it becomes a skeleton and moves any character.',
  tour: [
    {
      title: 'From left to right',
      text: 'What the cameras see, the joints found in it, the skeleton, and the character that moves with it.',
      at: 'picture',
    },
    {
      title: 'Where it comes from',
      text: 'A simulated tracker plays now. Connect your own, or drop a recording.',
      at: { mark: 'mocap-source', isIn: 'panel' },
    },
    {
      title: 'Who moves',
      text: 'Choose another character, or a crowd of them; record takes and put them together.',
      at: { mark: 'tab-agents', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Let a giant do it',
    hint: 'The same movement on another body: feet stay on the floor. The tab Characters has more.',
    run: (_host, settings) => {
      settings.set('agent', settings.values().agent === 'giant' ? 'person' : 'giant');
      settings.endGesture();
    },
  },
  shape: mocapShape,
  docOf: (values) => mocapDoc(values),
  openScene: async (world, settings, { kept }) =>
    (await import('./scene/mocapScene.js')).createMocapScene(world, settings, kept),
  still: { panelWidth: 374, stage: stillStage('row') },
};
