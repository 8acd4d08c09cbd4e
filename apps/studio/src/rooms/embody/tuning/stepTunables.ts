import { centimetres, degrees, metresPerSecond, rowsIn, seconds, shares, type TunableGroup } from './tunable.js';

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
        ['gait.longestStepSeconds', 'Longest step', [0.1, 3, 0.05], 'No step is longer', 'freeSteps'],
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
