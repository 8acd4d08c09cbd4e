import { choice, number, type SettingsOf, toggle } from '../files/settings.js';
import { backgroundControls } from './background.js';
import type { CameraMode } from './cameraRig.js';

/** What every room with a person on the stage can be told. */
export const viewControls = {
  camera: choice(
    'Camera',
    'orbit',
    [
      { value: 'orbit', label: 'Orbit' },
      { value: 'mirror', label: 'From the mirror' },
      { value: 'eyes', label: 'Own eyes' },
    ],
    'Orbit around the person, stand where the mirror is, or look through the avatar’s eyes',
  ),
  follow: toggle(
    'Follow',
    false,
    'The camera goes along with the person; without it, only when they leave the picture',
  ),
  showMirror: toggle('Mirror', true, 'A real planar reflection, in VR too'),
  showAvatar: toggle('Avatar', true, 'The skinned body'),
  livingFace: toggle('Living face', true, 'Blinks, and looks at the hands that move, into the mirror, at others'),
  voiceMouth: {
    ...toggle(
      'Mouth moves with your voice',
      false,
      'Listens to how loud the microphone is; nothing is recorded, nothing leaves this page',
    ),
    needs: 'livingFace',
  },
  showSkeleton: toggle('Skeleton', false, 'The joints that the solver works on'),
  showTargets: toggle('Tracked points', false, 'Where the trackers are, coloured by quality'),
  showHands: toggle('Hands and controllers', false, 'What the device sees of the hands'),
  ...backgroundControls,
} as const;

export const personSection = {
  title: 'Person',
  controls: {
    stature: number(
      'Stature',
      1.7,
      [1.2, 2.2, 0.01],
      'm',
      'How tall you are: the avatar is scaled to it. Recordings and bodies from the room Body bring their own.',
    ),
    avatarSize: choice(
      'Avatar’s size',
      'person',
      [
        { value: 'person', label: 'Mine' },
        { value: 'own', label: 'Its own' },
      ],
      'As tall as you, or as tall as it was made; your movements are scaled to it either way',
    ),
    mirrorDistance: number('Mirror distance', 1.6, [0.8, 4, 0.1], 'm', 'From the start position to the glass'),
  },
} as const;

export const trackingSection = {
  title: 'Tracking',
  controls: {
    smoothing: toggle('Smoothing', false, 'One Euro filter: steady hands lose jitter, fast hands keep their speed'),
    minCutoff: {
      ...number('Cut-off at rest', 4, [0.5, 15, 0.5], 'Hz', 'Lower is smoother and later'),
      needs: 'smoothing',
    },
    loseLeft: toggle('Lose left hand', false, 'Shows what happens when a controller is lost'),
    loseRight: toggle('Lose right hand', false, 'Shows what happens when a controller is lost'),
  },
} as const;

export const solverControl = choice(
  'Solver',
  'leib',
  [
    { value: 'leib', label: 'Leib' },
    { value: 'thesis', label: 'Thesis' },
    { value: 'baseline', label: 'Baseline' },
  ],
  'Ours, fitted to motion capture; the thesis it grew from, with its constants; the plain way to compare with',
);

/** What the stage itself reads of a room's settings. */
export type StageSettings = Omit<StageControls, 'camera'> & { readonly camera: CameraMode };

type StageControls = SettingsOf<{
  readonly view: { readonly title: string; readonly controls: typeof viewControls };
  readonly person: typeof personSection;
  readonly tracking: typeof trackingSection;
}>;

/** The stage of a room that has no tracked body, seen by its own camera. */
export function stillStage(camera: CameraMode): StageSettings {
  return {
    camera,
    follow: false,
    showMirror: false,
    showAvatar: false,
    livingFace: false,
    voiceMouth: false,
    showSkeleton: false,
    showTargets: false,
    showHands: false,
    background: 'stage',
    ownBackground: '#000000',
    stature: 1.7,
    avatarSize: 'person',
    mirrorDistance: 1.6,
    smoothing: false,
    minCutoff: 4,
    loseLeft: false,
    loseRight: false,
  };
}
