import { multiplyFlat } from '@leib/core';

/** One of several hinges that turn one bone, with its unit axis in the space of the bone above when all angles are zero. */
export interface ChainHinge {
  readonly axis: readonly [number, number, number];
  readonly low: number;
  readonly high: number;
}

/** Shoulders have three hinges, some hips four. */
const MAX_HINGES = 6;
const SWEEPS = 12;
const SMALL = 1e-6;

// Scratch of solveHingeChain.
const single = new Float64Array(4);
const before = new Float64Array(4);
const rest = new Float64Array(4);
const next = new Float64Array(4);
/** after[i]: product of all hinges from i on. */
const after = new Float64Array((MAX_HINGES + 1) * 4);

/**
 * Angles of hinges, one after the other, that together come nearest to a turn (x y z w), each within its limits. The
 * product of exponentials exp(a1 q1) exp(a2 q2) ...: hinge by hinge the angle is the twist of what the others leave about
 * its own axis, which is the best for that hinge alone; after some sweeps it is for all of them. Starts from the angles in
 * `angles`, from `first` on, and writes the new ones there.
 */
export function solveHingeChain(
  turn: Float64Array,
  hinges: readonly ChainHinge[],
  numbers: readonly number[],
  angles: Float64Array,
): void {
  const count = Math.min(numbers.length, MAX_HINGES);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    after[count * 4] = 0;
    after[count * 4 + 1] = 0;
    after[count * 4 + 2] = 0;
    after[count * 4 + 3] = 1;
    for (let i = count - 1; i > 0; i--) {
      writeTurn(single, hinges[numbers[i]], angles[numbers[i]]);
      multiplyFlat(after, i * 4, single, 0, after, (i + 1) * 4);
    }
    // before^-1 * turn, which becomes the next hinge's with every step.
    for (let k = 0; k < 4; k++) before[k] = turn[k];
    let change = 0;
    for (let i = 0; i < count; i++) {
      const hinge = hinges[numbers[i]];
      for (let k = 0; k < 3; k++) rest[k] = -after[(i + 1) * 4 + k];
      rest[3] = after[(i + 1) * 4 + 3];
      multiplyFlat(next, 0, before, 0, rest, 0);
      const { axis, low, high } = hinge;
      const along = next[0] * axis[0] + next[1] * axis[1] + next[2] * axis[2];
      const twist = 2 * Math.atan2(next[3] < 0 ? -along : along, Math.abs(next[3]));
      const angle = Math.min(high, Math.max(low, twist));
      change = Math.max(change, Math.abs(angle - angles[numbers[i]]));
      angles[numbers[i]] = angle;
      writeTurn(single, hinge, -angle);
      for (let k = 0; k < 4; k++) next[k] = before[k];
      multiplyFlat(before, 0, single, 0, next, 0);
    }
    if (change < SMALL) return;
  }
}

function writeTurn(out: Float64Array, { axis }: ChainHinge, angle: number): void {
  const sine = Math.sin(angle / 2);
  for (let k = 0; k < 3; k++) out[k] = axis[k] * sine;
  out[3] = Math.cos(angle / 2);
}
