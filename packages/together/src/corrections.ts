import { createQuat, type Quat, quat } from '@leib/core';
import type { PersonUpdate } from '@leib/net';

/** Nothing is made good faster than this, metres and radians a second: beside a step of their own it would be seen as a jump. */
const MOST_SPEED = 1.5;
const MOST_TURN = 3;
/** Who is farther away than this was somewhere else: they are there at once, metres. */
const ELSEWHERE = 1.5;

/** What a place was shown beside what is meant now goes away: soon where it is little, and never at once. */
export function fadePlace(correction: Float64Array, passedMs: number, timeMs: number): void {
  const kept = keptOf(Math.hypot(correction[0], correction[1], correction[2]), MOST_SPEED, passedMs, timeMs);
  for (let i = 0; i < 3; i++) correction[i] *= kept;
}

/** The same of an angle, radians. */
export function fadeAngle(angle: number, passedMs: number, timeMs: number): number {
  return angle * keptOf(Math.abs(angle), MOST_TURN, passedMs, timeMs);
}

function keptOf(size: number, mostSpeed: number, passedMs: number, timeMs: number): number {
  return Math.max(Math.exp(-passedMs / timeMs), 1 - (mostSpeed * passedMs) / 1000 / Math.max(size, 1e-6));
}

/** Whenever something comes that tells of another way than the one that was shown, the body goes over to it from where it is. */
export class Corrections {
  readonly #parts: Readonly<Record<PersonUpdate['form'], Parts>>;
  #form: PersonUpdate['form'];

  /** @param shown what is written and read by all of it */
  constructor(shown: PersonUpdate) {
    const { jointPoses, rotations, rootPosition } = shown;
    const every = (count: number, stride: number, first = 0) =>
      Array.from({ length: count }, (_, i) => i * stride + first);
    const points = jointPoses.length / 7;
    this.#form = shown.form;
    this.#parts = {
      targets: partsOf(jointPoses, every(points, 7), jointPoses, every(points, 7, 3)),
      pose: partsOf(rootPosition, [0], rotations, every(rotations.length / 4, 4)),
    };
  }

  /** The moment that was shown last, as it is known by now, has been written. */
  compare(form: PersonUpdate['form']): void {
    // The other form was not shown; the body goes over to it as a whole.
    if (form !== this.#form) {
      this.clear();
      return;
    }
    const { places, turns } = this.#parts[form];
    for (const { values, from, shown, correction } of places)
      for (let i = 0; i < 3; i++) correction[i] = shown[i] - values[from + i];
    for (const { values, from, shown, correction } of turns) {
      const now = quat.conjugate(createQuat(), values.subarray(from, from + 4) as never);
      quat.multiply(correction, shown, now);
      if (correction[3] < 0) quat.scale(correction, correction, -1);
    }
  }

  /** The next moment has been written: here it becomes what is shown. */
  apply(form: PersonUpdate['form'], passedMs: number, timeMs: number): void {
    if (form !== this.#form) this.clear();
    this.#form = form;
    const { places, turns } = this.#parts[form];
    for (const { values, from, shown, correction } of places) {
      if (Math.hypot(...correction) > ELSEWHERE) correction.fill(0);
      fadePlace(correction, passedMs, timeMs);
      for (let i = 0; i < 3; i++) values[from + i] = shown[i] = values[from + i] + correction[i];
    }
    for (const { values, from, shown, correction } of turns) {
      fadeTurn(correction, passedMs, timeMs);
      quat.multiply(shown, correction, values.subarray(from, from + 4) as never);
      values.set(shown, from);
    }
  }

  clear(): void {
    for (const { places, turns } of Object.values(this.#parts)) {
      for (const { correction } of places) correction.fill(0);
      for (const { correction } of turns) quat.identity(correction);
    }
  }
}

interface Parts {
  readonly places: readonly (Part & { readonly shown: Float64Array; readonly correction: Float64Array })[];
  readonly turns: readonly (Part & { readonly shown: Quat; readonly correction: Quat })[];
}

/** Numbers of an update, from one on. */
interface Part {
  readonly values: Float64Array;
  readonly from: number;
}

function partsOf(
  positions: Float64Array,
  placesAt: readonly number[],
  rotations: Float64Array,
  turnsAt: readonly number[],
): Parts {
  return {
    places: placesAt.map((from) => ({
      values: positions,
      from,
      shown: new Float64Array(3),
      correction: new Float64Array(3),
    })),
    turns: turnsAt.map((from) => ({ values: rotations, from, shown: createQuat(), correction: createQuat() })),
  };
}

function fadeTurn(correction: Quat, passedMs: number, timeMs: number): void {
  const angle = 2 * Math.acos(Math.min(1, correction[3]));
  const kept = keptOf(angle, MOST_TURN, passedMs, timeMs);
  quat.slerp(correction, noTurn, correction, kept);
}

const noTurn = createQuat();
