import { gettingAboutSection } from '../../world/locomotion/gettingAbout.js';
import { personSection, trackingSection, viewControls } from '../../world/stageSections.js';
import type { Room } from '../room.js';

const { mirrorDistance } = personSection.controls;

export const studyShape = {
  view: { title: 'View', controls: viewControls },
  // Behind the boxes for feet.
  person: {
    ...personSection,
    controls: { ...personSection.controls, mirrorDistance: { ...mirrorDistance, initial: 3.2 } },
  },
  about: gettingAboutSection,
  tracking: trackingSection,
} as const;

/** A study from the consent to the end, and its operator's page beside it. */
export const studyRoom: Room<typeof studyShape> = {
  id: 'study',
  label: 'Study',
  purpose:
    'Take part in a study, or look after those who do: consent, tasks, questions, and everything that happens is kept.',
  tour: [
    {
      title: 'A study is a file',
      text: 'Choose one of the examples or a file of your own. Each participant gets their place in the order of conditions.',
      at: { mark: 'study', isIn: 'guide' },
    },
    {
      title: 'Step by step',
      text: 'This card says what comes next. Boxes, numbers and the time stand on the stage, in a headset as well.',
      at: 'picture',
    },
    {
      title: 'An operator beside it',
      text: 'A second window or machine sees the participant live, answers for them, and can stop everything.',
      at: { mark: 'study-operator', isIn: 'guide' },
    },
  ],
  tryThis: {
    label: 'Move it yourself',
    hint: 'Then choose a study and press Begin.',
    run: ({ sources }) => sources.playEmulator(),
  },
  shape: studyShape,
  // Who is there follows from the study, and not from settings.
  docOf: () => ({ actors: {} }),
  openScene: async (world, settings, host) => (await import('./studyScene.js')).createStudyScene(world, settings, host),
  guideWidth: 324,
};
