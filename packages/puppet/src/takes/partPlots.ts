import { createTakeFrame, frameOfTake, JOINT_SIZE, type PuppetTake, sampleTake } from './puppetTake.js';

/** How a part moves in a take. */
export interface PartPlot {
  /** Number in the take's list of parts; -1: the whole puppet. */
  readonly part: number;
  /** How far it is from its first frame at evenly spread moments, 0..1 of its own largest. */
  readonly heights: Float64Array;
  /** That largest: of turns in radians, of shifts in metres, whichever is more. */
  readonly largest: number;
}

/** Below this a part counts as still: a tenth of a degree, a tenth of a millimetre in units of 0.1 m. */
const STILL = 0.002;

/** One plot for the whole puppet and each part that moves. A shift of 0.1 m counts as a turn of one radian. */
export function partPlots(take: PuppetTake, count: number): PartPlot[] {
  const first = frameOfTake(take, 0).joints;
  const frame = createTakeFrame(take);
  const plots = Array.from({ length: take.parts.length + 1 }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    sampleTake(take, ((take.frameCount - 1) / take.hz) * (i / Math.max(1, count - 1)), frame);
    plots.forEach((plot, joint) => {
      plot[i] = distanceOf(first, frame.joints, joint * JOINT_SIZE);
    });
  }
  return plots
    .map((plot, joint) => {
      const largest = plot.reduce((most, value) => Math.max(most, value), 0);
      return { part: joint - 1, largest, heights: plot.map((value) => (largest > 0 ? value / largest : 0)) };
    })
    .filter(({ largest }) => largest > STILL);
}

function distanceOf(a: Float64Array, b: Float64Array, at: number): number {
  const shift = Math.hypot(b[at] - a[at], b[at + 1] - a[at + 1], b[at + 2] - a[at + 2]);
  let dot = 0;
  for (let k = 3; k < JOINT_SIZE; k++) dot += a[at + k] * b[at + k];
  const turn = 2 * Math.acos(Math.min(1, Math.abs(dot)));
  return Math.max(turn, shift * 10);
}
