import { clamp, createOneEuroVec3, createVec3, type OneEuroParams, stepOneEuroVec3, vec3 } from '@leib/core';
import { createHandSignal, type HandSignal, type RestHand, relateToRest } from '@leib/tracking/hands';
import type { Pixel } from '../../../../world/nearestAngle.js';
import type { PointerListener, PointerSample } from './editPointer.js';

/** A hand in the air is less steady than a mouse. */
const HAND = { isFine: false, reach: 34, slack: 26 } as const;

/** A tracked hand as a pointer in the picture: it points, and a pinch of thumb and index selects and drags. */
export class HandInPicture {
  readonly #pointer = createHandPointer();
  readonly #seen = createHandSignal();
  readonly #listener: PointerListener;
  readonly #cursor = document.createElement('div');
  #pressedAt: Pixel | null = null;
  #hasMoved = false;

  constructor(canvas: HTMLCanvasElement, listener: PointerListener) {
    this.#listener = listener;
    this.#cursor.className = 'hand-cursor';
    this.#cursor.hidden = true;
    canvas.after(this.#cursor);
  }

  /** @param rest the hand at rest, where its source is measured from it */
  step(signal: HandSignal | null, rest: RestHand | null, dtSeconds: number, picture: DOMRect): void {
    if (!signal) {
      this.hide();
      return;
    }
    relateToRest(rest, signal, this.#seen);
    stepHandPointer(this.#pointer, this.#seen, dtSeconds);
    const { x, y, isShown, isPinched, event } = this.#pointer;
    const at: PointerSample = {
      ...HAND,
      x: picture.left + ((x + 1) / 2) * picture.width,
      y: picture.top + ((1 - y) / 2) * picture.height,
    };
    this.#cursor.hidden = !isShown;
    this.#cursor.dataset.pinched = String(isPinched);
    this.#cursor.style.transform = `translate(${at.x}px, ${at.y}px)`;
    this.#tell(event, at);
  }

  /** No hand points any more. */
  hide(): void {
    this.#cursor.hidden = true;
    if (this.#pressedAt) this.#listener.cancel();
    this.#pressedAt = null;
  }

  dispose(): void {
    this.#cursor.remove();
  }

  #tell(event: 'none' | 'press' | 'release', at: PointerSample): void {
    if (event === 'press') {
      this.#pressedAt = at;
      this.#hasMoved = false;
      this.#listener.press(at);
    } else if (event === 'release' && this.#pressedAt) {
      this.#pressedAt = null;
      this.#listener.release(at, !this.#hasMoved);
    } else {
      const from = this.#pressedAt;
      if (from && Math.hypot(at.x - from.x, at.y - from.y) > at.slack) this.#hasMoved = true;
      this.#listener.move(at);
    }
  }
}

/** Way of the hand from rest to the edge of the picture, metres. */
const REACH = 0.18;
/** Thumb and index bent this far: pressed. Let go below the second: hysteresis. */
const PRESS = 0.55;
const RELEASE = 0.4;
const smoothing: OneEuroParams = { minCutoffHz: 1.5, beta: 12, speedCutoffHz: 1 };

/** A hand that points like a mouse. */
interface HandPointer {
  /** In the picture: -1 left and bottom, 1 right and top. */
  x: number;
  y: number;
  /** The hand is seen. */
  isShown: boolean;
  /** Thumb and index are closed: select, drag. */
  isPinched: boolean;
  /** What changed in the last step. */
  event: 'none' | 'press' | 'release';
  readonly filter: ReturnType<typeof createOneEuroVec3>;
}

export function createHandPointer(): HandPointer {
  return { x: 0, y: 0, isShown: false, isPinched: false, event: 'none', filter: createOneEuroVec3() };
}

const place = createVec3();

/**
 * Moves the pointer by a hand seen from its rest (relateToRest): right and up in the room are right and up in the
 * picture. While the fingers close the pointer is held back, so that a pinch does not push it off what it points at.
 * A hand that is lost lets go.
 */
export function stepHandPointer(pointer: HandPointer, signal: HandSignal, dtSeconds: number): void {
  const { filter } = pointer;
  const wasPinched = pointer.isPinched;
  pointer.isShown = signal.confidence > 0;
  if (!pointer.isShown) {
    filter.isStarted = false;
    pointer.isPinched = false;
  } else {
    const pinch = Math.min(signal.bends[0], signal.bends[1]);
    pointer.isPinched = pinch > (wasPinched ? RELEASE : PRESS);
    const isClosing = !pointer.isPinched && pinch > RELEASE;
    vec3.set(place, signal.position[0], signal.position[1], 0);
    stepOneEuroVec3(filter, smoothing, place, dtSeconds);
    if (!isClosing) {
      pointer.x = clamp(filter.value[0] / REACH, -1, 1);
      pointer.y = clamp(filter.value[1] / REACH, -1, 1);
    }
  }
  pointer.event = pointer.isPinched === wasPinched ? 'none' : pointer.isPinched ? 'press' : 'release';
}
