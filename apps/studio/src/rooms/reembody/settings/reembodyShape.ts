import type { RemoteBodySettings, WorldObject } from '@leib/reembody';
import { choice, data, expert, number, type SettingsOf, toggle } from '../../../files/settings.js';
import type { SettingsStore } from '../../../files/settingsStore.js';
import { gettingAboutSection } from '../../../world/locomotion/gettingAbout.js';
import { personSection, solverControl, trackingSection, viewControls } from '../../../world/stageSections.js';
import { checkRemoteBody } from './checkRemoteBody.js';
import { canShareWorld, isInSharedWorld } from './robotPlace.js';
import { checkThings } from './roomThings.js';

/** What can be set in the room: how the remote body follows, what there is to touch, what is drawn, every joint. */
export const reembodyShape = {
  follow: {
    title: 'Second body',
    controls: {
      latencyMs: {
        ...number(
          'Delay',
          0,
          [0, 1000, 5],
          'ms',
          'How much later than you the second body moves (latency). Groups with a delay of their own keep it.',
        ),
        term: 'latency line',
      },
      delaysHips: expert(toggle('Hips late too', false, 'Off: the hips follow at once, as in the thesis’s study')),
      root: expert(
        choice(
          'Hips carried by',
          'anchor',
          { anchor: 'Anchor', spring: 'Spring', balance: 'Legs' },
          'An anchor that nothing moves, a spring that gives way to pushes, or the body’s own legs: an experiment, it stands but does not step',
        ),
      ),
      targetSpace: expert(
        choice(
          'Targets',
          'local',
          { local: 'Per joint', world: 'In the room' },
          'Each joint takes your joint’s rotation, or each part its orientation in the room',
        ),
      ),
      drive: expert(
        choice(
          'Held together by',
          'joints',
          { joints: 'Joints', freeParts: 'Nothing' },
          'Nothing: the thesis’s first attempt, a force on every part alone. Parts come apart; show the colliders to see it.',
        ),
      ),
      gravityCompensation: expert(
        number(
          'Weight it knows of',
          1,
          [0, 1, 0.05],
          '',
          'Share of its limbs’ weight that the body carries knowingly; at 0 they sag',
        ),
      ),
      softens: toggle('Gives way when hit', true, 'A limb that is hit goes soft for a moment'),
      fingers: expert(toggle('Fingers', false, 'Every finger segment a part of its own: 52 parts instead of 22')),
    },
  },
  model: { title: 'Its model', isExpert: true, tool: 'secondModel', controls: {} },
  touch: {
    title: 'Touch',
    controls: {
      colliders: expert(
        choice(
          'Shapes',
          'simple',
          { simple: 'Simple', exact: 'Exact', none: 'None' },
          'Capsules, boxes and spheres; convex pieces of the skin; or nothing to touch with',
        ),
      ),
      pushForce: number(
        'Strongest push',
        150,
        [10, 600, 10],
        'N',
        'Drag the body or a thing with the mouse to push it; click to tap it',
      ),
    },
  },
  room: {
    title: 'Things in the room',
    isExpert: true,
    controls: {
      things: data<readonly WorldObject[]>(
        'Things',
        'things',
        checkThings,
        'What stands and lies in the room: add, change and move things; they are saved with the room’s settings',
      ),
    },
  },
  others: {
    title: 'Others',
    controls: {
      others: number(
        'Other bodies',
        0,
        [0, 4, 1],
        '',
        'More bodies around you: they can be pushed, slapped, and shaken by the hand',
      ),
      othersDo: choice(
        'They do',
        'mirror',
        { mirror: 'Mirror me', same: 'As I do', demo: 'The demo' },
        'What I do, left and right swapped or not, or the studio’s own recorded performance',
      ),
      othersAway: expert(number('Away from me', 0.8, [0.4, 2, 0.05], 'm', 'How far from me they stand; they face me')),
    },
  },
  robot: {
    title: 'Robot',
    isExpert: true,
    tool: 'robot',
    controls: {
      robotWorld: {
        ...choice(
          'Its world',
          'own',
          { own: 'Its own', shared: 'Yours' },
          'Yours: it touches you, others and things, and its hand can be shaken; only while all is simulated in this page.',
        ),
        counts: canShareWorld,
      },
      robotBase: {
        ...choice(
          'Its base',
          'held',
          { held: 'Held', free: 'Free' },
          'Held: its base stands fast. Free, in your world: its own legs carry it, and it can fall',
        ),
        counts: isInSharedWorld,
      },
    },
  },
  where: {
    title: 'Where it runs',
    isExpert: true,
    controls: {
      where: choice(
        'Simulated',
        'worker',
        { worker: 'In this page', server: 'On the server' },
        'In a worker of this page, or on the server that the page came from: then targets and poses go over a WebSocket',
      ),
      sharedRoom: number(
        'Shared room',
        0,
        [0, 9, 1],
        '',
        'On the server: pages with the same number share one world, instead of the others above, and can touch. 0 is a world of your own.',
      ),
    },
  },
  draw: {
    title: 'Drawn',
    controls: {
      ghost: choice(
        'You',
        'beside',
        { beside: 'Beside it', inside: 'Inside it', hidden: 'Hidden' },
        'Where your own body (the local body), which the second one follows, is shown: pale, beside it or inside it',
      ),
      showColliders: expert(toggle('Shapes', false, 'The simple shapes (colliders) that the second body touches with')),
      showContacts: toggle('Contacts', false, 'Where it touches things, with bars as long as the force is strong'),
      showTorques: toggle(
        'Effort',
        false,
        'How hard each joint works: the larger and redder, the nearer to its largest torque',
      ),
      showLimits: expert(
        toggle('Limits', false, 'How far the selected joints turn: x red, y green, z blue; drag an edge to change it'),
      ),
    },
  },
  joints: {
    title: 'Joints',
    isExpert: true,
    controls: {
      body: data<RemoteBodySettings>('Joints and masses', 'joints', checkRemoteBody, 'Every joint of the second body'),
    },
  },
  view: {
    title: 'View',
    controls: {
      ...viewControls,
      showMirror: toggle('Mirror', false, 'The second body in a mirror behind the table'),
      solver: solverControl,
    },
  },
  person: personSection,
  about: gettingAboutSection,
  tracking: trackingSection,
} as const;

export type ReembodyValues = SettingsOf<typeof reembodyShape>;
export type ReembodyStore = SettingsStore<typeof reembodyShape>;
