import {
  createHandPointer,
  createHandSignal,
  type HandSignal,
  type RestHand,
  relateToRest,
  stepHandPointer,
} from '@leib/tracking/hands';
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
