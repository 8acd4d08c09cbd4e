import { clamp, easeScalar, smoothStep } from '@leib/core';
import { type BlinkState, createBlink, stepBlink } from './blink.js';
import { createGaze, type GazeInput, type GazeState, gazeParams, stepGaze } from './gaze.js';

/** What a face shows at a moment. Avatar.face draws it. */
export interface FaceValues {
  /** How far the lids are closed, 0 to 1. */
  closedLeft: number;
  closedRight: number;
  /** Eyes in the head, radians: left and up are positive. */
  leftYaw: number;
  rightYaw: number;
  pitch: number;
  /** Weights of the vowels, 0 to 1. */
  aa: number;
  oh: number;
}

export function createFaceValues(): FaceValues {
  return { closedLeft: 0, closedRight: 0, leftYaw: 0, rightYaw: 0, pitch: 0, aa: 0, oh: 0 };
}

/** A face that lives by itself. One per avatar; the same seed and inputs give the same face. */
export interface LivingFace {
  readonly blink: BlinkState;
  readonly gaze: GazeState;
  readonly mouth: MouthState;
  /** Output. */
  readonly values: FaceValues;
}

export function createLivingFace(seed = 1): LivingFace {
  return { blink: createBlink(seed), gaze: createGaze(seed + 1), mouth: createMouth(), values: createFaceValues() };
}

export interface LivingFaceInput extends GazeInput {
  /** Loudness of the microphone, 0 to 1; null: none is open. */
  readonly rms: number | null;
}

/** The upper lid goes down with the eyes: so far closed at the lowest gaze. */
const LID_FOLLOWS = 0.3;

/** Advances a face: gaze, lids, mouth. */
export function stepLivingFace(face: LivingFace, input: LivingFaceInput, dtSeconds: number): void {
  const { blink, gaze, mouth, values } = face;
  stepGaze(gaze, input, dtSeconds);
  stepBlink(blink, gaze.shift, dtSeconds);
  stepMouth(mouth, input.rms, dtSeconds);
  const lowered = (LID_FOLLOWS * Math.max(0, -gaze.eyes.pitch)) / gazeParams.mostDown;
  values.closedLeft = lowered + (1 - lowered) * blink.closed;
  values.closedRight = values.closedLeft;
  values.leftYaw = gaze.eyes.leftYaw;
  values.rightYaw = gaze.eyes.rightYaw;
  values.pitch = gaze.eyes.pitch;
  values.aa = mouth.aa;
  values.oh = mouth.oh;
}

const mouthParams = {
  /** Louder than the room by this the mouth begins to open, and by that it is wide open, decibels. */
  openFrom: 8,
  openTo: 28,
  /** How fast the mouth follows, half-life in seconds. */
  attackSeconds: 0.035,
  releaseSeconds: 0.09,
  /** How fast the measured noise of the room sinks to what is heard and rises towards it, decibels a second. */
  floorFall: 60,
  floorRise: 3,
} as const;

/** The room is taken to be between these, decibels of full scale: speech is not held for noise, nor silence for speech. */
const floorRange = { low: -65, high: -35 };

interface MouthState {
  /** Noise of the room, decibels of full scale. */
  floorDb: number;
  /** How far the mouth is open, 0 to 1. */
  open: number;
  /** Weights of the vowels. Output. */
  aa: number;
  oh: number;
}

export function createMouth(): MouthState {
  return { floorDb: -50, open: 0, aa: 0, oh: 0 };
}

/** Advances the mouth. `rms`: loudness of the microphone, 0 to 1 (root mean square of samples); null: none is open. */
export function stepMouth(state: MouthState, rms: number | null, dtSeconds: number): void {
  const { openFrom, openTo, attackSeconds, releaseSeconds, floorFall, floorRise } = mouthParams;
  let wanted = 0;
  if (rms !== null) {
    const db = 20 * Math.log10(Math.max(rms, 1e-5));
    wanted = smoothStep(db - state.floorDb, openFrom, openTo);
    const change = clamp(db - state.floorDb, -floorFall * dtSeconds, floorRise * dtSeconds);
    state.floorDb = clamp(state.floorDb + change, floorRange.low, floorRange.high);
  }
  const seconds = wanted > state.open ? attackSeconds : releaseSeconds;
  state.open = easeScalar(state.open, wanted, seconds, dtSeconds);
  if (wanted === 0 && state.open < 1e-3) state.open = 0;
  // Soft speech rounds the lips, loud speech opens the jaw.
  const loud = smoothStep(state.open, 0.2, 0.7);
  state.aa = state.open * (0.35 + 0.65 * loud);
  state.oh = state.open * 0.5 * (1 - loud);
}
