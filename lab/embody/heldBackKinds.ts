import { POSE_SIZE, pointNumber, quality, trackedPoints } from '@leib/tracking';
import {
  type BadFrameKind,
  change,
  drift,
  drop,
  during,
  fill,
  freeze,
  hands,
  late,
  lose,
  moveBy,
  put,
  slow,
  time,
  tremble,
  turnHead,
} from './badFrameKinds.ts';

const limbs = [...hands, 'hips', 'leftFoot', 'rightFoot'] as const;

/** Kinds of bad frames that nothing was chosen by: others than badFrameKinds, other sizes, other lengths. */
export const heldBackKinds: Readonly<Record<string, BadFrameKind>> = {
  'head off by 0.7 m, 1 s': during(1, moveBy(['head'], -0.4, 0.1, -0.55)),
  'head off by 0.2 m, 1.3 s': during(1.3, moveBy(['head'], 0.05, 0.05, -0.18)),
  'head at the origin': put('head', 0, 0, 0),
  'head upside down': turnHead([1, 0, 0, 0]),
  'head turned by 50 degrees, 1 s': during(1, turnHead([0, Math.sin(0.436), 0, Math.cos(0.436)])),
  'head trembles by 2 cm, 2 s': during(2, tremble(['head'], 0.02)),
  'head trembles by 0.3 m, 1 s': during(1, tremble(['head'], 0.3)),
  'head lost, 0.2 s': during(0.2, lose(['head'])),
  'head lost, 1 s': during(1, lose(['head'])),
  'head lost, 2 s': during(2, lose(['head'])),
  'head lost, 6 s': during(6, lose(['head'])),
  'head lost, 10 s': during(10, lose(['head'])),
  'head frozen, 1 s': during(1, freeze(['head'])),
  'head frozen, 3 s': during(3, freeze(['head'])),
  'head drifts, 3 cm/s for 5 s': drift(['head'], 0.02, 0.005, -0.02, 5),
  'head drifts, 10 cm/s for 3 s': drift(['head'], -0.08, 0.02, 0.05, 3),
  'head sinks, 8 cm/s for 3 s': drift(['head'], 0, -0.08, 0, 3),
  'head turns away, 10 degrees/s for 4 s': {
    count: 240,
    spoil: (frame, random, kept, i) =>
      turnHead([0, Math.sin((i * 0.0873) / 60), 0, Math.cos((i * 0.0873) / 60)]).spoil(frame, random, kept, i),
  },
  'hand drifts, 20 cm/s for 2 s': drift(['rightHand'], -0.15, 0.05, 0.12, 2),
  'hand off by 0.5 m, 2 s': during(2, moveBy(['leftHand'], 0.3, -0.2, 0.35)),
  'hand lost, 1 s': during(1, lose(['leftHand'])),
  'hands lost, 4 s': during(4, lose(hands)),
  'hand frozen, 3 s': during(3, freeze(['rightHand'])),
  'hands tremble by 0.4 m, 1 s': during(1, tremble(hands, 0.4)),
  'hands in one point': {
    spoil({ devicePoses }) {
      devicePoses.copyWithin(2 * POSE_SIZE, POSE_SIZE, 2 * POSE_SIZE);
    },
  },
  'head and hand exchanged': {
    spoil({ devicePoses }) {
      const head = devicePoses.slice(0, POSE_SIZE);
      devicePoses.copyWithin(0, POSE_SIZE, 2 * POSE_SIZE);
      devicePoses.set(head, POSE_SIZE);
    },
  },
  'all lost, 1 s': during(1, lose(trackedPoints)),
  'all lost, 3 s': during(3, lose(trackedPoints)),
  'all but the head lost, 1.5 s': during(1.5, lose(limbs)),
  'all frozen, 1 s': during(1, freeze(trackedPoints)),
  'all frozen, 2 s': during(2, freeze(trackedPoints)),
  'all drift, 10 cm/s for 3 s': drift(trackedPoints, -0.08, 0, 0.06, 3),
  'all rise, 4 cm/s for 4 s': drift(trackedPoints, 0, 0.04, 0, 4),
  'all off by 0.8 m, 1 s': during(1, moveBy(trackedPoints, -0.5, 0, 0.6)),
  'all 0.15 m lower, 3 s': during(3, moveBy(trackedPoints, 0, -0.15, 0)),
  'all turned by 90 degrees': change((pose) => {
    const [x, , z, a, b, c, d] = pose;
    const s = Math.SQRT1_2;
    pose[0] = z;
    pose[2] = -x;
    pose.set([s * (a + c), s * (b + d), s * (c - a), s * (d - b)], 3);
  }),
  'all in millimetres': change((pose) => {
    for (let k = 0; k < 3; k++) pose[k] *= 1000;
  }),
  'all with z up': change((pose) => {
    [pose[1], pose[2]] = [pose[2], pose[1]];
  }),
  'all rotations with w first': change((pose) => {
    const w = pose[6];
    pose.copyWithin(4, 3, 6);
    pose[3] = w;
  }),
  'all rotations zero': change((pose) => pose.fill(0, 3)),
  'all numbers infinite': fill(Array<number>(POSE_SIZE).fill(Number.NEGATIVE_INFINITY)),
  '4 Hz, 3 s': slow(4, 3),
  '5 Hz, 4 s': slow(5, 4),
  '6 Hz, 2 s': slow(6, 2),
  '15 Hz, 4 s': slow(15, 4),
  'all dropped for 0.1 of 0.3 s, 3 s': drop(trackedPoints, 6, 18, 3),
  'head dropped for 0.5 of 1 s, 4 s': drop(['head'], 30, 60, 4),
  'every other frame dropped, 2 s': drop(trackedPoints, 1, 2, 2),
  'all 0.1 s late, 3 s': late(6, 3),
  'all 0.5 s late, 2 s': late(30, 2),
  'head at one of two places, 1 s': {
    count: 60,
    spoil({ devicePoses }, _random, _kept, i) {
      if (i % 10 < 5) devicePoses[pointNumber.head * POSE_SIZE] += 0.4;
    },
  },
  'all qualities at random, 2 s': {
    count: 120,
    spoil({ quality: qualities }, random) {
      for (let point = 0; point < 3; point++) qualities[point] = random() < 0.3 ? quality.lost : quality.tracked;
    },
  },
  '-10 s': time(-10),
  'infinite s': time(Number.POSITIVE_INFINITY),
  '5 ms': time(0.005),
  '1 s': time(1),
};
