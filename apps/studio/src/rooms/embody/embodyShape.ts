import type { GaitCurvesJson, MagneticField } from '@leib/embody';
import { choice, data, number, type SettingsOf, toggle } from '../../files/settings.js';
import { personSection, solverControl, trackingSection, viewControls } from '../../world/stageSections.js';
import { checkCurves, checkFields } from './checkData.js';

const trunkRule = (label: string, help: string) =>
  choice(
    label,
    'solver',
    [
      { value: 'solver', label: 'As solver' },
      { value: 'fitted', label: 'Fitted' },
      { value: 'thesis', label: 'Thesis' },
    ],
    help,
  );

/** What can be set in the room: the solver, each of its parts, what is drawn of it, how one gets about. */
export const embodyShape = {
  solver: {
    title: 'Solver',
    controls: {
      solver: solverControl,
      prior: toggle(
        'Prior',
        true,
        'Hips, legs and contacts as a small network learned them from real motion; off: the rules',
      ),
      heading: trunkRule('Heading', 'Which way the body faces: from head, hands and motion, or after the head'),
      bend: trunkRule('Trunk', 'How hips and spine bend: fitted to motion capture, or by the thesis’s multipliers'),
      arms: choice(
        'Arms',
        'solver',
        [
          { value: 'solver', label: 'As solver' },
          { value: 'circle', label: 'Closed form' },
          { value: 'fabrik', label: 'FABRIK' },
        ],
        'How the elbow is found: on its circle in closed form, or by FABRIK with limits',
      ),
    },
  },
  parts: {
    title: 'Parts',
    controls: {
      magnets: toggle('Magnetic fields', true, 'Fields that move the elbow before the arm is solved'),
      shoulder: toggle('Shoulder', true, 'The shoulder gives where the hand is out of reach'),
      limits: toggle('Limits', true, 'How far collar bone, upper arm and forearm may go'),
      torso: toggle('Elbows out of the torso', true, 'The elbow gives way where it would be inside the trunk'),
      gait: toggle('Gait', true, 'Steps; without it the feet stay under the hips'),
      phase: { ...toggle('Own rhythm', true, 'Steps follow the rhythm of head and hands'), needs: 'gait' },
      grounding: { ...toggle('Grounding', true, 'Feet stand on the height and slope of the ground'), needs: 'gait' },
      swing: { ...toggle('Swing', true, 'Hips and shoulders turn with the steps'), needs: 'gait' },
      fields: data<readonly MagneticField[]>('Fields', 'fields', checkFields, 'Where the magnetic fields are'),
      curves: data<GaitCurvesJson>('Gait curves', 'curves', checkCurves, 'What a step looks like, as curves'),
    },
  },
  draw: {
    title: 'Drawn',
    controls: {
      showFields: toggle('Magnetic fields', false, 'Red pushes the elbow, green pulls it; drag a centre to move it'),
      showHull: toggle('Torso hull', false, 'What elbows are kept out of'),
      showCones: toggle('Swing cones', false, 'Limits of collar bones and upper arms'),
      showBalance: toggle('Balance', false, 'Centre of mass, and its line to the centre of pressure'),
      showSteps: toggle('Steps', false, 'Where feet stand (green), start and goal of each step, and the way they went'),
      showContacts: toggle(
        'Contacts',
        false,
        'How likely heels and toes stand, as the prior sees it: empty to full rings',
      ),
      showTruth: toggle(
        'Truth',
        true,
        'Beside a clip: its own skeleton, and how far the solve is from it, with the prior and by the rules',
      ),
      truthShift: {
        ...number('Truth to the side', 0.9, [0, 2, 0.1], 'm', 'Zero: in the same place'),
        needs: 'showTruth',
      },
    },
  },
  getAbout: {
    title: 'Getting about',
    controls: {
      climb: toggle('Climb and fall', true, 'Steps lift the person, edges let them fall, walls stop them'),
      riseSeconds: {
        ...number(
          'Rise time',
          0.2,
          [0.02, 0.5, 0.02],
          's',
          'How soon a step has lifted the person; short ones are leaps',
        ),
        needs: 'climb',
      },
      turn: choice(
        'Stick turns',
        'snap',
        [
          { value: 'snap', label: 'In steps' },
          { value: 'smooth', label: 'Smoothly' },
        ],
        'What the right stick does; the left one walks',
      ),
      keys: choice(
        'Keys W A S D',
        'walk',
        [
          { value: 'walk', label: 'Walk' },
          { value: 'stick', label: 'Push the stick' },
        ],
        'With mouse and keys as the source: the person walks, or stands and glides by stick',
      ),
    },
  },
  view: {
    title: 'View',
    controls: {
      ...viewControls,
      follow: toggle('Follow', true, viewControls.follow.help),
      showMirror: toggle('Mirror', false, 'A mirror to the left of the start'),
    },
  },
  person: personSection,
  tracking: trackingSection,
} as const;

export type EmbodyRoomSettings = SettingsOf<typeof embodyShape>;
