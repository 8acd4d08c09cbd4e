import { POSE_SIZE } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';

/** The person whose T-pose is looked for, metres. */
export interface TPosePerson {
  readonly stature: number;
  /** From wrist to wrist in the T-pose, by proportions. */
  readonly wristSpan: number;
}

/** All limits are shares of the stature. Bodies sit some centimetres beside their joints, and people differ. */
const limits = {
  handBelowHead: 0.23,
  handAboveHead: 0.03,
  handBelowBack: 0.1,
  forearmSlope: 0.1,
  feetApart: 0.35,
  footHeights: 0.06,
  feetFromTrunk: 0.18,
  shankLean: 0.13,
} as const;

/** Distance of the bodies on the hands, as shares of the span of the wrists: they sit beyond them, and people differ. */
const LEAST_SPAN = 0.8;
const MOST_SPAN = 1.4;

/**
 * What is wrong with a frame as a T-pose of that person: a phrase "expected X, got Y" each; empty for a T-pose.
 * Bodies that the setup does not have are not looked at.
 */
export function faultsOfTPose(frame: BodyFrame, person: TPosePerson): string[] {
  const { stature } = person;
  return [...handFaults(frame, stature), ...spanFaults(frame, person), ...footFaults(frame, stature)];
}

const metres = (value: number) => `${value.toFixed(2)} m`;

function placeOf({ names, poses }: BodyFrame, name: string): readonly [x: number, y: number, z: number] | null {
  const at = names.indexOf(name) * POSE_SIZE;
  return at < 0 ? null : [poses[at], poses[at + 1], poses[at + 2]];
}

const sides = [
  ['leftHand', 'leftElbow', 'left'],
  ['rightHand', 'rightElbow', 'right'],
] as const;

function handFaults(frame: BodyFrame, stature: number): string[] {
  const [head, back] = [placeOf(frame, 'head'), placeOf(frame, 'back')];
  return sides.flatMap(([handName, elbowName, side]) => {
    const [hand, elbow] = [placeOf(frame, handName), placeOf(frame, elbowName)];
    if (hand === null) return [];
    const wanted = `expected the ${side} hand at the height of the shoulders`;
    const below = head === null ? 0 : head[1] - hand[1];
    if (below > limits.handBelowHead * stature) return [`${wanted}, got ${metres(below)} below the head`];
    if (-below > limits.handAboveHead * stature) return [`${wanted}, got ${metres(-below)} above the head`];
    const belowBack = back === null ? 0 : back[1] - hand[1];
    if (belowBack > limits.handBelowBack * stature) return [`${wanted}, got ${metres(belowBack)} below the back`];
    const slope = elbow === null ? 0 : Math.abs(elbow[1] - hand[1]);
    if (slope <= limits.forearmSlope * stature) return [];
    return [`expected the ${side} forearm level, got ${metres(slope)} from elbow to hand in height`];
  });
}

function spanFaults(frame: BodyFrame, { stature, wristSpan }: TPosePerson): string[] {
  const [left, right] = [placeOf(frame, 'leftHand'), placeOf(frame, 'rightHand')];
  if (left === null || right === null) return [];
  const span = apart(left, right);
  if (span >= LEAST_SPAN * wristSpan && span <= MOST_SPAN * wristSpan) return [];
  const range = `${metres(LEAST_SPAN * wristSpan)} to ${metres(MOST_SPAN * wristSpan)}`;
  return [`expected hands ${range} apart at a stature of ${metres(stature)}, got ${metres(span)}`];
}

function footFaults(frame: BodyFrame, stature: number): string[] {
  const [left, right] = [placeOf(frame, 'leftFoot'), placeOf(frame, 'rightFoot')];
  if (left === null || right === null) return [];
  const faults: string[] = [];
  const stride = apart(left, right);
  if (stride > limits.feetApart * stature)
    faults.push(`expected feet side by side, got ${metres(stride)} between them`);
  const step = Math.abs(left[1] - right[1]);
  if (step > limits.footHeights * stature) {
    faults.push(`expected both feet on the floor, got one ${metres(step)} above the other`);
  }
  const trunk = placeOf(frame, 'back') ?? placeOf(frame, 'head');
  const between = [0, 1, 2].map((k) => (left[k] + right[k]) / 2);
  const away = trunk === null ? 0 : apart(trunk, between);
  if (away > limits.feetFromTrunk * stature) faults.push(`expected feet under the body, got ${metres(away)} beside it`);
  for (const [knee, foot, side] of [
    [placeOf(frame, 'leftKnee'), left, 'left'],
    [placeOf(frame, 'rightKnee'), right, 'right'],
  ] as const) {
    const lean = knee === null ? 0 : apart(knee, foot);
    if (lean <= limits.shankLean * stature) continue;
    faults.push(`expected the ${side} leg straight, got its knee ${metres(lean)} beside the foot`);
  }
  return faults;
}

/** Distance on the floor plan. */
function apart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[2] - b[2]);
}
