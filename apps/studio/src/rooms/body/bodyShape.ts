import { choice, data, expert, toggle } from '../../files/settings.js';
import { type BodySpec, checkBody, checkOthers, type OtherSpec } from './bodySpec.js';

/** The room's settings. The two bodies are data with editors of their own. */
export const bodyShape = {
  body: {
    title: 'Body',
    controls: {
      body: data<BodySpec>('Body', 'body', checkBody, 'Sex, measures and shape of the body that is built'),
      units: choice(
        'Units',
        'metric',
        { metric: 'cm, kg', imperial: 'in, lb' },
        'What measures are entered and shown in',
      ),
    },
  },
  view: {
    title: 'View',
    controls: {
      pose: {
        ...choice(
          'Pose',
          'relaxed',
          { relaxed: 'Arms down', tPose: 'T-pose' },
          'How the body stands; it is measured the same',
        ),
        term: 'rest pose',
      },
      tapes: choice(
        'Tapes',
        'given',
        { none: 'None', given: 'Entered', all: 'All' },
        'Where the measures are taken, as lines on the body',
      ),
      labels: toggle('Labels', true, 'Names and values beside the tapes'),
    },
  },
  compare: {
    title: 'Compare',
    controls: {
      others: data<readonly OtherSpec[]>('Compare with', 'others', checkOthers, 'Bodies beside the first, or over it'),
      arrangement: choice(
        'Arrangement',
        'side',
        { side: 'Side by side', over: 'Overlaid' },
        'The other bodies beside the first, or in the same place and transparent',
      ),
      heatMap: toggle(
        'Heat map',
        false,
        'Colours the first body by how far each point of its skin is from the one in the table',
      ),
      sameStature: toggle('Same stature', false, 'Scales the other bodies to the first one’s stature: shape alone'),
      boxes: expert(toggle('Boxes', false, 'The box around each body as it stands; the table measures in the T-pose')),
      dots: expert(toggle('Named points', false, 'Red dots at the vertices that the distances are taken between')),
    },
  },
} as const;
