import { DEG } from '@leib/core';
import { degrees, metres, metresPerSecond, rowsIn, seconds, type Tunable, type TunableGroup } from './tunable.js';

/** Levels of the trunk that the thesis's table has multipliers for, from below. */
export const multiplierLevels = [
  ['hips', 'Hips'],
  ['spine', 'Spine'],
  ['chest', 'Chest'],
  ['upperChest', 'Upper chest'],
  ['neck', 'Neck'],
] as const;

export const multiplierAxes = [
  ['x', 'Nod', 'of the head’s nod'],
  ['z', 'Tilt', 'of the head’s tilt to the side'],
  ['height', 'Height', 'of the bend that comes with a lower head'],
] as const;

const multipliers: readonly Tunable[] = multiplierLevels.flatMap(([level, name]) =>
  multiplierAxes.map(([axis, label, what]) => ({
    path: `trunk.multipliers.${level}.${axis}`,
    label: `${name}, ${label.toLowerCase()}`,
    help: `How much the ${name.toLowerCase()} takes ${what}`,
    unit: '',
    scale: 1,
    range: [0, 1, 0.01] as const,
    topic: 'multipliers' as const,
  })),
);

export const trunkGroups: readonly TunableGroup[] = [
  {
    title: 'Turning after the head',
    topic: 'deadZone',
    tunables: [
      ...degrees('deadZone', [
        ['trunk.yawDeadZone', 'Dead zone of turning', [0, 90, 1], 'So far the head turns before the body goes along'],
      ]),
      ...seconds('deadZone', [
        [
          'trunk.yawHalfLife',
          'Half-life of turning',
          [0.005, 0.5, 0.005],
          'In this time half of the turn beyond the dead zone is made up for',
        ],
      ]),
    ],
  },
  {
    title: 'Bending',
    topic: 'multipliers',
    tunables: degrees('multipliers', [
      ['trunk.bendDeadZone', 'Dead zone of nodding', [0, 90, 1], 'Nods within it bend the neck only'],
      ['trunk.leanDeadZone', 'Dead zone of tilting', [0, 90, 1], 'Tilts to the side within it bend the neck only'],
      ['trunk.bendPerMetre', 'Bend per metre', [0, 300, 5], 'How far the body bends per metre that the head is lower'],
      ['trunk.bendRange.0', 'Farthest bend back', [-90, 0, 1], 'Limit of the bend backwards'],
      ['trunk.bendRange.1', 'Farthest bend ahead', [0, 150, 1], 'Limit of the bend forwards'],
    ]),
  },
  { title: 'Multipliers', topic: 'multipliers', tunables: multipliers },
  {
    title: 'Limits of the head',
    topic: 'headLimits',
    tunables: [
      ...metres('headLimits', [
        ['trunk.headHeightRange.0', 'Lowest head', [0, 1.6, 0.05], 'Below this the head no longer follows the headset'],
        ['trunk.headHeightRange.1', 'Highest head', [1.2, 3, 0.05], 'Above this the head no longer follows'],
      ]),
      ...degrees('headLimits', [
        ['trunk.headTiltLimit', 'Farthest tilt', [5, 89, 1], 'Beyond this the head no longer tilts with the headset'],
      ]),
    ],
  },
  {
    title: 'Swing with the steps',
    topic: 'swing',
    tunables: rowsIn('°/m', DEG)('swing', [
      [
        'trunk.swing.hips',
        'Hips',
        [-45, 45, 1],
        'Turn of the hips per metre between the feet; negative: ahead with the foot',
      ],
      ['trunk.swing.shoulders', 'Shoulders', [-45, 45, 1], 'The same for the shoulders; positive: against the hips'],
    ]),
  },
  {
    title: 'Speed of the body',
    topic: 'embody',
    tunables: [
      ...seconds('embody', [
        ['trunk.settleHalfLife', 'Settling', [0, 0.4, 0.01], 'Half-life of the back’s movement', 'fittedTrunk'],
        [
          'trunk.travelSeconds',
          'Mean speed over',
          [0.02, 0.5, 0.02],
          'The speed of walking is the mean over this time',
        ],
      ]),
      ...metresPerSecond('embody', [
        ['trunk.standingSpeed', 'Standing below', [0, 1, 0.025], 'Slower than this, the way is where the body faces'],
      ]),
    ],
  },
];
