import { choice, expert, initialValues, number, type SettingsOf, toggle } from '../files/settings.js';
import { wornProfile } from '../files/wornProfile.js';
import { backgroundControls } from './background.js';
import type { CameraMode } from './cameraRig.js';
import { type GettingAbout, gettingAboutSection } from './locomotion/gettingAbout.js';

/** What every room with a person on the stage can be told. */
export const viewControls = {
  camera: choice(
    'Camera',
    'orbit',
    { orbit: 'Orbit', mirror: 'From the mirror', eyes: 'Own eyes' },
    'Orbit around the person, stand where the mirror is, or look through the avatar’s eyes',
  ),
  follow: toggle(
    'Follow',
    false,
    'The camera goes along with the person; without it, only when they leave the picture',
  ),
  showMirror: toggle('Mirror', true, 'A mirror in front of the person, in virtual reality, too'),
  showAvatar: expert({
    ...toggle('Avatar', true, 'The body that is drawn; without it only what else is switched on'),
    term: 'avatar',
  }),
  livingFace: toggle('Living face', true, 'Blinks, and looks at the hands that move, into the mirror, at others'),
  voiceMouth: {
    ...toggle(
      'Mouth moves with your voice',
      false,
      'Listens to how loud the microphone is; nothing is recorded, nothing leaves this page',
    ),
    needs: 'livingFace',
  },
  showSkeleton: {
    ...toggle('Skeleton', false, 'The joints inside the body, as they are worked out'),
    term: 'skeleton',
  },
  showTargets: expert(
    toggle('Tracked points', false, 'Where head, hands and trackers are measured, coloured by how well they are seen'),
  ),
  showHands: expert(toggle('Hands and controllers', false, 'What the device itself sees of the hands')),
  ...backgroundControls,
} as const;

/** The height is the profile's where that is used and has one. */
function isOwnStature(values: object): boolean {
  const isUsed = (values as { readonly useProfile?: boolean }).useProfile === true;
  return !isUsed || (wornProfile.getState().profile?.stature ?? null) === null;
}

export const personSection = {
  title: 'Person',
  controls: {
    useProfile: toggle(
      'Use my profile',
      true,
      'Height, limb lengths, lock mode and grips as found in the room Wear, for headset, trackers, mouse and keys, and the demo; without a profile it changes nothing',
    ),
    stature: {
      ...number(
        'Your height',
        1.7,
        [1.2, 2.2, 0.01],
        'm',
        'How tall you are (stature): the avatar is scaled to it. As long as it stands at 1.70 m, a headset finds it out. Recordings and bodies from the room Body bring their own.',
      ),
      counts: isOwnStature,
    },
    avatarSize: choice(
      'Avatar’s size',
      'person',
      { person: 'Mine', own: 'Its own' },
      'As tall as you, or as tall as it was made; your movements are scaled to it either way',
    ),
    mirrorDistance: number('Mirror distance', 1.6, [0.8, 4, 0.1], 'm', 'From the start position to the glass'),
  },
} as const;

export const trackingSection = {
  title: 'Tracking',
  isExpert: true,
  controls: {
    smoothing: toggle('Smoothing', false, 'Steady hands stop trembling, fast hands keep their speed (One Euro filter)'),
    minCutoff: {
      ...number(
        'Cut-off at rest',
        4,
        [0.5, 15, 0.5],
        'Hz',
        'How slow trembling must be to pass while the hand rests; lower is smoother and later',
      ),
      needs: 'smoothing',
    },
    loseLeft: toggle(
      'Lose left hand',
      false,
      'As if the left controller were out of sight: shows what the body does then',
    ),
    loseRight: toggle(
      'Lose right hand',
      false,
      'As if the right controller were out of sight: shows what the body does then',
    ),
  },
} as const;

export const solverControl = {
  ...choice(
    'Solver',
    'leib',
    { leib: 'Leib', thesis: 'Thesis', baseline: 'Baseline' },
    'What works the body out. Leib: ours, fitted to real motion; Thesis: what it grew from; Baseline: the plain way, to compare with',
  ),
  isExpert: true,
  term: 'thesis, baseline',
} as const;

/** What the stage itself reads of a room's settings. */
export type StageSettings = Omit<StageControls, 'camera'> &
  GettingAbout & {
    readonly camera: CameraMode;
    /** No tracked person is on the stage. */
    readonly isStill?: boolean;
  };

type StageControls = SettingsOf<{
  readonly view: { readonly title: string; readonly controls: typeof viewControls };
  readonly person: typeof personSection;
  readonly tracking: typeof trackingSection;
}>;

/** The stage of a room that has no tracked body, seen by its own camera. */
export function stillStage(camera: CameraMode): StageSettings {
  return {
    ...(initialValues({ about: gettingAboutSection }) as unknown as GettingAbout),
    isStill: true,
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
    useProfile: true,
    stature: 1.7,
    avatarSize: 'person',
    mirrorDistance: 1.6,
    smoothing: false,
    minCutoff: 4,
    loseLeft: false,
    loseRight: false,
  };
}
