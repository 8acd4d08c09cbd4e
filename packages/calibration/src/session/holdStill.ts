import { POSE_SIZE, quality } from '@leib/tracking';
import type { SessionInput } from './sessionInput.js';

/** Detects that a person holds a pose, and averages the devices meanwhile. */
export interface HoldStill {
  /** Seconds since the last movement. */
  seconds: number;
  /** Sums of poses and their counts, by device index in the input, head last. */
  sums: Float64Array;
  counts: Float64Array;
  /** Positions at the start of the hold. */
  starts: Float64Array;
  /** Number of devices at the start; another number restarts the hold. */
  deviceCount: number;
}

/** Largest distance from the start of the hold, metres: outstretched arms sway. */
const SWAY = 0.06;

export function createHoldStill(): HoldStill {
  return {
    seconds: 0,
    sums: new Float64Array(0),
    counts: new Float64Array(0),
    starts: new Float64Array(0),
    deviceCount: -1,
  };
}

export function resetHoldStill(hold: HoldStill): void {
  hold.deviceCount = -1;
  hold.seconds = 0;
}

/** Takes one frame. */
export function stepHoldStill(hold: HoldStill, input: SessionInput, dtSeconds: number): void {
  const { devices } = input;
  if (!input.isHeadTracked) {
    resetHoldStill(hold);
    return;
  }
  if (hold.deviceCount !== devices.length) begin(hold, input);
  let isMoving = moved(hold, devices.length, input.headWorld);
  for (let i = 0; i < devices.length && !isMoving; i++) {
    if (devices[i].quality !== quality.lost) isMoving = moved(hold, i, devices[i].pose);
  }
  if (isMoving) begin(hold, input);
  add(hold, devices.length, input.headWorld);
  for (let i = 0; i < devices.length; i++) if (devices[i].quality !== quality.lost) add(hold, i, devices[i].pose);
  hold.seconds += dtSeconds;
}

function begin(hold: HoldStill, { devices }: SessionInput): void {
  const rows = devices.length + 1;
  if (hold.counts.length !== rows) {
    hold.sums = new Float64Array(rows * POSE_SIZE);
    hold.counts = new Float64Array(rows);
    hold.starts = new Float64Array(rows * 3);
  }
  hold.sums.fill(0);
  hold.counts.fill(0);
  hold.deviceCount = devices.length;
  hold.seconds = 0;
}

function moved({ counts, starts }: HoldStill, row: number, pose: Float64Array): boolean {
  if (counts[row] === 0) return false;
  const x = pose[0] - starts[row * 3];
  const y = pose[1] - starts[row * 3 + 1];
  const z = pose[2] - starts[row * 3 + 2];
  return x * x + y * y + z * z > SWAY * SWAY;
}

function add({ sums, counts, starts }: HoldStill, row: number, pose: Float64Array): void {
  if (counts[row] === 0) for (let k = 0; k < 3; k++) starts[row * 3 + k] = pose[k];
  const at = row * POSE_SIZE;
  // Similar quaternions may be averaged once they have the same sign.
  let dot = 0;
  for (let k = 3; k < POSE_SIZE; k++) dot += sums[at + k] * pose[k];
  const sign = dot < 0 ? -1 : 1;
  for (let k = 0; k < POSE_SIZE; k++) sums[at + k] += k < 3 ? pose[k] : sign * pose[k];
  counts[row]++;
}

/** Mean pose of a device over the hold (head: row = device count); null when it was not tracked. */
export function heldMean({ sums, counts }: HoldStill, row: number): Float64Array | null {
  if (!(counts[row] > 0)) return null;
  const mean = sums.slice(row * POSE_SIZE, (row + 1) * POSE_SIZE);
  for (let k = 0; k < 3; k++) mean[k] /= counts[row];
  const length = Math.hypot(mean[3], mean[4], mean[5], mean[6]);
  for (let k = 3; k < POSE_SIZE; k++) mean[k] /= length;
  return mean;
}
