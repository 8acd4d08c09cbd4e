import { stillStage } from '../../world/stageSections.js';
import type { Room } from '../room.js';
import { puppetShape } from './puppetShape.js';

/** Any model becomes a puppet that hands play. */
export const puppetRoom: Room<typeof puppetShape> = {
  id: 'puppet',
  label: 'Puppet',
  purpose: 'Play any model like a hand puppet: with mouse and keys, a webcam, a glove or a headset.',
  tour: [
    {
      title: 'A puppet for your hand',
      text: 'It follows the mouse, and fingers move its parts. It has weight and wobbles.',
      at: 'picture',
    },
    {
      title: 'Another puppet',
      text: 'Five to start with, or any model of your own: it is made playable in a few steps.',
      at: { mark: 'puppet-picker', isIn: 'panel' },
    },
    {
      title: 'Keep what you play',
      text: 'Record takes, put them together and save them as a video.',
      at: { mark: 'tab-takes', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Open its mouth',
    hint: 'Hold Space for the thumb, F D S A for the fingers; or drag a ring on the puppet.',
    run: async ({ world }) => (await import('./puppetActions.js')).playOnce(world),
  },
  hasTools: true,
  drops: 'a model (glTF, OBJ, PLY), a puppet or a recorded hand',
  shape: puppetShape,
  docOf: () => ({ actors: {} }),
  openScene: async (world, settings, { kept }) =>
    (await import('./scene/puppetScene.js')).createPuppetScene(world, settings, kept),
  still: { panelWidth: 374, stage: stillStage('thing') },
};
