import { choice, expert, number, type SettingsOf, toggle } from '../../files/settings.js';
import { gettingAboutSection } from '../../world/locomotion/gettingAbout.js';
import { personSection, trackingSection, viewControls } from '../../world/stageSections.js';

/** The actor of the room that reads what the page's source measures; the person, after it, is what is worn. */
export const TRACKED = 'tracked';

/** Settings of the room: simulation, lock mode, what is drawn. */
export const wearShape = {
  wear: {
    title: 'Trackers',
    controls: {
      simulate: toggle('Simulate 6 trackers', true, 'For sources without trackers: a simulated person who wears six'),
      acts: {
        ...toggle(
          'Does what the guide asks',
          true,
          'The simulated person stands in a T-pose, circles joints and moves about by itself; off: you move it with mouse and keys',
        ),
        needs: 'simulate',
      },
      apart: expert({
        ...toggle(
          'In a space of their own',
          false,
          'The simulated trackers are tracked by another system, with its own floor, heading and clock; one is on the headset',
        ),
        needs: 'simulate',
      }),
      lockMode: expert(
        choice(
          'Locked',
          'head',
          { head: 'Head', hips: 'Hips', both: 'Both' },
          'What stays exactly where it is tracked when head and hips are farther apart than the body is long',
        ),
      ),
      adaptsLengths: toggle(
        'Lengths adapt during use',
        false,
        'While you move with headset or trackers, in every room, your profile’s limb lengths follow what is measured, by millimetres; off: they stay as you accepted them',
      ),
      lose: choice(
        'Cover a tracker',
        'none',
        { none: 'None', hips: 'Waist', leftFoot: 'Foot', leftKnee: 'Knee', leftElbow: 'Elbow' },
        'As if the tracker there (left, of a pair) were covered: the body goes over to the estimate, and back, without a jump',
      ),
      moveSeconds: expert(number('Time to move about', 30, [5, 120, 5], 's', 'How long you move for your proportions')),
    },
  },
  draw: {
    title: 'Drawn',
    controls: {
      showNames: toggle('Names', true, 'The name of each tracker beside it, and where it sits once that is known'),
      showTrackers: toggle('Trackers', true, 'Every tracker where it is, with a lamp in the colour of its quality'),
      showCentre: expert(
        toggle('Joint centre', true, 'While a joint is turned: where its centre is found, and how far that may be off'),
      ),
      showLengths: expert(
        toggle('Bone lengths', true, 'While proportions are measured: bones of your lengths in the avatar'),
      ),
      showHeadset: toggle('Headset', true, 'A headset on the avatar’s head, fitted to it'),
    },
  },
  view: { title: 'View', controls: viewControls },
  person: personSection,
  about: gettingAboutSection,
  tracking: trackingSection,
} as const;

export type WearRoomSettings = SettingsOf<typeof wearShape>;
