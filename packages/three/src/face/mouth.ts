import { clamp, easeScalar, smoothStep } from '@leib/core';

export interface MouthParams {
  /** Louder than the room by this the mouth begins to open, and by that it is wide open, decibels. */
  readonly openFrom: number;
  readonly openTo: number;
  /** How fast the mouth follows, half-life in seconds. */
  readonly attackSeconds: number;
  readonly releaseSeconds: number;
  /** How fast the measured noise of the room sinks to what is heard and rises towards it, decibels a second. */
  readonly floorFall: number;
  readonly floorRise: number;
}

export const defaultMouthParams: MouthParams = {
  openFrom: 8,
  openTo: 28,
  attackSeconds: 0.035,
  releaseSeconds: 0.09,
  floorFall: 60,
  floorRise: 3,
};

/** The room is taken to be between these, decibels of full scale: speech is not held for noise, nor silence for speech. */
const floorRange = { low: -65, high: -35 };

export interface MouthState {
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
export function stepMouth(
  state: MouthState,
  rms: number | null,
  dtSeconds: number,
  params: MouthParams = defaultMouthParams,
): void {
  const { openFrom, openTo, attackSeconds, releaseSeconds, floorFall, floorRise } = params;
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
