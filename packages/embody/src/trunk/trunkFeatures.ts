import { clamp, createQuat, createVec3, type Quat, twistAngle, vec3, wrapAngle } from '@leib/core';
import { pointNumber, quality } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { handPoints, trackedPosition, trackedRotation } from '../limb/worldJoint.js';
import type { TrunkModel } from './buildTrunk.js';

/**
 * What the estimate of the trunk looks at: numbers without units, seen from a frame that turns slowly after the head.
 * Mirroring the person keeps the even ones and negates the odd ones. Proportions are not among them: with fifty people
 * they would be names, and names do not help with the next person.
 */
export const EVEN_FEATURE_COUNT = 27;
export const ODD_FEATURE_COUNT = 22;

/** The frame's heading follows the head's with this time constant, seconds. */
const FRAME_SECONDS = 0.3;

/** Quantities that are compared with their running averages: head, its forward and up axes, hands from head. */
const VALUE_COUNT = 15;
const LOOK_AT = 3;
const HANDS_AT = 9;

/** A group of quantities and the time constant of its average, seconds: speed, step, stride, stand. */
interface LagRow {
  readonly valueAt: number;
  readonly valueCount: number;
  readonly seconds: number;
}
const lagRows: readonly LagRow[] = [
  { valueAt: 0, valueCount: 3, seconds: 0.1 },
  { valueAt: 0, valueCount: 3, seconds: 0.3 },
  { valueAt: 0, valueCount: 3, seconds: 1 },
  { valueAt: 0, valueCount: 3, seconds: 3 },
  { valueAt: LOOK_AT, valueCount: 6, seconds: 0.3 },
  { valueAt: LOOK_AT, valueCount: 6, seconds: 2 },
  { valueAt: HANDS_AT, valueCount: 6, seconds: 0.3 },
  { valueAt: HANDS_AT, valueCount: 6, seconds: 1 },
];
const HEAD_LAGS = 0;
const LOOK_LAGS = 12;
const HAND_LAGS = 24;
const LAG_COUNT = 36;

export interface TrunkFeatures {
  readonly even: Float64Array;
  readonly odd: Float64Array;
  /** Height of the floor under the person, world space; written before stepTrunkFeatures(). */
  floorY: number;
  /** Heading of the frame they are seen from, radians, and how far the head has turned on from it. */
  frameYaw: number;
  yawLag: number;
  /** Heading of the head, radians: the twist of its rotation about the vertical, steady through any nod. */
  headYaw: number;
  /** World space: head 3, its forward 3, its up 3, left and right hand from the head 3 each. */
  readonly values: Float64Array;
  /** How far they moved in this frame. */
  readonly moved: Float64Array;
  /** How far they have moved on from their averages, row after row. */
  readonly lags: Float64Array;
  /** Where the fingers point, left and right, world space. */
  readonly handAxes: Float64Array;
}

export function createTrunkFeatures(): TrunkFeatures {
  return {
    even: new Float64Array(EVEN_FEATURE_COUNT),
    odd: new Float64Array(ODD_FEATURE_COUNT),
    floorY: 0,
    frameYaw: 0,
    yawLag: 0,
    headYaw: 0,
    values: new Float64Array(VALUE_COUNT),
    moved: new Float64Array(VALUE_COUNT),
    lags: new Float64Array(LAG_COUNT),
    handAxes: new Float64Array(6),
  };
}

const UP = createVec3(0, 1, 0);

// Scratch.
const head = createVec3();
const headRotation = createQuat();
const hand = createVec3();
const handRotation = createQuat();
const axis = createVec3();

/** Takes the frame in and works out the features. */
export function stepTrunkFeatures(
  model: TrunkModel,
  features: TrunkFeatures,
  body: BodyState,
  dtSeconds: number,
): void {
  const { values, moved } = features;
  moved.set(values);
  const lastYaw = features.headYaw;
  readHead(features, body);
  for (let side = 0; side < 2; side++) readHand(model, features, body, side);
  if (body.isPlaced) {
    for (let i = 0; i < VALUE_COUNT; i++) moved[i] = values[i] - moved[i];
    stepLags(features, wrapAngle(features.headYaw - lastYaw), dtSeconds);
  } else {
    features.lags.fill(0);
    features.yawLag = 0;
  }
  features.frameYaw = features.headYaw - features.yawLag;
  writeFeatures(model, features);
}

function readHead(features: TrunkFeatures, body: BodyState): void {
  const { values } = features;
  const { frame } = body.targets;
  trackedPosition(head, frame, pointNumber.head);
  trackedRotation(headRotation, frame, pointNumber.head);
  features.headYaw = twistAngle(headRotation, UP);
  for (let k = 0; k < 3; k++) values[k] = head[k];
  writeAxis(values, LOOK_AT, 2, 1, headRotation);
  writeAxis(values, LOOK_AT + 3, 1, 1, headRotation);
}

function readHand(model: TrunkModel, features: TrunkFeatures, body: BodyState, side: number): void {
  const { values, handAxes } = features;
  const { frame } = body.targets;
  const at = HANDS_AT + side * 3;
  const mirror = side === 0 ? 1 : -1;
  if (frame.quality[handPoints[side]] === quality.lost) {
    // A hand without a target hangs below its shoulder, whichever way the person looks.
    const aside = mirror * 0.4 * model.armLength;
    values[at] = Math.cos(features.frameYaw) * aside;
    values[at + 1] = -1.12 * model.armLength;
    values[at + 2] = -Math.sin(features.frameYaw) * aside;
    handAxes[side * 3] = 0;
    handAxes[side * 3 + 1] = -1;
    handAxes[side * 3 + 2] = 0;
    return;
  }
  trackedPosition(hand, frame, handPoints[side]);
  trackedRotation(handRotation, frame, handPoints[side]);
  for (let k = 0; k < 3; k++) values[at + k] = hand[k] - values[k];
  writeAxis(handAxes, side * 3, 0, mirror, handRotation);
}

/** A turned axis (0: x, 1: y, 2: z), times `sign`. */
function writeAxis(out: Float64Array, at: number, which: number, sign: number, rotation: Quat): void {
  axis[0] = 0;
  axis[1] = 0;
  axis[2] = 0;
  axis[which] = sign;
  vec3.transformQuat(axis, axis, rotation);
  for (let k = 0; k < 3; k++) out[at + k] = axis[k];
}

/**
 * How far values are from their own running averages: lag = x - average, T average' = x - average. Values are taken as
 * linear between frames, for which the step is exact:
 *
 *   lag' = lag e^(-dt/T) + (x' - x) (1 - e^(-dt/T)) T/dt
 *
 * so that the same movement gives the same lags at any frame rate. Short averages see speed; long ones tell a lean from
 * a step, after which one stays. `turn` is how far the head turned in this frame, radians.
 */
function stepLags(features: TrunkFeatures, turn: number, dtSeconds: number): void {
  const { lags, moved } = features;
  const turnChange = Math.expm1(-dtSeconds / FRAME_SECONDS);
  features.yawLag += features.yawLag * turnChange + turn * gainOf(turnChange, dtSeconds / FRAME_SECONDS);
  let at = 0;
  for (let row = 0; row < lagRows.length; row++) {
    const { valueAt, valueCount, seconds } = lagRows[row];
    const change = Math.expm1(-dtSeconds / seconds);
    const gain = gainOf(change, dtSeconds / seconds);
    for (let k = 0; k < valueCount; k++) {
      lags[at] += lags[at] * change + moved[valueAt + k] * gain;
      at++;
    }
  }
}

function gainOf(change: number, ratio: number): number {
  return ratio > 1e-6 ? -change / ratio : 1;
}

function writeFeatures(model: TrunkModel, features: TrunkFeatures): void {
  const { even, odd, values, lags, handAxes } = features;
  const sin = Math.sin(features.frameYaw);
  const cos = Math.cos(features.frameYaw);
  const height = model.standingHeadHeight;
  const halfPerArm = 1 / model.armLength / 2;
  let e = 0;
  let o = 0;
  // How high the head is carried. Capped: on tiptoe, in the air or on a box the head is higher but the body not more upright.
  even[e++] = clamp((values[1] - features.floorY) / height - 1, -0.9, 0.08);
  // Where the head looks and where its crown points.
  for (let k = LOOK_AT; k < HANDS_AT; k += 3) {
    odd[o++] = cos * values[k] - sin * values[k + 2];
    even[e++] = values[k + 1];
    even[e++] = sin * values[k] + cos * values[k + 2];
  }
  // How the head moves.
  for (let k = HEAD_LAGS; k < LOOK_LAGS; k += 3) {
    odd[o++] = (cos * lags[k] - sin * lags[k + 2]) / height;
    even[e++] = lags[k + 1] / height;
    even[e++] = (sin * lags[k] + cos * lags[k + 2]) / height;
  }
  for (let k = LOOK_LAGS; k < HAND_LAGS; k += 6) {
    odd[o++] = cos * lags[k] - sin * lags[k + 2];
    even[e++] = lags[k + 1];
    odd[o++] = cos * lags[k + 3] - sin * lags[k + 5];
  }
  // Hands from the head, how they move, and where the fingers point.
  for (let k = HAND_LAGS; k < LAG_COUNT; k += 6) {
    writeHands({ from: lags, at: k, half: halfPerArm, sin, cos }, even, e, odd, o);
    e += 3;
    o += 3;
  }
  writeHands({ from: values, at: HANDS_AT, half: halfPerArm, sin, cos }, even, e, odd, o);
  writeHands({ from: handAxes, at: 0, half: 0.5, sin, cos }, even, e + 3, odd, o + 3);
}

/** Vectors of the left and the right hand in `from`, half of the unit they are measured in, and the frame's heading. */
interface HandVectors {
  readonly from: Float64Array;
  readonly at: number;
  readonly half: number;
  readonly sin: number;
  readonly cos: number;
}

/** Both hands' vectors: what they have in common is even, how they differ is odd. */
function writeHands(hands: HandVectors, even: Float64Array, e: number, odd: Float64Array, o: number): void {
  const { from, at, half, sin, cos } = hands;
  const leftX = cos * from[at] - sin * from[at + 2];
  const leftZ = sin * from[at] + cos * from[at + 2];
  const rightX = cos * from[at + 3] - sin * from[at + 5];
  const rightZ = sin * from[at + 3] + cos * from[at + 5];
  even[e] = (leftX - rightX) * half;
  even[e + 1] = (from[at + 1] + from[at + 4]) * half;
  even[e + 2] = (leftZ + rightZ) * half;
  odd[o] = (leftX + rightX) * half;
  odd[o + 1] = (from[at + 1] - from[at + 4]) * half;
  odd[o + 2] = (leftZ - rightZ) * half;
}
