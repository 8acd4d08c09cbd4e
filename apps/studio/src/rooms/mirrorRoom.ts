import { personDoc } from '@leib/embody';
import { gettingAboutSection } from '../world/locomotion/gettingAbout.js';
import { createEmptyScene } from '../world/roomScene.js';
import { personSection, solverControl, trackingSection, viewControls } from '../world/stageSections.js';
import type { Room } from './room.js';
import { solverPresets } from './solverPresets.js';

const shape = {
  view: { title: 'View', controls: viewControls },
  body: { title: 'Body', controls: { solver: solverControl } },
  person: personSection,
  about: gettingAboutSection,
  tracking: trackingSection,
} as const;

/** The landing room: a person in front of a mirror. */
export const mirrorRoom: Room<typeof shape> = {
  id: 'mirror',
  label: 'Mirror',
  purpose: 'A person in a mirror moves as you do: with mouse and keys, a headset, trackers or a recording.',
  tour: [
    {
      title: 'You, in a mirror',
      text: 'Only head and hands are known here. The rest of the body is worked out, and the mirror shows it.',
      at: 'picture',
    },
    {
      title: 'What moves the body',
      text: 'The demo moves it now. Choose mouse and keys, a headset, trackers or a recording.',
      at: { mark: 'source', isIn: 'panel' },
    },
    {
      title: 'Who it is',
      text: 'Wear another person, or an avatar file of your own (VRM or glTF).',
      at: { mark: 'avatar', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Move it yourself',
    hint: 'Drag the balls on head and hands. W A S D walk, Q and E turn.',
    run: (host) => host.sources.playEmulator(),
  },
  shape,
  docOf: ({ solver }) => ({ actors: { me: personDoc({ solver: solverPresets[solver] ?? 'baseline' }) } }),
  openScene: async () => createEmptyScene(),
};
