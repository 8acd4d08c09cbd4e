import { clamp, createQuat, easeScalar, ownValue } from '@leib/core';
import { FINGER_COUNT, type HandSignal, type HandSource, turnHand } from '../handSignal.js';

/** The left hand's home row: each key closes the finger that would lie on it; the space bar is the thumb. */
export const mouseHandKeys: Readonly<Record<string, readonly number[]>> = {
  Space: [0],
  KeyF: [1],
  KeyD: [2],
  KeyS: [3],
  KeyA: [4],
  KeyG: [1, 2, 3, 4],
  KeyH: [0, 1, 2, 3, 4],
};

/** A key is a switch, a finger is not: it takes about a tenth of a second to close. */
const FINGER_HALF_LIFE = 0.045;
const POSE_HALF_LIFE = 0.03;
/** From the middle of the picture to its edge, metres. */
const REACH = 0.25;
const DISTANCE = 0.3;
const TURN = 1.3;
/** Metres per pixel of the wheel, radians per pixel of a turn. */
const WHEEL_STEP = 0.0004;
const TURN_STEP = 0.006;
const RIGHT_BUTTON = 2;

interface MouseHandOptions {
  /** The picture that the pointer moves over. */
  readonly element: HTMLElement;
  /** Where keys are heard: the page. */
  readonly keys: EventTarget;
}

/** Mouse and keyboard as a hand, for trying: keys are held down by the other hand. A finger on a touch screen moves it as well. */
export function createMouseHandSource(options: MouseHandOptions): HandSource {
  return new MouseSource(options);
}

class MouseSource implements HandSource {
  readonly label = 'Mouse and keys';
  eventMs = Number.NaN;
  readonly #listeners = new AbortController();
  readonly #element: HTMLElement;
  /** Fingers whose keys are down. */
  readonly #isHeld = new Uint8Array(FINGER_COUNT);
  readonly #bends = new Float64Array(FINGER_COUNT);
  /** Where the hand goes, and where it is: x, y, z, yaw, pitch; metres and radians. */
  readonly #goal = new Float64Array(5);
  readonly #shown = new Float64Array(5);
  readonly #rotation = createQuat();
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
    // A page that loses the focus gets no key up.
    keys.addEventListener('blur', () => this.#isHeld.fill(0), { signal });
  }

  step(dtSeconds: number, out: HandSignal): void {
    const [bends, goal, shown] = [this.#bends, this.#goal, this.#shown];
    for (let i = 0; i < FINGER_COUNT; i++) {
      bends[i] = easeScalar(bends[i], this.#isHeld[i], FINGER_HALF_LIFE, dtSeconds);
    }
    for (let i = 0; i < goal.length; i++) shown[i] = easeScalar(shown[i], goal[i], POSE_HALF_LIFE, dtSeconds);
    out.bends.set(bends);
    out.position.set(shown.subarray(0, 3));
    turnHand(this.#rotation, shown[3], shown[4], 0);
    out.rotation.set(this.#rotation);
    out.confidence = 1;
    if (Number.isFinite(this.eventMs)) out.timeSeconds = this.eventMs / 1000;
  }

  dispose(): void {
    this.#listeners.abort();
  }

  readonly #move = (event: PointerEvent): void => {
    this.eventMs = event.timeStamp;
    const goal = this.#goal;
    if (this.#isTurning) {
      goal[3] = clamp(goal[3] + event.movementX * TURN_STEP, -TURN, TURN);
      goal[4] = clamp(goal[4] - event.movementY * TURN_STEP, -TURN, TURN);
      return;
    }
    const { left, top, width, height } = this.#element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    goal[0] = clamp(((event.clientX - left) / width) * 2 - 1, -1, 1) * REACH;
    goal[1] = clamp(1 - ((event.clientY - top) / height) * 2, -1, 1) * REACH;
  };

  readonly #press = (event: PointerEvent): void => {
    if (event.button === RIGHT_BUTTON) this.#isTurning = true;
  };

  readonly #release = (event: PointerEvent): void => {
    if (event.button === RIGHT_BUTTON || event.type === 'pointercancel') this.#isTurning = false;
  };

  /** Away from the user and near. */
  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#goal[2] = clamp(this.#goal[2] + event.deltaY * WHEEL_STEP, -DISTANCE, DISTANCE);
    this.eventMs = event.timeStamp;
  };

  readonly #key = (event: Event): void => {
    const { code, repeat, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
    if (isTyping(target)) return;
    const isDown = event.type === 'keydown';
    // Ctrl+S and the like are commands, not fingers; a key that goes up always lets go.
    if (isDown && (ctrlKey || metaKey || altKey)) return;
    const closed = ownValue(mouseHandKeys, code);
    if (closed === undefined) return;
    for (const finger of closed) this.#isHeld[finger] = isDown ? 1 : 0;
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
