import { choice, data, expert, number, type SettingsOf, toggle } from '../../files/settings.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import { type BodyIds, checkBodyIds } from './settings/bodyIds.js';
import { checkOffsetsFile, type OffsetsFile } from './settings/offsetsFile.js';
import { checkSkeletonFile, type SkeletonFile } from './settings/skeletonFile.js';

/** The simulated tracker: whose motion, how noisy, how much is lost. */
const simulation = {
  title: 'Simulated tracker',
  controls: {
    motion: choice(
      'Motion',
      'demo',
      { demo: 'Performance', walk: 'Walk', file: 'Your file' },
      'Who wears the simulated bodies: our own performance, our own walk, or the motion that you dropped here',
    ),
    noiseMm: expert(
      number(
        'Noise of places',
        1,
        [0, 10, 0.5],
        'mm',
        'How far measured places are off (standard deviation, per axis)',
      ),
    ),
    noiseDeg: expert(
      number('Noise of turns', 0.3, [0, 5, 0.1], '°', 'How far measured turns are off (standard deviation, per axis)'),
    ),
    lostPercent: number(
      'Hidden at times',
      2,
      [0, 40, 1],
      '%',
      'Share of the time in which the cameras lose each body, in gaps of 0.1 to 0.5 s',
    ),
  },
} as const;

const solve = {
  title: 'Solve',
  controls: {
    method: choice(
      'Method',
      'refined',
      { dh: 'Closed form', refined: 'Refined' },
      'Closed form: angles down each chain by atan2. Refined: then all bodies at once, by damped least squares',
    ),
    smoothingMs: number(
      'Smoothing',
      12,
      [0, 60, 2],
      'ms',
      'Time in which noise fades; steady movement is followed without lag',
    ),
    predictMs: number(
      'Predict',
      100,
      [0, 500, 10],
      'ms',
      'How long a lost body goes on by its own motion before it is only held',
    ),
    swaps: choice(
      'Exchanged ids',
      'correct',
      { correct: 'Exchange back', report: 'Only report' },
      'What happens when the tracker exchanges the ids of two bodies',
    ),
    skeleton: data<SkeletonFile>(
      'Skeleton',
      'skeleton',
      checkSkeletonFile,
      'Links of another skeleton (leib-dh/1); 46 angles of our own where there is none',
    ),
  },
} as const;

/** Agents that the room offers: the default person and others of its mesh, people of the room Body, the visitor's own. */
export const agentLabels = {
  person: 'Person',
  child: 'Child',
  giant: 'Giant',
  longArms: 'Long arms',
  thin: 'Thin',
  heavy: 'Heavy',
  short: 'Short',
  tall: 'Tall',
  worn: 'The body you wear',
  file: 'Your file',
} as const;

export type AgentChoice = keyof typeof agentLabels;

const agents = {
  title: 'Agents',
  controls: {
    agent: { ...choice('Character', 'person', agentLabels, 'Whom the motion moves (the agent)'), term: 'agent' },
    transfer: expert(
      choice(
        'Transfer',
        'contacts',
        { angles: 'By angles', contacts: 'Contacts kept' },
        'Other proportions: the angles as they are, or with feet planted and hands where they touched',
      ),
    ),
    skinning: expert(
      choice(
        'Skinning',
        'dualQuaternion',
        { segments: 'Segments', linear: 'Linear', dualQuaternion: 'Dual quaternion' },
        'How the GPU bends the skin: the paper’s segments, linear blend, or dual quaternions',
      ),
    ),
    crowd: number('Crowd', 1, [1, 200, 1], '', 'How many characters move, each at a moment of its own'),
  },
} as const;

/** What the angles of ten bodies do not tell: further streams to the GPU and to displays. */
const handsAndFace = {
  title: 'Hands and face',
  controls: {
    fingers: toggle(
      'Fingers',
      false,
      'The character’s fingers move (a stream of their own: 17 angles a hand, 68 bytes an agent and frame)',
    ),
    leftFist: number('Left fist', 15, [0, 100, 1], '%', 'The left hand: 0 is open, 100 is a fist'),
    rightFist: number('Right fist', 15, [0, 100, 1], '%', 'The right hand: 0 is open, 100 is a fist'),
    face: toggle(
      'Face',
      false,
      'The character’s face moves (a stream of its own: 81 parameters, 162 bytes an agent and frame)',
    ),
    smile: number('Smile', 0, [0, 100, 1], '%', 'How much the characters smile'),
    mouthOpen: number('Mouth open', 0, [0, 100, 1], '%', 'How far the mouth is open'),
    eyesClosed: number('Eyes closed', 0, [0, 100, 1], '%', 'How far both eyes are closed'),
    blinking: toggle('Blinking', true, 'The eyes close for a moment, about 15 times a minute'),
  },
} as const;

/** Whose eyes the walls are drawn for: the performer's, those of the page's own person, or a device of a tracker by its id. */
export type HeadRef = 'performer' | 'you' | (string & {});

export const MOST_HEADS = 8;

/** Walls name the head that looks through them (walls.json). */
export const headName = (place: number): string => (place === 0 ? 'head' : `head${place + 1}`);

const walls = {
  title: 'Walls',
  controls: {
    heads: data<{ readonly heads: readonly HeadRef[] }>(
      'Heads',
      'heads',
      checkHeads,
      'Who looks at the walls, by the order of the names head, head2, … in the file of the walls',
    ),
  },
} as const;

/** Reason why a value cannot be heads; null where it can. */
function checkHeads(value: unknown): string | null {
  const { heads } = value as { readonly heads?: unknown };
  const isRight =
    Array.isArray(heads) &&
    heads.length > 0 &&
    heads.length <= MOST_HEADS &&
    heads.every((head) => typeof head === 'string' && head !== '' && head.length <= 200);
  return isRight ? null : `expected one to ${MOST_HEADS} heads, each a name`;
}

/** The room's settings. Offsets and body ids are data with editors of their own. */
export const mocapShape = {
  simulation,
  offsets: {
    title: 'Offsets',
    controls: {
      trackerOffsets: data<OffsetsFile>(
        'Offsets of the tracker',
        'offsets',
        checkOffsetsFile,
        'Where joints are on the bodies of a live or recorded tracker; none until they are found or loaded',
      ),
      simulatedOffsets: data<OffsetsFile>(
        'Offsets of the simulation',
        'offsets',
        checkOffsetsFile,
        'Where joints are on the simulated bodies; found in a T-pose at the start unless you change them',
      ),
      upAxis: choice(
        'Up axis of the log',
        'z',
        { z: 'Z', y: 'Y' },
        'The axis of the tracker’s room that points up, in a DTrack log; a live tracker has its own: leib serve --up',
      ),
      bodyIds: data<BodyIds>('Body ids', 'bodyIds', checkBodyIds, 'Which body of the tracker sits where'),
    },
  },
  solve,
  agents,
  handsAndFace,
  walls,
  view: {
    title: 'View',
    controls: {
      arrangement: choice(
        'Figures',
        'side',
        { side: 'Side by side', over: 'Over each other' },
        'What cameras see, joints, skeleton and character in a row, or in one place',
      ),
      showNames: { ...toggle('Names', true, 'The name of each rigid body in the picture'), term: 'rigid body' },
    },
  },
} as const;

export type MocapSettings = SettingsOf<typeof mocapShape>;
export type MocapStore = SettingsStore<typeof mocapShape>;
