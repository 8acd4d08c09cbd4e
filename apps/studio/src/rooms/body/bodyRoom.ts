import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { bodyShape } from './bodyShape.js';

/** Builds a body from tape measures; measures, compares, saves and wears it. */
export const bodyRoom: Room<typeof bodyShape> = {
  id: 'body',
  label: 'Body',
  purpose: 'Build your own body from a few tape measures, and wear it in every room.',
  tour: [
    {
      title: 'A body from measures',
      text: 'The lines show where a tape lies. Drag to turn the body.',
      at: 'picture',
    },
    {
      title: 'Enter what you know',
      text: 'Two measures are enough, twelve are exact. The body follows while you type.',
      at: { mark: 'measures', isIn: 'panel' },
    },
    {
      title: 'Wear it',
      text: 'This body becomes yours in every room, also on the next visit.',
      at: { mark: 'wear-body', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Enter your height',
    hint: 'Type your height, then your weight: the body changes at once.',
    run: async (host) => {
      host.openPanel();
      const { BodyController } = await import('./bodyController.js');
      const { controller } = host.world.room;
      if (controller instanceof BodyController) controller.askForHeight();
    },
  },
  shape: bodyShape,
  docOf: () => ({ actors: {} }),
  openScene: async (world, settings, { wardrobe }) =>
    (await import('./scene/bodyScene.js')).createBodyScene(world, settings, wardrobe),
  still: { panelWidth: 374, stage: stillStage('figure') },
};
