import {
  centimetres,
  degrees,
  metresPerSecond,
  shares,
  type Topic,
  type Tunable,
  type TunableGroup,
} from './tunable.js';

/** How far a bone of the arm may swing, to four sides. */
function coneRows(limit: string, topic: Topic, what: string, most: number): readonly Tunable[] {
  const sides = [
    ['ahead', 'ahead'],
    ['back', 'back'],
    ['up', 'up'],
    ['down', 'down'],
  ] as const;
  return degrees(
    topic,
    sides.map(([side, word]) => [
      `arms.limits.${limit}.${side}`,
      `${what} ${word}`,
      [2, most, 1],
      `How far the ${what.toLowerCase()} may turn ${word}`,
    ]),
  );
}

export const armGroups: readonly TunableGroup[] = [
  {
    title: 'Shoulders',
    topic: 'shoulder',
    tunables: [
      ...centimetres('shoulder', [
        ['arms.shoulder.freeDistance', 'Free way', [0, 15, 0.5], 'So far the shoulder goes at once after a far hand'],
      ]),
      ...metresPerSecond('shoulder', [
        ['arms.shoulder.creepSpeed', 'Creeps at', [0, 0.5, 0.001], 'Beyond the free way it goes on at this speed'],
        ['arms.shoulder.returnSpeed', 'Returns at', [0.01, 6, 0.01], 'So fast it comes back'],
      ]),
      ...shares('shoulder', [
        [
          'arms.shoulder.softReach',
          'Helps from',
          [0.7, 1, 0.01],
          'Part of the arm’s length from which the shoulder helps',
          'circleShoulder',
        ],
      ]),
    ],
  },
  {
    title: 'Collar bones',
    topic: 'collar',
    tunables: [
      ...shares('collar', [
        ['arms.collar.raiseShare', 'Rise', [0, 0.4, 0.01], 'Share of the arm’s raising that the collar bone takes'],
      ]),
      ...degrees('collar', [
        ['arms.collar.raiseFrom', 'Rise from', [0, 90, 1], 'Arm’s elevation from which it rises'],
        ['arms.collar.protraction', 'Ahead', [0, 30, 1], 'How far it turns ahead with a reaching hand'],
        ['arms.collar.crossing', 'Across', [0, 30, 1], 'How much more with a hand across the body'],
      ]),
    ],
  },
  {
    title: 'Ranges',
    topic: 'limits',
    tunables: [
      ...coneRows('shoulder', 'limits', 'Collar bone', 80),
      ...coneRows('upperArm', 'limits', 'Upper arm', 170),
      ...coneRows('wrist', 'wrist', 'Wrist', 120),
      ...degrees('limits', [
        [
          'arms.limits.upperArmTwist.min',
          'Upper arm rolls out to',
          [-179, 0, 1],
          'Farthest roll of the upper arm outward',
        ],
        [
          'arms.limits.upperArmTwist.max',
          'Upper arm rolls in to',
          [0, 179, 1],
          'Farthest roll of the upper arm inward',
        ],
        [
          'arms.limits.forearmTwist.min',
          'Forearm rolls in to',
          [-179, 0, 1],
          'Farthest roll of the forearm one way',
          'embody',
        ],
        [
          'arms.limits.forearmTwist.max',
          'Forearm rolls out to',
          [0, 179, 1],
          'Farthest roll of the forearm the other way',
          'embody',
        ],
      ]),
    ],
  },
  {
    title: 'Elbow and roll',
    topic: 'embody',
    tunables: shares('embody', [
      [
        'arms.torso.margin',
        'Kept from the trunk',
        [0, 0.6, 0.02],
        'Distance of elbows from the trunk, as a part of its size',
        'torso',
      ],
      [
        'arms.twist.forearmShare',
        'Roll of the forearm',
        [0, 1, 0.05],
        'Share of the hand’s roll that the forearm takes',
      ],
      [
        'arms.twist.upperArmShare',
        'Roll of the upper arm',
        [0, 0.6, 0.05],
        'Share of the hand’s roll that the upper arm takes',
      ],
    ]),
  },
];
