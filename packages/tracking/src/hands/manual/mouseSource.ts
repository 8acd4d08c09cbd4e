import type { HandSignal, HandSource } from '../handSignal.js';
import {
  createMouseHandState,
  moveMouseHand,
  pressMouseHandKey,
  pushMouseHand,
  releaseMouseHandKeys,
  stepMouseHand,
  turnMouseHand,
} from './mouseHand.js';

export interface MouseHandOptions {
  /** The picture that the pointer moves over. */
  readonly element: HTMLElement;
  /** Where keys are heard: the page. */
  readonly keys: EventTarget;
}

/** Mouse and keyboard as a hand; a finger on a touch screen moves it as well. */
export function createMouseHandSource(options: MouseHandOptions): HandSource {
  return new MouseSource(options);
}

const RIGHT_BUTTON = 2;

class MouseSource implements HandSource {
  readonly label = 'Mouse and keys';
  eventMs = Number.NaN;
  readonly #state = createMouseHandState();
  readonly #listeners = new AbortController();
  readonly #element: HTMLElement;
  #isTurning = false;

  constructor({ element, keys }: MouseHandOptions) {
    this.#element = element;
    const { signal } = this.#listeners;
    element.addEventListener('pointermove', this.#move, { signal });
    element.addEventListener('pointerdown', this.#press, { signal });
    element.addEventListener('pointerup', this.#release, { signal });
    element.addEventListener('pointercancel', this.#release, { signal });
    element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    element.addEventListener('wheel', this.#wheel, { signal, passive: false });
    keys.addEventListener('keydown', this.#key, { signal });
    keys.addEventListener('keyup', this.#key, { signal });
    keys.addEventListener('blur', () => releaseMouseHandKeys(this.#state), { signal });
  }

  step(dtSeconds: number, out: HandSignal): void {
    stepMouseHand(this.#state, dtSeconds, out);
    if (Number.isFinite(this.eventMs)) out.timeSeconds = this.eventMs / 1000;
  }

  dispose(): void {
    this.#listeners.abort();
  }

  readonly #move = (event: PointerEvent): void => {
    this.eventMs = event.timeStamp;
    if (this.#isTurning) {
      turnMouseHand(this.#state, event.movementX, event.movementY);
      return;
    }
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const x = ((event.clientX - left) / width) * 2 - 1;
    const y = 1 - ((event.clientY - top) / height) * 2;
    moveMouseHand(this.#state, x, y);
  };

  readonly #press = (event: PointerEvent): void => {
    if (event.button === RIGHT_BUTTON) this.#isTurning = true;
  };

  readonly #release = (event: PointerEvent): void => {
    if (event.button === RIGHT_BUTTON || event.type === 'pointercancel') this.#isTurning = false;
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    pushMouseHand(this.#state, event.deltaY);
    this.eventMs = event.timeStamp;
  };

  readonly #key = (event: Event): void => {
    const { code, repeat, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
    if (isTyping(target)) return;
    const isDown = event.type === 'keydown';
    // Ctrl+S and the like are commands, not fingers; a key that goes up always lets go.
    if (isDown && (ctrlKey || metaKey || altKey)) return;
    if (!pressMouseHandKey(this.#state, code, isDown)) return;
    // The space bar would press the button that has the focus.
    event.preventDefault();
    if (!repeat) this.eventMs = event.timeStamp;
  };
}

/** Keys in a text field are text. */
function isTyping(target: EventTarget | null): boolean {
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox], [type=button]), textarea, select')
  );
}
