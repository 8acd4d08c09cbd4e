import { FINGER_COUNT, type HandSignal, type HandSource, MouseHand } from '@leib/tracking/hands';
import { TOUCH } from 'three';
import { isOnControl, isTyping } from '../../../ui/isTyping.js';
import type { World } from '../../../world/world.js';

/** Without a touch or an event for so long nobody plays, and the puppet goes to rest, seconds. */
const LEFT_ALONE_SECONDS = 12;
/** A pointer at the edge of the picture takes the puppet this share of the way there. */
const REACH_SHARE = 0.45;
/** Way of the mouse's own hand from the middle to an edge, metres. */
const MOUSE_REACH = 0.25;
/** A finger that rests for so long, seconds, within so many pixels, turns the hand when it moves on. */
const LONG_PRESS = { seconds: 0.5, pixels: 10 } as const;
const RIGHT_BUTTON = 2;
/** A finger takes a moment to follow its pad. */
const PAD_HALF_LIFE = 0.02;

/** Bends of five pads on the screen. */
class PadBends {
  /** What the pads say, 0..1. */
  readonly wanted = new Float64Array(FINGER_COUNT);
  readonly #shown = new Float64Array(FINGER_COUNT);

  get isTouched(): boolean {
    return this.wanted.some((bend) => bend > 0);
  }

  /** Bends fingers of the signal that are bent less. */
  step(dtSeconds: number, out: HandSignal): void {
    const ease = 1 - 2 ** (-dtSeconds / PAD_HALF_LIFE);
    for (let finger = 0; finger < FINGER_COUNT; finger++) {
      this.#shown[finger] += (this.wanted[finger] - this.#shown[finger]) * ease;
      out.bends[finger] = Math.max(out.bends[finger], this.#shown[finger]);
    }
  }
}

/** A hand whose fingers are bent by the pads on the screen. */
export interface PadHand extends HandSource {
  readonly pads: PadBends;
}

/** The pads alone as a hand that stays where it is: a second hand beside the mouse. */
export function createPadHand(): PadHand {
  const pads = new PadBends();
  let aloneSeconds = Infinity;
  let timeSeconds = 0;
  return {
    label: 'Finger pads',
    pads,
    step(dtSeconds, out) {
      aloneSeconds = pads.isTouched ? 0 : aloneSeconds + dtSeconds;
      timeSeconds += dtSeconds;
      out.timeSeconds = timeSeconds;
      out.position.fill(0);
      out.rotation.set([0, 0, 0, 1]);
      out.splay.fill(0);
      out.bends.fill(0);
      pads.step(dtSeconds, out);
      out.confidence = aloneSeconds > LEFT_ALONE_SECONDS ? 0 : 1;
    },
    dispose() {},
  };
}

/**
 * Mouse, keys and touch as a hand. The pointer moves it while no button is down (a drag turns the view), one finger on a
 * touch screen does, the right button or a finger that has rested turns it, Shift and the wheel move it away and near; pads bend single fingers.
 */
export function createScreenHand(world: World, isBusy: () => boolean): PadHand {
  return new Screen(world, isBusy);
}

class Screen implements PadHand {
  readonly label = 'Mouse, keys and touch';
  readonly pads = new PadBends();
  eventMs = Number.NaN;
  readonly #hand = new MouseHand();
  readonly #listening = new AbortController();
  readonly #world: World;
  readonly #isBusy: () => boolean;
  readonly #touches: World['rig']['controls']['touches'];
  #touchCount = 0;
  /** The one finger: where it was last, and where it came down. */
  #finger = { x: 0, y: 0, downX: 0, downY: 0 };
  #forgetPress = () => {};
  /** The right button is down, or the one finger has rested: moves turn the hand. */
  #isTurning = false;
  /** Controls are reached by keys: Space presses them. After a click with the mouse it is the thumb. */
  #isOnControls = false;
  #aloneSeconds = Infinity;

  constructor(world: World, isBusy: () => boolean) {
    this.#world = world;
    this.#isBusy = isBusy;
    const { controls } = world.rig;
    this.#touches = { ...controls.touches };
    // One finger is the hand; two turn and zoom the view.
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE } as never;
    controls.enablePan = false;
    this.#listen(world.renderer.domElement);
  }

  step(dtSeconds: number, out: HandSignal): void {
    this.#aloneSeconds += dtSeconds;
    this.#hand.step(dtSeconds, out);
    if (Number.isFinite(this.eventMs)) out.timeSeconds = this.eventMs / 1000;
    const reach = this.#reach();
    for (const k of [0, 1]) out.position[k] *= reach[k];
    this.pads.step(dtSeconds, out);
    if (this.pads.isTouched) this.#aloneSeconds = 0;
    if (out.bends.some((bend) => bend > 0.5)) this.#aloneSeconds = Math.min(this.#aloneSeconds, 1);
    if (this.#aloneSeconds > LEFT_ALONE_SECONDS) out.confidence = 0;
  }

  dispose(): void {
    this.#forgetPress();
    this.#listening.abort();
    const { controls } = this.#world.rig;
    controls.touches = this.#touches;
    controls.enablePan = true;
  }

  /** The hand goes as far as the view is wide and high at the puppet: a near camera takes small ways. */
  #reach(): readonly [across: number, up: number] {
    const { camera, controls } = this.#world.rig;
    const half = Math.tan((camera.fov * Math.PI) / 360) * camera.position.distanceTo(controls.target);
    return [(REACH_SHARE * half * camera.aspect) / MOUSE_REACH, (REACH_SHARE * half) / MOUSE_REACH];
  }

  #listen(canvas: HTMLCanvasElement): void {
    const { signal } = this.#listening;
    for (const type of ['pointermove', 'pointerdown', 'pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(type, (event) => this.#hearPointer(event), { signal });
    }
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('wheel', (event) => this.#hearWheel(event), { signal, capture: true, passive: false });
    for (const type of ['keydown', 'keyup'] as const) {
      addEventListener(type, (event) => this.#hearKey(event), { signal });
    }
    addEventListener('pointerdown', () => this.#leaveControls(), { signal, capture: true });
    addEventListener('blur', () => this.#hand.releaseKeys(), { signal });
  }

  #hearPointer(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      if (event.type === 'pointerdown') this.#touchCount++;
      if (event.type === 'pointerup' || event.type === 'pointercancel') {
        this.#touchCount = Math.max(0, this.#touchCount - 1);
      }
      if (this.#touchCount > 1) {
        this.#forgetPress();
        this.#isTurning = false;
        return;
      }
      if (this.#hearFinger(event)) return;
    }
    // A drag with the left or middle button is the camera's.
    const isCamera = event.pointerType !== 'touch' && (event.buttons & 5) !== 0;
    if (isCamera || this.#isBusy()) return;
    this.#takeEvent(event);
    if (event.type === 'pointermove') this.#move(event);
    else if (event.type === 'pointerdown') this.#isTurning ||= event.button === RIGHT_BUTTON;
    else if (event.button === RIGHT_BUTTON || event.type === 'pointercancel') this.#isTurning = false;
  }

  #move({ clientX, clientY, movementX, movementY }: PointerEvent): void {
    if (this.#isTurning) {
      this.#hand.turn(movementX, movementY);
      return;
    }
    // The middle of what no panel covers is the middle of the hand's way.
    const panel = document.querySelector('.panel')?.getBoundingClientRect();
    const isBeside = panel !== undefined && panel.left > innerWidth / 3;
    const [width, height] = [isBeside ? panel.left : innerWidth, panel && !isBeside ? panel.top : innerHeight];
    if (width > 0 && height > 0) this.#hand.move((clientX / width) * 2 - 1, 1 - (clientY / height) * 2);
  }

  /** One finger that rests, then moves, turns the hand, as the right button does. True: it did, nothing else hears it. */
  #hearFinger(event: PointerEvent): boolean {
    const finger = this.#finger;
    const { clientX, clientY } = event;
    if (event.type === 'pointerdown') {
      this.#finger = { x: clientX, y: clientY, downX: clientX, downY: clientY };
      this.#forgetPress();
      this.#forgetPress = this.#world.clock.after(LONG_PRESS.seconds, () => this.#startTurning());
      return false;
    }
    if (event.type !== 'pointermove') {
      this.#forgetPress();
      this.#isTurning = false;
      return false;
    }
    if (!this.#isTurning) {
      if (Math.hypot(clientX - finger.downX, clientY - finger.downY) > LONG_PRESS.pixels) this.#forgetPress();
      return false;
    }
    this.#hand.turn(clientX - finger.x, clientY - finger.y);
    Object.assign(finger, { x: clientX, y: clientY });
    this.#takeEvent(event);
    return true;
  }

  #startTurning(): void {
    if (this.#isBusy() || this.#touchCount !== 1) return;
    Object.assign(this.#finger, { x: this.#finger.downX, y: this.#finger.downY });
    this.#isTurning = true;
  }

  #leaveControls(): void {
    this.#isOnControls = false;
  }

  #hearWheel(event: WheelEvent): void {
    if (!event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // With Shift held some systems scroll sideways.
    this.#hand.push(event.deltaY === 0 ? event.deltaX : event.deltaY);
    this.#takeEvent(event);
  }

  #hearKey(event: KeyboardEvent): void {
    const { code, target, repeat } = event;
    const isDown = event.type === 'keydown';
    if (code === 'Tab') this.#isOnControls = true;
    if (isDown && isTyping(target)) return;
    if (isDown && this.#isOnControls && code === 'Space' && isOnControl(target)) return;
    // Ctrl+S and the like are commands, not fingers; a key that goes up always lets go.
    if (isDown && (event.ctrlKey || event.metaKey || event.altKey)) return;
    if (!this.#hand.press(code, isDown)) return;
    // It was a finger's key: the page must not scroll or press a button by it.
    event.preventDefault();
    if (!repeat) this.eventMs = event.timeStamp;
    this.#aloneSeconds = 0;
  }

  #takeEvent({ timeStamp }: Event): void {
    this.#aloneSeconds = 0;
    this.eventMs = timeStamp;
  }
}
