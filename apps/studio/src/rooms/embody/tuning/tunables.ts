import { DEG } from '@leib/core';
import type { IdleTopic } from '../idleTopics.js';

/** One number of the solve that the room's user may set. */
export interface Tunable {
  /** Where it is in EmbodySettings: "trunk.yawDeadZone". */
  readonly path: string;
  readonly label: string;
  readonly help: string;
  /** Of the shown number: shown = setting / scale. */
  readonly unit: string;
  readonly scale: number;
  /** Of the shown number. */
  readonly range: readonly [min: number, max: number, step: number];
  /** What must be on for it to change anything. */
  readonly topic: IdleTopic;
}

export interface TunableGroup {
  readonly title: string;
  readonly topic: IdleTopic;
  readonly tunables: readonly Tunable[];
}

type Row = readonly [
  path: string,
  label: string,
  range: readonly [min: number, max: number, step: number],
  help: string,
  topic?: IdleTopic,
];

function rowsIn(unit: string, scale: number): (topic: IdleTopic, rows: readonly Row[]) => readonly Tunable[] {
  return (topic, rows) =>
    rows.map(([path, label, range, help, own = topic]) => ({ path, label, help, unit, scale, range, topic: own }));
}

const degrees = rowsIn('°', DEG);
const metres = rowsIn('m', 1);
const centimetres = rowsIn('cm', 0.01);
const seconds = rowsIn('s', 1);
const metresPerSecond = rowsIn('m/s', 1);
const shares = rowsIn('', 1);

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

/** How far a bone of the arm may swing, to four sides. */
function coneRows(limit: string, topic: IdleTopic, what: string, most: number): readonly Tunable[] {
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

export const stepGroups: readonly TunableGroup[] = [
  {
    title: 'When a foot steps',
    topic: 'placedFeet',
    tunables: [
      ...degrees('placedFeet', [
        ['gait.triggers.balanceAngle', 'Out of balance', [1, 40, 0.5], 'Lean over the feet from which a foot steps'],
        ['gait.triggers.turnInward', 'Turned inward', [-90, 0, 1], 'A foot turned further inward than this steps'],
        ['gait.triggers.turnOutward', 'Turned outward', [0, 120, 1], 'A foot turned further outward than this steps'],
      ]),
      ...centimetres('placedFeet', [
        ['gait.triggers.nearest', 'Feet too near', [0, 30, 1], 'Feet nearer to each other than this step apart'],
        [
          'gait.triggers.farthest',
          'Feet too far',
          [20, 150, 1],
          'Feet farther from each other than this step together',
        ],
        ['gait.triggers.crossed', 'Feet crossed', [0, 20, 0.5], 'A foot this far over the middle line steps back'],
      ]),
    ],
  },
  {
    title: 'How long a step takes',
    topic: 'ownFeet',
    tunables: [
      ...seconds('ownFeet', [
        ['gait.standStepSeconds', 'Step on the spot', [0.1, 1.5, 0.02], 'How long a step of a standing person takes'],
        ['gait.shortestStepSeconds', 'Shortest step', [0.05, 0.6, 0.01], 'No step is shorter'],
        ['gait.longestStepSeconds', 'Longest step', [0.1, 3, 0.05], 'No step is longer'],
        [
          'gait.groundSeconds',
          'Floor follows in',
          [0.01, 1, 0.01],
          'Time constant with which the floor follows the feet',
        ],
      ]),
      ...shares('ownFeet', [
        ['gait.commitAt', 'Goal fixed from', [0.1, 1, 0.01], 'Part of a step after which its goal stays as it is'],
      ]),
    ],
  },
  {
    title: 'Speeds and places',
    topic: 'ownFeet',
    tunables: [
      ...metresPerSecond('ownFeet', [
        ['gait.standSpeed', 'Standing below', [0.02, 0.8, 0.01], 'Slower than this, a person stands'],
        ['gait.runSpeed', 'Running above', [0.3, 4, 0.1], 'Faster than this, both feet may be in the air'],
      ]),
      ...centimetres('ownFeet', [
        [
          'gait.standNearest',
          'Foot at least',
          [0, 30, 1],
          'Least distance of a standing foot from the middle',
          'placedFeet',
        ],
        [
          'gait.standFarthest',
          'Foot at most',
          [5, 60, 1],
          'Greatest distance of a standing foot from the middle',
          'placedFeet',
        ],
        [
          'gait.standAhead',
          'Foot ahead at most',
          [0, 50, 1],
          'How far ahead of the middle, or behind it, a foot stands',
          'placedFeet',
        ],
        ['gait.maxStepHeight', 'Highest step', [1, 80, 1], 'Higher ground is not stepped on', 'groundedFeet'],
        ['gait.clearance', 'Over edges', [0, 20, 0.5], 'How high a foot passes over edges', 'groundedFeet'],
      ]),
      ...shares('ownFeet', [
        [
          'gait.hipShare',
          'Hips in the balance',
          [0, 1, 0.05],
          'Share of the hips in the point that the feet stay under',
        ],
      ]),
    ],
  },
  {
    title: 'Rhythm',
    topic: 'rhythm',
    tunables: [
      ...shares('rhythm', [
        [
          'gait.phaseSettings.liftBelow',
          'Lifts below',
          [0.02, 0.9, 0.01],
          'Chance of standing below which a foot lifts',
        ],
        [
          'gait.phaseSettings.heelBelow',
          'Heel rises below',
          [0.05, 0.95, 0.01],
          'Chance of standing below which a heel rises',
        ],
        [
          'gait.phaseSettings.landAbove',
          'Lands above',
          [0.05, 0.95, 0.01],
          'Chance of standing above which a foot lands',
        ],
        ['gait.phaseSettings.calm', 'Calm', [0, 1, 0.05], 'Share of "lifts below" for a person who hardly moves'],
        [
          'gait.phaseSettings.standingWidth',
          'Patience',
          [1, 12, 0.5],
          'How much more a foot that is seen to stand may be off',
        ],
      ]),
      ...seconds('rhythm', [
        [
          'gait.phaseSettings.landAhead',
          'Looks ahead',
          [0, 0.4, 0.01],
          'A foot lands that is expected to stand within this time',
        ],
      ]),
      ...centimetres('rhythm', [
        ['gait.phaseSettings.leastWay', 'Least way', [0, 40, 1], 'Shorter steps of a standing person are not taken'],
      ]),
    ],
  },
  {
    title: 'Head bob under the stick',
    topic: 'gait',
    tunables: [
      ...rowsIn('cm/m', 0.01)('gait', [
        [
          'gait.bobGain',
          'Bob',
          [-40, 40, 1],
          'Head’s rise per metre to the nearer foot, while the stick carries you; real heads sink: negative',
        ],
      ]),
      ...seconds('gait', [['gait.bobSeconds', 'Bob follows in', [0.02, 1.5, 0.02], 'Time constant of the bob']]),
    ],
  },
  {
    title: 'Legs',
    topic: 'ownKnees',
    tunables: [
      ...shares('ownKnees', [
        ['gait.kneeFootShare', 'Knees after feet', [0, 1, 0.05], 'Knees point where the foot does (1) or the hips (0)'],
      ]),
      ...degrees('ownKnees', [
        ['gait.kneeApart', 'Knees apart', [-30, 40, 1], 'How far knees point apart'],
        ['gait.heelLimit', 'Heel lift at most', [0, 85, 1], 'How far a heel rises where the leg is too short', 'gait'],
      ]),
    ],
  },
];

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

/** Every number that can be set, by its path. */
export const tunablesByPath: ReadonlyMap<string, Tunable> = new Map(
  [...trunkGroups, ...stepGroups, ...armGroups].flatMap(({ tunables }) => tunables.map((each) => [each.path, each])),
);
