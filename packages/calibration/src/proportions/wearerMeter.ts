import { isTracked, type JointFrame, POSE_SIZE, pointNumber, type TrackedPoint, trackedPoints } from '@leib/tracking';
import { statureFromHeadJoint } from './anthropometry.js';

/** What trackers show of a person in a T-pose, metres; absent where no tracker shows it. */
export interface WearerLengths {
  /** Heights of joints above the floor; of knees and ankles the mean of both sides. */
  readonly headHeight?: number;
  readonly hipsHeight?: number;
  readonly kneeHeight?: number;
  readonly ankleHeight?: number;
  /** Distances between the left and the right joint. */
  readonly wristSpan?: number;
  readonly elbowSpan?: number;
}

/** What a person who is measured should do; '' while they hold the pose. */
export type WearerAdvice =
  | ''
  | 'Put on a headset or trackers.'
  | 'Hold both hands into view.'
  | 'Stretch your arms out to the sides.'
  | 'Hold still.';

/** Measures a person live: averages joints while a T-pose is held. One per person. */
export interface WearerMeter {
  /** Seconds that the pose is held so far, and the share of what is needed: at 1 the result stays. */
  seconds: number;
  progress: number;
  advice: WearerAdvice;
  /** Sums of positions and counts by point while the pose is held, and where the hold began. */
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  readonly starts: Float64Array;
}

/** How long the pose is to be held, seconds. */
const HOLD_SECONDS = 1.5;

/** Largest distance of a joint from the start of the hold, metres. */
const SWAY = 0.05;
/** Arms are stretched out sideways: distance of the wrists, and height of each wrist, as parts of stature. */
const LEAST_SPAN = 0.66;
const WRIST_HEIGHT = 0.82;
const WRIST_STRAY = 0.12;

export function createWearerMeter(): WearerMeter {
  return {
    seconds: 0,
    progress: 0,
    advice: 'Put on a headset or trackers.',
    sums: new Float64Array(trackedPoints.length * 3),
    counts: new Float64Array(trackedPoints.length),
    starts: new Float64Array(trackedPoints.length * 3),
  };
}

function reset(meter: WearerMeter): void {
  meter.seconds = meter.progress = 0;
  meter.sums.fill(0);
  meter.counts.fill(0);
}

/** Takes one frame of joints in the person's own metres. When the pose was held long enough, the result stays. */
export function stepWearerMeter(meter: WearerMeter, frame: JointFrame, floorY: number, dtSeconds: number): void {
  if (meter.progress === 1) return;
  meter.advice = adviceOf(frame, floorY);
  if (meter.advice === '' && hasSwayed(meter, frame)) {
    reset(meter);
    meter.advice = 'Hold still.';
  }
  if (meter.advice !== '' && meter.advice !== 'Hold still.') {
    reset(meter);
    return;
  }
  for (let point = 0; point < trackedPoints.length; point++) {
    if (!isTracked(frame, point)) continue;
    for (let k = 0; k < 3; k++) {
      const value = frame.jointPoses[point * POSE_SIZE + k] - (k === 1 ? floorY : 0);
      if (meter.counts[point] === 0) meter.starts[point * 3 + k] = value;
      meter.sums[point * 3 + k] += value;
    }
    meter.counts[point]++;
  }
  meter.seconds += dtSeconds;
  meter.progress = Math.min(1, meter.seconds / HOLD_SECONDS);
}

/** The lengths so far: live while the pose is held, final once it was held long enough. */
export function wearerLengths(meter: WearerMeter): WearerLengths {
  const height = (...points: TrackedPoint[]) => {
    const seen = points.map((point) => pointNumber[point]).filter((point) => meter.counts[point] > 0);
    const sum = seen.reduce((total, point) => total + meter.sums[point * 3 + 1] / meter.counts[point], 0);
    return seen.length === 0 ? undefined : sum / seen.length;
  };
  const span = (left: TrackedPoint, right: TrackedPoint) => {
    const [a, b] = [pointNumber[left], pointNumber[right]];
    if (meter.counts[a] === 0 || meter.counts[b] === 0) return undefined;
    const apart = (k: number) => meter.sums[a * 3 + k] / meter.counts[a] - meter.sums[b * 3 + k] / meter.counts[b];
    return Math.hypot(apart(0), apart(1), apart(2));
  };
  const lengths = {
    headHeight: height('head'),
    hipsHeight: height('hips'),
    kneeHeight: height('leftKnee', 'rightKnee'),
    ankleHeight: height('leftFoot', 'rightFoot'),
    wristSpan: span('leftHand', 'rightHand'),
    elbowSpan: span('leftElbow', 'rightElbow'),
  };
  return Object.fromEntries(Object.entries(lengths).filter(([, value]) => value !== undefined));
}

function adviceOf(frame: JointFrame, floorY: number): WearerAdvice {
  const [head, left, right] = [pointNumber.head, pointNumber.leftHand, pointNumber.rightHand];
  if (!isTracked(frame, head)) return 'Put on a headset or trackers.';
  if (!isTracked(frame, left) || !isTracked(frame, right)) return 'Hold both hands into view.';
  const at = (point: number, k: number) => frame.jointPoses[point * POSE_SIZE + k] - (k === 1 ? floorY : 0);
  const stature = statureFromHeadJoint(at(head, 1));
  const span = Math.hypot(at(left, 0) - at(right, 0), at(left, 2) - at(right, 2));
  const isLevel = [left, right].every((hand) => Math.abs(at(hand, 1) - WRIST_HEIGHT * stature) < WRIST_STRAY * stature);
  return span > LEAST_SPAN * stature && isLevel ? '' : 'Stretch your arms out to the sides.';
}

function hasSwayed({ counts, starts }: WearerMeter, frame: JointFrame): boolean {
  return counts.some((count, point) => {
    if (count === 0 || !isTracked(frame, point)) return false;
    const apart = (k: 0 | 2) => frame.jointPoses[point * POSE_SIZE + k] - starts[point * 3 + k];
    return Math.hypot(apart(0), apart(2)) > SWAY;
  });
}
