import { jointOfBone, type Pose } from '@leib/core';
import type { SimulatedActor } from '@leib/reembody';
import type { JsonObject } from '@leib/stage';

/**
 * How late a body is behind what it was to do, measured on the two poses alone: the shift at which the reached rotations are most
 * like the wished ones. Nothing of the latency line is asked.
 */
export interface LagMeter {
  readonly seconds: number[];
  readonly wished: Float64Array[];
  readonly reached: Float64Array[];
  /** One for each window with enough movement, seconds. */
  readonly lags: number[];
  sinceSeconds: number;
}

/** A window, and how much before it is compared with it: the longest lag that is found. */
const WINDOW_SECONDS = 1;
const LONGEST_SECONDS = 0.6;
/** Joints move at least so much in a window, radians (root of the mean square), or it says nothing. */
const LEAST_MOVEMENT = 0.06;

export function createLagMeter(): LagMeter {
  return { seconds: [], wished: [], reached: [], lags: [], sinceSeconds: 0 };
}

/** Limbs are compared: they move most. */
const bones = (['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'] as const).flatMap(
  (limb) => [`left${limb}`, `right${limb}`] as const,
);

/** Takes a frame. Every half window a lag is found. */
export function stepLagMeter(
  meter: LagMeter,
  dtSeconds: number,
  { skeleton, wished, pose: reached }: Pick<SimulatedActor, 'skeleton' | 'wished' | 'pose'>,
): void {
  if (wished === null) return;
  const joints = bones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);
  meter.seconds.push((meter.seconds.at(-1) ?? 0) + dtSeconds);
  meter.wished.push(rotationsOf(wished, joints));
  meter.reached.push(rotationsOf(reached, joints));
  while (meter.seconds[meter.seconds.length - 1] - meter.seconds[0] > WINDOW_SECONDS + LONGEST_SECONDS) {
    for (const list of [meter.seconds, meter.wished, meter.reached]) list.shift();
  }
  meter.sinceSeconds += dtSeconds;
  const isFull =
    meter.seconds[meter.seconds.length - 1] - meter.seconds[0] > WINDOW_SECONDS + LONGEST_SECONDS - 2 * dtSeconds;
  if (meter.sinceSeconds < WINDOW_SECONDS / 2 || !isFull) return;
  meter.sinceSeconds = 0;
  const lag = lagOf(meter, dtSeconds);
  if (lag !== null) meter.lags.push(lag);
}

function rotationsOf({ localRotations }: Pose, joints: readonly number[]): Float64Array {
  return Float64Array.from(joints.flatMap((joint) => [...localRotations.subarray(joint * 4, joint * 4 + 4)]));
}

function lagOf({ wished, reached }: LagMeter, dtSeconds: number): number | null {
  const longest = Math.round(LONGEST_SECONDS / dtSeconds);
  const first = longest;
  const movement = Math.sqrt(meanOf(first, wished.length, (i) => apart(wished[i], wished[first])));
  if (movement < LEAST_MOVEMENT) return null;
  const costs = Array.from({ length: longest + 1 }, (_, shift) =>
    meanOf(first, reached.length, (i) => apart(reached[i], wished[i - shift])),
  );
  const best = costs.indexOf(Math.min(...costs));
  if (best === longest) return null;
  if (best === 0) return 0;
  // The lowest point of the parabola through three shifts.
  const [before, at, after] = [costs[best - 1], costs[best], costs[best + 1]];
  const bend = before - 2 * at + after;
  return (best + (bend > 0 ? (before - after) / (2 * bend) : 0)) * dtSeconds;
}

function meanOf(from: number, to: number, value: (index: number) => number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += value(i);
  return sum / (to - from);
}

/** Squared angle between rotations, summed over joints. */
function apart(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let q = 0; q < a.length; q += 4) {
    const dot = Math.abs(a[q] * b[q] + a[q + 1] * b[q + 1] + a[q + 2] * b[q + 2] + a[q + 3] * b[q + 3]);
    sum += (2 * Math.acos(Math.min(1, dot))) ** 2;
  }
  return sum;
}

/** What a trial says of them: the middle one, and between which nine in ten lie. Nothing where nothing moved enough. */
export function lagValues({ lags }: LagMeter): JsonObject {
  if (lags.length === 0) return {};
  const sorted = lags.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.round(share * (sorted.length - 1))] * 1000);
  return { lagMs: at(0.5), lagMs5: at(0.05), lagMs95: at(0.95) };
}
