import { personDoc } from '@leib/embody';
import type { Room } from '../room.js';
import { togetherShape } from './togetherShape.js';

/** Several people in one place, each in their own body. */
export const togetherRoom: Room<typeof togetherShape> = {
  id: 'together',
  label: 'Together',
  purpose: 'Several people in one place: each sees the others’ whole bodies, where they point, and what they write.',
  tour: [
    {
      title: 'A room for several',
      text: 'Open a room under a name, or join one. Whoever has its link or its name comes to the same place.',
      at: { mark: 'together-room', isIn: 'guide' },
    },
    {
      title: 'Everybody in their body',
      text: 'The others see you as you move here, in the avatar that you wear. Another tab of this page is somebody else, to try it.',
      at: 'picture',
    },
    {
      title: 'What moves you',
      text: 'Mouse and keys, a headset, trackers, a recording: the others see all of it.',
      at: { mark: 'source', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Open a room',
    hint: 'Then press “Copy link” and open it in a second tab: that is somebody else.',
    run: ({ world, sources }) => {
      sources.playEmulator();
      world.room.acts
        ?.actions?.()
        .find(({ id }) => id === 'open')
        ?.run();
    },
  },
  shape: togetherShape,
  // What is tracked goes to the others, who work out the same body: by the same solver.
  docOf: () => ({ actors: { me: personDoc({}) } }),
  openScene: async (world, settings, host) =>
    (await import('./togetherScene.js')).createTogetherScene(world, settings, host),
  guideWidth: 324,
};
