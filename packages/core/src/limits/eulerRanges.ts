import { InputError } from '../check/inputError.js';
import { createQuat, type Quat, quat, type ReadonlyQuat, wrapAngle } from '../math/index.js';

/**
 * From min, counter-clockwise, to max, radians. The two may lie anywhere on the number line: 150 .. 210 degrees
 * runs across the half turn, -120 .. 120 is wider than one, and a full turn or more allows everything.
 */
export interface AngleRange {
  readonly min: number;
  readonly max: number;
}

/** Rounding allowance of every limit, radians: what a clamp returns must also count as inside. */
export const LIMIT_SLACK = 1e-9;

/** Refuses a range that is not a range; `where` names it in the message. */
export function checkAngleRange(where: string, { min, max }: AngleRange): void {
  if (!Number.isFinite(min) || !Number.isFinite(max)) {
    throw new InputError(where, `expected finite radians, got ${min} to ${max}`);
  }
  if (min > max) {
    throw new InputError(where, `expected min <= max, got ${min} and ${max}; across the half turn write max + 2 pi`);
  }
}

export function isInsideAngleRange(range: AngleRange, angle: number): boolean {
  const halfWidth = (range.max - range.min) / 2;
  return Math.abs(wrapAngle(angle - (range.min + range.max) / 2)) <= halfWidth + LIMIT_SLACK;
}

/** The angle itself, or the end of the range that is nearer around the circle (max where both are as near). */
export function clampAngle(range: AngleRange, angle: number): number {
  const halfWidth = (range.max - range.min) / 2;
  const fromCentre = wrapAngle(angle - (range.min + range.max) / 2);
  if (Math.abs(fromCentre) <= halfWidth + LIMIT_SLACK) return angle;
  return fromCentre < 0 ? range.min : range.max;
}

/**
 * Order of the three turns as they are multiplied: 'XYZ' is Rx * Ry * Rz, turns about the joint's own axes in that
 * order (or about the fixed ones in the opposite order).
 */
export type EulerOrder = 'XYZ' | 'XZY' | 'YXZ' | 'YZX' | 'ZXY' | 'ZYX';

/** A range for each of three turns: a puppet's fans, a BVH's channels, three hinges in a row. */
export interface EulerRanges {
  readonly order: EulerOrder;
  readonly x: AngleRange;
  readonly y: AngleRange;
  readonly z: AngleRange;
  /** The axes of first, middle and last turn: 0 x, 1 y, 2 z. */
  readonly axes: readonly [number, number, number];
  /** Their ranges, in the same order. */
  readonly ranges: readonly [AngleRange, AngleRange, AngleRange];
  /** +1 where the axes run x y z x ..., -1 where backwards. */
  readonly handedness: number;
}

export function buildEulerRanges(order: EulerOrder, x: AngleRange, y: AngleRange, z: AngleRange): EulerRanges {
  const byAxis = [x, y, z].map((range, axis) => {
    checkAngleRange(`Euler ranges, ${'xyz'[axis]}`, range);
    return { ...range };
  });
  const [first, middle, last] = [...order].map((letter) => 'XYZ'.indexOf(letter));
  return {
    order,
    x: byAxis[0],
    y: byAxis[1],
    z: byAxis[2],
    axes: [first, middle, last],
    ranges: [byAxis[first], byAxis[middle], byAxis[last]],
    handedness: (middle - first + 3) % 3 === 1 ? 1 : -1,
  };
}

/** Turns on their way to the nearest, and |cos| of half the angle that is left: a record, because a result would be boxed. */
interface Climbed {
  readonly turns: Float64Array;
  likeness: number;
}

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of climbToNearest(), which leaves its answer in the second. */
const climbed: Climbed = { turns: new Float64Array(3), likeness: 0 };
const bestAngles = new Float64Array(3);
/** Of climb(), and of readEulerTurns() after it. */
const composed = createQuat();

/** Within this of its end the middle turn makes the outer two one: only their sum (or difference) has a meaning. */
const GIMBAL = 1e-6;

/** |cos| of half the angle to an answer above which no other hill is looked for: 52 degrees. */
const FAR_LIKENESS = 0.9;

/**
 * Writes the three turns, each within its range, that make the rotation, or where none do those that come nearest,
 * and returns whether it had to move. Every rotation has two triples, (a, b, c) and (a + pi, pi - b, c + pi): both
 * count, so a middle range may go beyond 90 degrees, and of two that are allowed it is the first.
 */
export function readEulerTurns(limit: EulerRanges, rotation: ReadonlyQuat, out: Float64Array): boolean {
  for (let triple = 0; triple < 2; triple++) {
    decompose(limit, rotation, triple === 1, out);
    if (limit.ranges.every((range, turn) => isInsideAngleRange(range, out[turn]))) {
      bringIntoRanges(limit, out);
      return false;
    }
  }
  climbToNearest(limit, rotation);
  out.set(bestAngles);
  bringIntoRanges(limit, out);
  // At the gimbal the nearest triple can be the rotation itself.
  compose(limit, out, composed);
  return Math.abs(quat.dot(rotation, composed)) < 1 - 1e-12;
}

/** The same turns, whole turns away where a range lies there, and without the allowance for rounding. */
function bringIntoRanges({ ranges }: EulerRanges, turns: Float64Array): void {
  for (let turn = 0; turn < 3; turn++) {
    const { min, max } = ranges[turn];
    const centre = (min + max) / 2;
    turns[turn] = Math.max(min, Math.min(max, centre + wrapAngle(turns[turn] - centre)));
  }
}

/**
 * The turns within the ranges whose rotation is nearest to the wanted one, into `bestAngles`.
 *
 * Clipping the angles one by one is not the nearest: the last turn could make up for what the first lost. With two
 * turns held, the likeness to the wanted rotation is a cosine of the third one's half angle, whose best allowed
 * value is known at once; taking the three in turn climbs to the nearest. It starts from both triples and, where
 * those end far off, from the corners of the ranges as well; the best counts.
 */
function climbToNearest(limit: EulerRanges, rotation: ReadonlyQuat): void {
  const { turns } = climbed;
  let best = -1;
  for (let start = 0; start < 10 && (start < 2 || best < FAR_LIKENESS); start++) {
    if (start < 2) decompose(limit, rotation, start === 1, turns);
    for (let turn = 0; turn < 3; turn++) {
      const range = limit.ranges[turn];
      if (start < 2) clampTurn(limit, turn, turns);
      else turns[turn] = ((start - 2) >> turn) % 2 === 0 ? range.min : range.max;
    }
    climb(limit, rotation, 0, climbed);
    for (let sweep = 0; sweep < 100; sweep++) {
      const before = climbed.likeness;
      climb(limit, rotation, 1, climbed);
      climb(limit, rotation, 2, climbed);
      climb(limit, rotation, 0, climbed);
      if (climbed.likeness - before < 1e-15) break;
    }
    if (climbed.likeness > best) {
      best = climbed.likeness;
      bestAngles.set(turns);
    }
  }
}

/** Sets one of the turns to its best allowed value with the other two held, and the likeness then. */
function climb(limit: EulerRanges, rotation: ReadonlyQuat, turn: number, out: Climbed): void {
  const { turns } = out;
  const r0 = rotation[0];
  const r1 = rotation[1];
  const r2 = rotation[2];
  const r3 = rotation[3];
  // rotation . q(angle) = even cos(angle / 2) + odd sin(angle / 2)
  turns[turn] = 0;
  compose(limit, turns, composed);
  const even = r0 * composed[0] + r1 * composed[1] + r2 * composed[2] + r3 * composed[3];
  turns[turn] = Math.PI;
  compose(limit, turns, composed);
  const odd = r0 * composed[0] + r1 * composed[1] + r2 * composed[2] + r3 * composed[3];
  turns[turn] = 2 * Math.atan2(odd, even);
  clampTurn(limit, turn, turns);
  const allowed = turns[turn];
  out.likeness = Math.abs(even * Math.cos(allowed / 2) + odd * Math.sin(allowed / 2));
}

function clampTurn(limit: EulerRanges, turn: number, turns: Float64Array): void {
  turns[turn] = clampAngle(limit.ranges[turn], turns[turn]);
}

/**
 * Writes turns that make the rotation: the triple with the middle turn within +-90 degrees, or the other.
 * At the gimbal the last turn is taken as none.
 */
function decompose(limit: EulerRanges, rotation: ReadonlyQuat, isOther: boolean, out: Float64Array): void {
  const s = limit.handedness;
  const a = rotation[limit.axes[0]];
  const b = rotation[limit.axes[1]];
  const c = rotation[limit.axes[2]] * s;
  const w = rotation[3];
  // Written out, w + b and a + c are sqrt 2 sin(middle/2 + 45 deg) times cos and sin of (first + s last)/2, and
  // w - b and a - c are sqrt 2 cos(middle/2 + 45 deg) times those of (first - s last)/2. After Bernardes & Viollet,
  // "Quaternion to Euler angles conversion", PLOS ONE 17(11), 2022.
  const sum = Math.sqrt((w + b) * (w + b) + (a + c) * (a + c));
  const difference = Math.sqrt((w - b) * (w - b) + (a - c) * (a - c));
  const halfSum = Math.atan2(a + c, w + b);
  const halfDifference = Math.atan2(a - c, w - b);
  const middle = 2 * (Math.atan2(sum, difference) - Math.PI / 4);
  let first = halfSum + halfDifference;
  let last = s * (halfSum - halfDifference);
  if (sum < GIMBAL / 2 || difference < GIMBAL / 2) {
    first = 2 * (sum < difference ? halfDifference : halfSum);
    last = 0;
  }
  out[0] = wrapAngle(isOther ? first + Math.PI : first);
  out[1] = wrapAngle(isOther ? Math.PI - middle : middle);
  out[2] = wrapAngle(isOther ? last + Math.PI : last);
}

/** Ri(first) * Rj(middle) * Rk(last), written out for any order. */
function compose(limit: EulerRanges, turns: Float64Array, out: Quat): void {
  const s = limit.handedness;
  const si = Math.sin(turns[0] / 2);
  const ci = Math.cos(turns[0] / 2);
  const sj = Math.sin(turns[1] / 2);
  const cj = Math.cos(turns[1] / 2);
  const sk = Math.sin(turns[2] / 2);
  const ck = Math.cos(turns[2] / 2);
  out[limit.axes[0]] = si * cj * ck + s * ci * sj * sk;
  out[limit.axes[1]] = ci * sj * ck - s * si * cj * sk;
  out[limit.axes[2]] = ci * cj * sk + s * si * sj * ck;
  out[3] = ci * cj * ck - s * si * sj * sk;
}
