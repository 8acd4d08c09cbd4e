import type { Room } from '../room.js';
import { reembodyDoc } from './settings/reembodyDoc.js';
import { reembodyShape } from './settings/reembodyShape.js';

/** A second body that follows by forces only: it touches, is held back, and can be pushed. */
export const reembodyRoom: Room<typeof reembodyShape> = {
  id: 'reembody',
  label: 'Re-embody',
  purpose: 'A second body follows you by force alone: push it, let it touch things, make it late.',
  tour: [
    {
      title: 'You and a second body',
      text: 'The pale one is you. The other follows with forces only, like muscles, so it can be pushed and held back.',
      at: { thing: 'remote chest' },
    },
    {
      title: 'Push it',
      text: 'Press on the body and drag, or click to tap it. The arrow shows how hard. Balls and boxes can be dragged, too.',
      at: 'picture',
    },
    {
      title: 'Make it late or soft',
      text: 'Delay what it does, let it give way, or add others that stand around you.',
      at: { mark: 'settings', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Push it',
    hint: 'Press on the second body and drag; the arrow shows how hard you push.',
    run: ({ world }) =>
      world.room.acts
        ?.actions?.()
        .find(({ id }) => id === 'push')
        ?.run(),
  },
  shape: reembodyShape,
  docOf: reembodyDoc,
  openScene: async (world, settings) => (await import('./reembodyScene.js')).createReembodyScene(world, settings),
};
