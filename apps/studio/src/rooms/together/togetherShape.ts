import { toggle } from '../../files/settings.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import { gettingAboutSection } from '../../world/locomotion/gettingAbout.js';
import { personSection, trackingSection, viewControls } from '../../world/stageSections.js';

/** What can be set in the room Together. */
export const togetherShape = {
  // No mirror at first: people face each other.
  view: { title: 'View', controls: { ...viewControls, showMirror: { ...viewControls.showMirror, initial: false } } },
  people: {
    title: 'People',
    controls: {
      handsMeet: toggle(
        'Hands meet',
        true,
        'Hands that are held out to each other touch in your picture, whatever the delay; what you send stays as it is',
      ),
      touch: toggle(
        'Bodies touch',
        false,
        'Your body is moved by forces then, simulated in this page: where others reach into it they push it aside, and it holds them off. What you send stays as it is.',
      ),
    },
  },
  person: personSection,
  about: gettingAboutSection,
  tracking: trackingSection,
} as const;

export type TogetherStore = SettingsStore<typeof togetherShape>;
