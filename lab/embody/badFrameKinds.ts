import { type DeviceFrame, POSE_SIZE, pointNumber, quality, type TrackedPoint, trackedPoints } from '@leib/tracking';

/** Spoils a frame, the `i`th in a row; `kept` stays from one to the next. */
type Spoil = (frame: DeviceFrame, random: () => number, kept: Map<string, Float64Array>, i: number) => void;

/** One way in which frames are bad: their points, their time, or both. */
export interface BadFrameKind {
  readonly spoil: Spoil;
  readonly dtSeconds?: number;
  /** How many frames in a row are bad at 60 Hz: 30 where it is not said. */
  readonly count?: number;
}

const POINTS = trackedPoints.length;
const S = Math.SQRT1_2;

export const put = (point: TrackedPoint, x: number, y: number, z: number): BadFrameKind => ({
  spoil({ quality: qualities, devicePoses }) {
    qualities[pointNumber[point]] = quality.tracked;
    devicePoses.set([x, y, z], pointNumber[point] * POSE_SIZE);
  },
});
export const moveBy = (points: readonly TrackedPoint[], x: number, y: number, z: number): BadFrameKind => ({
  spoil({ devicePoses }) {
    for (const point of points) {
      [x, y, z].forEach((value, k) => {
        devicePoses[pointNumber[point] * POSE_SIZE + k] += value;
      });
    }
  },
});
export const lose = (points: readonly TrackedPoint[]): BadFrameKind => ({
  spoil({ quality: qualities }) {
    for (const point of points) qualities[pointNumber[point]] = quality.lost;
  },
});
export const freeze = (points: readonly TrackedPoint[]): BadFrameKind => ({
  spoil({ devicePoses }, _random, kept) {
    const first = kept.get('first') ?? devicePoses.slice();
    kept.set('first', first);
    for (const point of points) {
      const at = pointNumber[point] * POSE_SIZE;
      devicePoses.set(first.subarray(at, at + POSE_SIZE), at);
    }
  },
});
export const turnHead = ([x, y, z, w]: readonly [number, number, number, number]): BadFrameKind => ({
  spoil({ devicePoses: q }) {
    const [a, b, c, d] = q.subarray(3, 7);
    q.set([w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d], 3);
    q[6] = w * d - x * a - y * b - z * c;
  },
});
export const tremble = (points: readonly TrackedPoint[], size: number): BadFrameKind => ({
  spoil({ devicePoses }, random) {
    for (const point of points) {
      for (let k = 0; k < 3; k++) devicePoses[pointNumber[point] * POSE_SIZE + k] += size * (random() - 0.5);
    }
  },
});
export const fill = (pose: readonly number[]): BadFrameKind => ({
  spoil({ devicePoses }) {
    for (let point = 0; point < POINTS; point++) devicePoses.set(pose, point * POSE_SIZE);
  },
});
export const time = (dtSeconds: number): BadFrameKind => ({ spoil() {}, dtSeconds });
export const hands = ['leftHand', 'rightHand'] as const;
/** Points go off by so much more each second. */
export const drift = (
  points: readonly TrackedPoint[],
  x: number,
  y: number,
  z: number,
  seconds: number,
): BadFrameKind => ({
  count: 60 * seconds,
  spoil: (frame, random, kept, i) =>
    moveBy(points, (x * i) / 60, (y * i) / 60, (z * i) / 60).spoil(frame, random, kept, i),
});
/** Only one in so many frames brings anything new. */
export const slow = (hz: number, seconds: number): BadFrameKind => ({
  count: 60 * seconds,
  spoil({ devicePoses }, _random, kept, i) {
    if (i % (60 / hz) === 0) kept.set('last', devicePoses.slice());
    devicePoses.set(kept.get('last') ?? devicePoses);
  },
});
/** Lost in `bad` frames of so many. */
export const drop = (points: readonly TrackedPoint[], bad: number, of: number, seconds: number): BadFrameKind => ({
  count: 60 * seconds,
  spoil(frame, random, kept, i) {
    if (i % of < bad) lose(points).spoil(frame, random, kept, i);
  },
});
/** Everything comes so many frames late. */
export const late = (frames: number, seconds: number): BadFrameKind => ({
  count: 60 * seconds,
  spoil({ devicePoses }, _random, kept, i) {
    kept.set(`${i}`, devicePoses.slice());
    devicePoses.set(kept.get(`${Math.max(0, i - frames)}`) ?? devicePoses);
  },
});
/** All poses of points by themselves, `f` writes them. */
export const change = (f: (pose: Float64Array, i: number) => void, count = 30): BadFrameKind => ({
  count,
  spoil({ devicePoses }, _random, _kept, i) {
    for (let at = 0; at < devicePoses.length; at += POSE_SIZE) f(devicePoses.subarray(at, at + POSE_SIZE), i);
  },
});
export const during = (seconds: number, kind: BadFrameKind): BadFrameKind => ({ ...kind, count: 60 * seconds });
const scale = (factor: number) =>
  change((pose) => {
    for (let k = 0; k < 3; k++) pose[k] *= factor;
  });
const anything = [Number.NaN, Number.POSITIVE_INFINITY, -1e300, 1e160, 1e20, -300, 20, 0, 1e-300];

export const badFrameKinds: Readonly<Record<string, BadFrameKind>> = {
  'foot at 20 m': put('leftFoot', 20, 0, 3),
  'foot at 1e160': put('rightFoot', 1e160, 0, -1e160),
  'foot off by 0.6 m': moveBy(['leftFoot'], 0.5, 0.2, 0.3),
  'hips under the floor': put('hips', 0, -5, 0),
  'head NaN': put('head', Number.NaN, 1, 0),
  'head at 50 m': put('head', 50, 30, 9),
  'head off by 1.5 m': moveBy(['head'], 1.2, 0, 0.9),
  'head off by 0.36 m': moveBy(['head'], 0.3, 0, 0.2),
  'head off by 0.12 m': moveBy(['head'], 0.1, 0, 0.07),
  'head near the floor': moveBy(['head'], 0, -1.2, 0),
  'head looks back': turnHead([0, 1, 0, 0]),
  'head looks aside': turnHead([0, S, 0, S]),
  'head tilted': turnHead([0, 0, S, S]),
  'head trembles by 0.5 m': tremble(['head'], 0.5),
  'head trembles by 0.1 m': tremble(['head'], 0.1),
  'head lost': lose(['head']),
  'head frozen': freeze(['head']),
  'hand at infinity': put('leftHand', Number.POSITIVE_INFINITY, 0, 0),
  'hand off by 1 m': moveBy(['rightHand'], 0.6, 0.5, 0.6),
  'hand off by 0.3 m': moveBy(['rightHand'], 0.1, 0.2, 0.2),
  'hands everywhere': tremble(hands, 3),
  'hands exchanged': {
    spoil({ devicePoses }) {
      const left = devicePoses.slice(POSE_SIZE, 2 * POSE_SIZE);
      devicePoses.copyWithin(POSE_SIZE, 2 * POSE_SIZE, 3 * POSE_SIZE);
      devicePoses.set(left, 2 * POSE_SIZE);
    },
  },
  'hands lost': lose(hands),
  'hand lost': lose(['rightHand']),
  'hands frozen': freeze(hands),
  'all lost': lose(trackedPoints),
  'all frozen': freeze(trackedPoints),
  'all frozen, 10 s each': { ...freeze(trackedPoints), dtSeconds: 10 },
  'all come and go': {
    spoil({ quality: qualities }, random) {
      for (let point = 0; point < POINTS; point++) if (random() < 0.5) qualities[point] = quality.lost;
    },
  },
  'all NaN': fill(Array<number>(POSE_SIZE).fill(Number.NaN)),
  'all at 1e160': fill([1e160, -1e160, 1e160]),
  'all in one point': fill([0, 0, 0, 0, 0, 0, 1]),
  'all off by 3 m': moveBy(trackedPoints, 3, 0, 1),
  'all off by 0.4 m': moveBy(trackedPoints, 0.3, 0, -0.25),
  'all rotations of length three': {
    spoil({ devicePoses }) {
      for (let k = 0; k < devicePoses.length; k++) if (k % POSE_SIZE > 2) devicePoses[k] *= 3;
    },
  },
  'all anywhere in the room': {
    spoil({ quality: qualities, devicePoses }, random) {
      qualities.fill(quality.tracked);
      for (let at = 0; at < devicePoses.length; at += POSE_SIZE) {
        const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
        const length = Math.hypot(...turn);
        devicePoses.set([4 * random() - 2, 2 * random(), 4 * random() - 2, ...turn.map((v) => v / length)], at);
      }
    },
  },
  'any numbers': {
    spoil({ quality: qualities, devicePoses }, random) {
      for (let k = 0; k < devicePoses.length; k++) {
        if (random() < 0.3) devicePoses[k] = anything[Math.floor(random() * anything.length)];
      }
      for (let point = 0; point < POINTS; point++) qualities[point] = Math.floor(random() * 3);
    },
  },
  'NaN s': time(Number.NaN),
  '-1 s': time(-1),
  '0 s': time(0),
  '0.1 ms': time(1e-4),
  '1 ms': time(1e-3),
  '0.3 s': time(0.3),
  '10 s': time(10),

  'head lost, 1.5 s': during(1.5, lose(['head'])),
  'head lost, 3 s': during(3, lose(['head'])),
  'head lost, 10 s': during(10, lose(['head'])),
  'hand lost, 10 s': during(10, lose(['rightHand'])),
  'all lost, 5 s': during(5, lose(trackedPoints)),
  'all frozen, 3 s': during(3, freeze(trackedPoints)),
  'head drifts, 5 cm/s for 4 s': drift(['head'], 0.05, 0, 0, 4),
  'head drifts, 20 cm/s for 2 s': drift(['head'], 0, 0.02, 0.2, 2),
  'hand drifts, 10 cm/s for 3 s': drift(['leftHand'], 0.06, 0.08, 0, 3),
  'all drift, 5 cm/s for 4 s': drift(trackedPoints, 0.03, 0, 0.04, 4),
  '5 Hz, 2 s': slow(5, 2),
  '5 Hz, 5 s': slow(5, 5),
  '10 Hz, 3 s': slow(10, 3),
  'all dropped half of the time, 3 s': drop(trackedPoints, 12, 24, 3),
  'all 0.2 s late, 2 s': late(12, 2),
  'all 0.3 m higher, 2 s': during(2, moveBy(trackedPoints, 0, 0.3, 0)),
  'all in centimetres': scale(100),
  'all in feet': scale(1 / 0.3048),
  'all mirrored': change((pose) => {
    for (const k of [0, 4, 5]) pose[k] *= -1;
  }),
  'all rotations the other way round': change((pose, i) => {
    if (i % 2 === 0) for (let k = 3; k < 7; k++) pose[k] *= -1;
  }),
};
