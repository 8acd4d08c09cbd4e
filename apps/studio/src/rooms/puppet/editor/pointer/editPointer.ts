import type { Pixel } from '../../../../world/nearestAngle.js';
import type { World } from '../../../../world/world.js';

/** A pointer at one moment: a mouse, a finger on the screen, a pen, or a hand in the air. */
export interface PointerSample extends Pixel {
  /** Shift is held. */
  readonly isFine: boolean;
  /** How near it must come to take something, pixels. */
  readonly reach: number;
  /** It moved no farther than this between press and release: a click. */
  readonly slack: number;
}

/** What pointers in the picture are told to. */
export interface PointerListener {
  /** Whether it takes the pointer: the camera does not turn then. */
  press(at: PointerSample): boolean;
  move(at: PointerSample): void;
  /** Without a press taken, or moved too far to be a click: isClick is false. */
  release(at: PointerSample, isClick: boolean): void;
  cancel(): void;
}

const exactness = {
  mouse: { reach: 14, slack: 5 },
  pen: { reach: 18, slack: 7 },
  touch: { reach: 28, slack: 12 },
} as const;

/** Hears the picture's pointers before the camera and the grips do, one at a time. */
export class EditPointer {
  readonly #world: World;
  readonly #listener: PointerListener;
  readonly #isOpen: () => boolean;
  readonly #listening = new AbortController();
  #pressed: { readonly id: number; readonly at: Pixel; readonly isTaken: boolean } | null = null;
  #hasMoved = false;

  constructor(world: World, listener: PointerListener, isOpen: () => boolean) {
    this.#world = world;
    this.#listener = listener;
    this.#isOpen = isOpen;
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#press(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#move(event), first);
    canvas.addEventListener('pointerup', (event) => this.#release(event), first);
    canvas.addEventListener('pointercancel', (event) => this.#cancel(event), first);
  }

  dispose(): void {
    this.#listening.abort();
  }

  /** Lets go of what it holds: the drag was cancelled by a key. */
  letGo(): void {
    if (this.#pressed?.isTaken) this.#world.rig.controls.enabled = !this.#world.renderer.xr.isPresenting;
    this.#pressed = null;
  }

  #press(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0 || !event.isPrimary || !this.#isOpen()) return;
    const isTaken = this.#listener.press(sampleOf(event));
    this.#pressed = { id: event.pointerId, at: { x: event.clientX, y: event.clientY }, isTaken };
    this.#hasMoved = false;
    if (!isTaken) return;
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
  }

  #move(event: PointerEvent): void {
    if (!this.#isOpen()) return;
    const pressed = this.#pressed;
    if (pressed && pressed.id !== event.pointerId) return;
    const sample = sampleOf(event);
    if (pressed && Math.hypot(sample.x - pressed.at.x, sample.y - pressed.at.y) > sample.slack) this.#hasMoved = true;
    if (pressed ? !pressed.isTaken : event.buttons !== 0) return;
    if (pressed) event.stopImmediatePropagation();
    this.#listener.move(sample);
  }

  #release(event: PointerEvent): void {
    if (this.#pressed?.id !== event.pointerId) return;
    this.letGo();
    if (this.#isOpen()) this.#listener.release(sampleOf(event), !this.#hasMoved);
    else this.#listener.cancel();
  }

  #cancel(event: PointerEvent): void {
    if (this.#pressed?.id !== event.pointerId) return;
    this.letGo();
    this.#listener.cancel();
  }
}

function sampleOf({ clientX: x, clientY: y, shiftKey: isFine, pointerType }: PointerEvent): PointerSample {
  return { x, y, isFine, ...(exactness[pointerType as keyof typeof exactness] ?? exactness.mouse) };
}
