import { createQuat, quat } from '@leib/core';
import { POSE_SIZE, readRotation } from '@leib/tracking';
import type { BodyFilterState } from './bodyFilter.js';
import { type BodyFrame, type BodyWarnings, warn } from './bodyFrame.js';

export interface SwapParams {
  /** Whether exchanged ids are exchanged back, or only reported. */
  readonly mode: 'correct' | 'report';
  /** Distance from its predicted pose at which a body may be another, metres; it grows while a body is lost... */
  readonly distance: number;
  /** ...by this many metres per second. */
  readonly distancePerSecond: number;
}

export const defaultSwapParams: SwapParams = { mode: 'correct', distance: 0.12, distancePerSecond: 0.5 };

export interface SwapState {
  /** Index in the measured frame that each body is read from: its own unless ids are exchanged. */
  readonly slots: Int16Array;
  /** The body that each one was last exchanged with, or -1. */
  readonly swappedWith: Int16Array;
  /** 1 for bodies that were found to be exchanged in this frame. */
  readonly isNew: Uint8Array;
  /** For how long the exchange is still flagged. */
  readonly secondsLeft: Float64Array;
}

/** Seconds for which an exchange stays flagged. */
const SHOWN_SECONDS = 1;
/** The exchanged reading must be this much better than the plain one. */
const CLEARLY = 0.4;
/** A turn of one radian counts as this many metres. */
const METRES_PER_RADIAN = 0.15;

export function createSwapState(bodyCount: number): SwapState {
  return {
    slots: Int16Array.from({ length: bodyCount }, (_, body) => body),
    swappedWith: new Int16Array(bodyCount).fill(-1),
    isNew: new Uint8Array(bodyCount),
    secondsLeft: new Float64Array(bodyCount),
  };
}

export interface SwapInput {
  readonly swaps: SwapState;
  readonly params: SwapParams;
  /** Predicted poses. */
  readonly tracks: readonly { readonly filter: BodyFilterState }[];
  readonly lostSeconds: Float64Array;
  /** 1 for a body that is seen, by index in the measured frame. */
  readonly isSeen: Uint8Array;
  readonly measured: BodyFrame;
  readonly warnings: BodyWarnings;
}

/**
 * Finds pairs of bodies whose ids the tracker exchanged: after it, each is where the other one was about to be. Where only
 * one of a pair is seen, it counts as exchanged when it is at the lost one's place and far from its own.
 */
export function findSwaps(input: SwapInput, dtSeconds: number): void {
  const { swaps, tracks, isSeen, measured, params, warnings } = input;
  for (let body = 0; body < tracks.length; body++) {
    swaps.isNew[body] = 0;
    swaps.secondsLeft[body] = Math.max(0, swaps.secondsLeft[body] - dtSeconds);
  }
  for (let a = 0; a < tracks.length; a++) {
    if (!isSeen[swaps.slots[a]] || !isFarFromOwn(input, a)) continue;
    for (let b = 0; b < tracks.length; b++) {
      if (b === a || !isExchanged(input, a, b)) continue;
      const [first, second] = [measured.names[Math.min(a, b)], measured.names[Math.max(a, b)]];
      const remedy = params.mode === 'correct' ? 'they are exchanged back' : 'they are left as they came';
      warn(warnings, `Bodies "${first}" and "${second}": the tracker exchanged their ids; ${remedy}.`);
      for (const [one, other] of [
        [a, b],
        [b, a],
      ]) {
        swaps.swappedWith[one] = other;
        swaps.secondsLeft[one] = SHOWN_SECONDS;
        swaps.isNew[one] = 1;
      }
      if (params.mode === 'correct') [swaps.slots[a], swaps.slots[b]] = [swaps.slots[b], swaps.slots[a]];
      break;
    }
  }
}

function isFarFromOwn({ params, tracks, swaps, measured, lostSeconds }: SwapInput, body: number): boolean {
  const { filter } = tracks[body];
  const distance = params.distance + params.distancePerSecond * lostSeconds[body];
  return filter.isStarted && gap(filter, measured.poses, swaps.slots[body] * POSE_SIZE) > distance;
}

function isExchanged(input: SwapInput, a: number, b: number): boolean {
  const { tracks, swaps, isSeen, measured } = input;
  const ofA = tracks[a].filter;
  const ofB = tracks[b].filter;
  if (!ofB.isStarted) return false;
  const slotA = swaps.slots[a] * POSE_SIZE;
  const slotB = swaps.slots[b] * POSE_SIZE;
  let own = gap(ofA, measured.poses, slotA);
  let exchanged = gap(ofB, measured.poses, slotA);
  if (isSeen[swaps.slots[b]]) {
    if (!isFarFromOwn(input, b)) return false;
    own += gap(ofB, measured.poses, slotB);
    exchanged += gap(ofA, measured.poses, slotB);
  }
  return exchanged < CLEARLY * own;
}

// Scratch, written before it is read in every call.
const seen = createQuat();

/** How far a measured pose is from a predicted one: metres, turns included. */
function gap({ position, rotation }: BodyFilterState, poses: Float64Array, at: number): number {
  const x = poses[at] - position[0];
  const y = poses[at + 1] - position[1];
  const z = poses[at + 2] - position[2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const cosine = Math.min(1, Math.abs(quat.dot(rotation, readRotation(seen, poses, at))));
  return distance + METRES_PER_RADIAN * 2 * Math.acos(cosine);
}
