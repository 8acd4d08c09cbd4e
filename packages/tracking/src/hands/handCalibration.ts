import { clamp } from '@leib/core';
import { createHandSignal, FINGER_COUNT, type HandSignal } from './handSignal.js';
import { type FingerValues, fingers, type RestHand } from './restHand.js';

/** What may change during a capture: more than this is a hand that moves. Metres, radians. */
const still = {
  /** Frames are averaged over this time. */
  seconds: 1,
  bendSpread: 0.15,
  positionSpread: 0.04,
  turn: 0.25,
} as const;

export type HandPosture = 'rest' | 'fist';

/** How a calibration goes: which posture is being captured, and what came of it. */
interface HandCalibration {
  /** null: nothing is being captured. */
  capturing: HandPosture | null;
  /** Of the capture, 0..1. */
  progress: number;
  /** Why the last capture was refused, and what to do; null: it was not. */
  refusal: string | null;
  rest: RestHand | null;
  readonly capture: HandCapture;
}

/** Sums and ranges of the frames of one capture. Written by stepHandCalibration(). */
interface HandCapture {
  frameCount: number;
  seconds: number;
  lostSeconds: number;
  readonly sum: HandSignal;
  readonly least: HandSignal;
  readonly most: HandSignal;
  largestTurn: number;
  readonly firstRotation: Float64Array;
}

export function createHandCalibration(): HandCalibration {
  const capture: HandCapture = {
    frameCount: 0,
    seconds: 0,
    lostSeconds: 0,
    sum: createHandSignal(),
    least: createHandSignal(),
    most: createHandSignal(),
    largestTurn: 0,
    firstRotation: Float64Array.of(0, 0, 0, 1),
  };
  return { capturing: null, progress: 0, refusal: null, rest: null, capture };
}

/** Begins to watch the hand. A fist needs a rest hand first. */
export function startHandCapture(calibration: HandCalibration, posture: HandPosture): void {
  calibration.progress = 0;
  if (posture === 'fist' && calibration.rest === null) {
    calibration.capturing = null;
    calibration.refusal = 'fist: expected a rest hand before it, got none; capture the rest hand first';
    return;
  }
  calibration.capturing = posture;
  calibration.refusal = null;
  const { capture } = calibration;
  capture.frameCount = 0;
  capture.seconds = 0;
  capture.lostSeconds = 0;
  capture.largestTurn = 0;
}

export function cancelHandCapture(calibration: HandCalibration): void {
  calibration.capturing = null;
  calibration.progress = 0;
}

/** Takes one frame of the hand as the device reports it. Ends the capture after its time, or refuses it. */
export function stepHandCalibration(calibration: HandCalibration, signal: HandSignal, dtSeconds: number): void {
  const { capturing, capture } = calibration;
  if (capturing === null) return;
  if (signal.confidence === 0) {
    capture.lostSeconds += dtSeconds;
    if (capture.lostSeconds > still.seconds) {
      refuse(calibration, 'hand: expected to see it for a second, got none; show it to the device and try again');
    }
    return;
  }
  addFrame(capture, signal);
  capture.seconds += dtSeconds;
  calibration.progress = clamp(capture.seconds / still.seconds, 0, 1);
  const moved = movedTooFar(capture, capturing);
  if (moved !== null) refuse(calibration, moved);
  else if (capture.seconds >= still.seconds) finishCapture(calibration, capturing);
}

function refuse(calibration: HandCalibration, why: string): void {
  calibration.capturing = null;
  calibration.progress = 0;
  calibration.refusal = why;
}

function addFrame(capture: HandCapture, signal: HandSignal): void {
  const { sum, least, most, firstRotation } = capture;
  const isFirst = capture.frameCount++ === 0;
  if (isFirst) firstRotation.set(signal.rotation);
  for (const key of ['bends', 'position'] as const) {
    for (let k = 0; k < sum[key].length; k++) {
      const value = signal[key][k];
      sum[key][k] = isFirst ? value : sum[key][k] + value;
      least[key][k] = isFirst ? value : Math.min(least[key][k], value);
      most[key][k] = isFirst ? value : Math.max(most[key][k], value);
    }
  }
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += signal.rotation[k] * firstRotation[k];
  capture.largestTurn = Math.max(capture.largestTurn, 2 * Math.acos(Math.min(Math.abs(cosine), 1)));
  // q and -q are one rotation: all are added on the side of the first.
  for (let k = 0; k < 4; k++) {
    const value = cosine < 0 ? -signal.rotation[k] : signal.rotation[k];
    sum.rotation[k] = isFirst ? value : sum.rotation[k] + value;
  }
}

/** A fist may be made anywhere: only its fingers count. */
function movedTooFar({ least, most, largestTurn }: HandCapture, posture: HandPosture): string | null {
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    if (most.bends[finger] - least.bends[finger] > still.bendSpread) {
      return `${fingers[finger]}: expected it to be still for a second, got a motion; hold the fingers still and try again`;
    }
  }
  if (posture === 'fist') return null;
  const way = Math.max(...Array.from(most.position, (value, k) => value - least.position[k]));
  if (way <= still.positionSpread && largestTurn <= still.turn) return null;
  return 'hand: expected it to be still for a second, got a motion; hold the hand still and try again';
}

function finishCapture(calibration: HandCalibration, posture: HandPosture): void {
  const { sum, frameCount } = calibration.capture;
  const bends = fingerValues(Array.from(sum.bends, (value) => clamp(value / frameCount, 0, 1)));
  calibration.capturing = null;
  if (posture === 'fist') {
    if (calibration.rest !== null) calibration.rest = { ...calibration.rest, fist: bends };
    return;
  }
  const [x, y, z] = sum.position;
  const [qx, qy, qz, qw] = sum.rotation;
  const length = Math.hypot(qx, qy, qz, qw);
  calibration.rest = {
    bends,
    fist: calibration.rest?.fist ?? null,
    position: [x / frameCount, y / frameCount, z / frameCount],
    rotation: [qx / length, qy / length, qz / length, qw / length],
  };
}

function fingerValues([thumb, index, middle, ring, little]: readonly number[]): FingerValues {
  return { thumb, index, middle, ring, little };
}
