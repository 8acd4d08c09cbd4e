import type { EmbodySettings, MagneticField } from '@leib/embody';
import { choice, data, expert, number, type SettingsOf, toggle } from '../../files/settings.js';
import { gettingAboutControls } from '../../world/locomotion/gettingAbout.js';
import { personSection, solverControl, trackingSection, viewControls } from '../../world/stageSections.js';
import { checkCurves, checkFields } from './checkData.js';
import { type ComparedName, canDiffer, comparedParts } from './comparedParts.js';
import { shownFor } from './countsNow.js';
import { checkTuning, type Tuning } from './tuning/tuning.js';

const trunkRule = (label: string, help: string) =>
  choice(label, 'solver', { solver: 'As solver', fitted: 'Fitted', thesis: 'Thesis' }, help);

const comparedLabels = {
  none: 'Nothing: one body',
  ...Object.fromEntries(Object.entries(comparedParts).map(([name, { label }]) => [name, label])),
} as Readonly<Record<ComparedName | 'none', string>>;

/** What can be set in the room: the solver, each of its parts, what is drawn of it, how one gets about. */
export const embodyShape = {
  getAbout: {
    title: 'Getting about',
    controls: {
      climb: toggle('Climb and fall', true, 'Steps lift the person, edges let them fall, walls stop them'),
      ...gettingAboutControls,
    },
  },
  parts: {
    title: 'What the body does by itself',
    ...shownFor('embody'),
    controls: {
      magnets: expert(
        toggle('Magnetic fields', true, 'Invisible fields that push or pull the elbow to where people hold it'),
      ),
      shoulder: toggle('Shoulders reach', true, 'The shoulder goes along where the hand is out of the arm’s reach'),
      limits: expert(toggle('Limits', true, 'Collar bone, upper arm and forearm turn only as far as people’s do')),
      torso: expert({
        ...toggle('Elbows out of the torso', true, 'The elbow gives way where it would be inside the trunk'),
        ...shownFor('ownTorso'),
      }),
      gait: toggle(
        'Takes steps',
        true,
        'Feet step after the body (the gait); without it they glide along under the hips',
      ),
      phase: expert({
        ...toggle('Own rhythm', true, 'Steps follow the rhythm of head and hands'),
        needs: 'gait',
        ...shownFor('ownRhythm'),
      }),
      grounding: {
        ...toggle('Feet find the ground', true, 'Feet stand on the height and slope of what is below them (grounding)'),
        needs: 'gait',
        term: 'ground',
      },
      swing: { ...toggle('Hips swing', true, 'Hips and shoulders turn with the steps (swing)'), needs: 'gait' },
      fields: expert({
        ...data<readonly MagneticField[]>('Fields', 'fields', checkFields, 'Where the magnetic fields are'),
        ...shownFor('magnets'),
      }),
      curves: expert({
        ...data<EmbodySettings['gait']['curves']>(
          'Gait curves',
          'curves',
          checkCurves,
          'What a step looks like, as curves',
        ),
        ...shownFor('stepCurves'),
      }),
    },
  },
  numbers: {
    title: 'Numbers',
    isExpert: true,
    controls: {
      trunkNumbers: data<Tuning>(
        'Trunk',
        'trunkNumbers',
        checkTuning,
        'Dead zones, limits, multipliers and speeds of head, spine and hips',
      ),
      stepNumbers: data<Tuning>(
        'Steps',
        'stepNumbers',
        checkTuning,
        'When feet step, how long that takes, and where they stand',
      ),
      armNumbers: data<Tuning>('Arms', 'armNumbers', checkTuning, 'Shoulders, ranges of the joints, and how arms roll'),
    },
  },
  beside: {
    title: 'Side by side',
    controls: {
      without: {
        ...choice(
          'Beside, the same without',
          'none',
          comparedLabels,
          'A second body moves from the same head and hands, with one part off (or on, where it is off)',
        ),
        isList: true,
        offers: canDiffer,
      },
    },
  },
  crowd: {
    title: 'Crowd',
    controls: {
      people: number(
        'People',
        0,
        [0, 200, 1],
        '',
        'Fills the stage with people who move as you do, a little later each; what they cost is shown',
      ),
      budgetMs: expert(
        number(
          'Budget',
          3,
          [0.2, 12, 0.1],
          'ms',
          'Per frame; where they would take longer, fewer are worked out in full',
        ),
      ),
      fullDistance: expert(number('In full up to', 6, [0, 30, 0.5], 'm', 'Nearer people are worked out in full')),
      reducedDistance: expert(
        number(
          'Reduced up to',
          18,
          [0, 60, 1],
          'm',
          'Nearer people are worked out thirty times a second, others roughly',
        ),
      ),
    },
  },
  draw: {
    title: 'Drawn',
    controls: {
      showFields: expert(
        toggle('Magnetic fields', false, 'Red pushes the elbow, green pulls it; drag a centre to move it'),
      ),
      showHull: expert(toggle('Torso hull', false, 'The shape that elbows are kept out of')),
      showCones: expert(toggle('Swing cones', false, 'How far collar bones, upper arms and wrists (violet) may turn')),
      showTwists: expert(
        toggle('Twist ranges', false, 'How far upper arm and forearm may roll, and (yellow) how far they do'),
      ),
      showShoulders: expert(
        toggle('Shoulders', false, 'Where the shoulder is at rest (grey), its free way (circle), where it is (yellow)'),
      ),
      showArmPlanes: expert(toggle('Arm planes', false, 'The plane through shoulder, elbow and hand, and its normal')),
      showBalance: toggle(
        'Balance',
        false,
        'Where the weight is, and the line to where it rests on the ground (centres of mass and of pressure)',
      ),
      showSteps: toggle('Steps', false, 'Where feet stand (green), start and goal of each step, and the way they went'),
      showSwing: expert(
        toggle(
          'Swing',
          false,
          'How hips (green) and shoulders (yellow) turn with the steps, three times larger than life',
        ),
      ),
      showProbes: expert(
        toggle('Heights ahead', false, 'The five points of the ground ahead that the length of a step is found from'),
      ),
      showHeading: expert(
        toggle(
          'Turning',
          false,
          'On the floor: where the body faces (green), where the head looks (yellow), and the dead zone where there is one',
        ),
      ),
      showSphere: expert(
        toggle('Collision sphere', false, 'The sphere that walls stop, steps lift and edges let fall'),
      ),
      showOffset: expert(
        toggle('Offset', false, 'Where stick, teleport and steps have carried the tracked space (TargetOffset)'),
      ),
      showContacts: expert(
        toggle('Contacts', false, 'How likely heels and toes stand, as the prior sees it: empty to full rings'),
      ),
      showTruth: {
        ...toggle(
          'Truth',
          true,
          'Beside a clip: its own skeleton; at the expert level also how far the body is from it, with the prior and by the rules',
        ),
        term: 'truth',
      },
      truthShift: expert({
        ...number(
          'Truth to the side',
          0.9,
          [0, 2, 0.1],
          'm',
          'How far the clip’s own skeleton stands beside; zero: in the same place',
        ),
        needs: 'showTruth',
      }),
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
  solver: {
    title: 'Solver',
    isExpert: true,
    controls: {
      solver: solverControl,
      prior: {
        ...toggle(
          'Learned movement',
          true,
          'Hips, legs and steps as a small network learned them from real motion (the prior); off: rules alone',
        ),
        term: 'prior',
        ...shownFor('learned'),
      },
      priorFeet: {
        ...toggle(
          'Learned steps',
          true,
          'Feet stand and step as learned; off: by rules and curves, under the learned trunk',
        ),
        needs: 'prior',
        ...shownFor('learnedSteps'),
      },
      heading: trunkRule('Heading', 'Which way the body faces: from head, hands and motion, or after the head'),
      bend: trunkRule('Trunk', 'How hips and spine bend: fitted to motion capture, or by the thesis’s multipliers'),
      arms: choice(
        'Arms',
        'solver',
        { solver: 'As solver', circle: 'Closed form', fabrik: 'FABRIK' },
        'How the elbow is found: on its circle in closed form, or by FABRIK with limits',
      ),
    },
  },
  tracking: trackingSection,
} as const;

export type EmbodyRoomSettings = SettingsOf<typeof embodyShape>;
