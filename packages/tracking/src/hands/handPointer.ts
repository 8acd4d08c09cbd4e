import {
  clamp,
  createOneEuroVec3,
  createVec3,
  type OneEuroParams,
  type OneEuroVec3State,
  stepOneEuroVec3,
  vec3,
} from '@leib/core';
import type { HandSignal } from './handSignal.js';

export interface HandPointerParams {
  /** Way of the hand from rest to the edge of the picture, metres. */
  readonly reach: number;
  /** Thumb and index bent this far: pressed. Let go below the second: hysteresis. */
  readonly press: number;
  readonly release: number;
  readonly smoothing: OneEuroParams;
}

export const defaultHandPointerParams: HandPointerParams = {
  reach: 0.18,
  press: 0.55,
  release: 0.4,
  smoothing: { minCutoffHz: 1.5, beta: 12, speedCutoffHz: 1 },
};

/** A hand that points like a mouse. */
export interface HandPointer {
  readonly params: HandPointerParams;
  /** In the picture: -1 left and bottom, 1 right and top. */
  x: number;
  y: number;
  /** The hand is seen. */
  isShown: boolean;
  /** Thumb and index are closed: select, drag. */
  isPinched: boolean;
  /** What changed in the last step. */
  event: 'none' | 'press' | 'release';
  readonly filter: OneEuroVec3State;
}

export function createHandPointer(params: HandPointerParams = defaultHandPointerParams): HandPointer {
  return { params, x: 0, y: 0, isShown: false, isPinched: false, event: 'none', filter: createOneEuroVec3() };
}

const place = createVec3();

/**
 * Moves the pointer by a hand seen from its rest (relateToRest): right and up in the room are right and up in the
 * picture. While the fingers close the pointer is held back, so that a pinch does not push it off what it points at.
 * A hand that is lost lets go.
 */
export function stepHandPointer(pointer: HandPointer, signal: HandSignal, dtSeconds: number): void {
  const { params, filter } = pointer;
  const wasPinched = pointer.isPinched;
  pointer.isShown = signal.confidence > 0;
  if (!pointer.isShown) {
    filter.isStarted = false;
    pointer.isPinched = false;
  } else {
    const pinch = Math.min(signal.bends[0], signal.bends[1]);
    pointer.isPinched = pinch > (wasPinched ? params.release : params.press);
    const isClosing = !pointer.isPinched && pinch > params.release;
    vec3.set(place, signal.position[0], signal.position[1], 0);
    stepOneEuroVec3(filter, params.smoothing, place, dtSeconds);
    if (!isClosing) {
      pointer.x = clamp(filter.value[0] / params.reach, -1, 1);
      pointer.y = clamp(filter.value[1] / params.reach, -1, 1);
    }
  }
  pointer.event = pointer.isPinched === wasPinched ? 'none' : pointer.isPinched ? 'press' : 'release';
}
