import { createMouseHandSource, type HandSignal, type HandSource } from '@leib/tracking/hands';
import { TOUCH } from 'three';
import type { World } from '../../../world/world.js';
import { PadBends, type PadHand } from './padHand.js';

/** Without an event for so long nobody plays, and the puppet goes to rest, seconds. */
const LEFT_ALONE_SECONDS = 12;
/** A pointer at the edge of the picture takes the puppet this share of the way there. */
const REACH_SHARE = 0.45;
/** Way of the mouse's own hand from the middle to an edge, metres. */
const MOUSE_REACH = 0.25;
/** Keys in these are text. */
const FIELDS = 'select, textarea, dialog, input:not([type=range], [type=checkbox], [type=radio])';
/** A finger that rests for so long, seconds, within so many pixels, turns the hand when it moves on. */
const LONG_PRESS = { seconds: 0.5, pixels: 10 } as const;
const RIGHT_BUTTON = 2;
const CONTROLS = 'button, a, input, summary, [role=tab], [role=slider], [role=separator]';

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
  /** Of the browser's own event; the one that is passed on to the mouse's source is newer. */
  eventMs = Number.NaN;
  readonly #source: HandSource;
  /** What the mouse's source listens to: events of the picture that are meant for the hand. */
  readonly #heard = document.createElement('div');
  readonly #keys = new EventTarget();
  readonly #listening = new AbortController();
  readonly #world: World;
  readonly #isBusy: () => boolean;
  readonly #touches: World['rig']['controls']['touches'];
  #touchCount = 0;
  /** The one finger: where it was last, and whether it turns the hand. */
  #finger = { x: 0, y: 0, downX: 0, downY: 0, isTurning: false };
  #forgetPress = () => {};
  /** Controls are reached by keys: Space presses them. After a click with the mouse it is the thumb. */
  #isOnControls = false;
  #aloneSeconds = Infinity;

  constructor(world: World, isBusy: () => boolean) {
    this.#world = world;
    this.#isBusy = isBusy;
    const canvas = world.renderer.domElement;
    // As large as the picture, never in the way.
    this.#heard.style.cssText = 'position: fixed; inset: 0; pointer-events: none';
    canvas.after(this.#heard);
    this.#source = createMouseHandSource({ element: this.#heard, keys: this.#keys });
    const { controls } = world.rig;
    this.#touches = { ...controls.touches };
    // One finger is the hand; two turn and zoom the view.
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE } as never;
    controls.enablePan = false;
    this.#listen(canvas);
  }

  step(dtSeconds: number, out: HandSignal): void {
    this.#aloneSeconds += dtSeconds;
    this.#source.step(dtSeconds, out);
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
    this.#source.dispose();
    this.#heard.remove();
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
    addEventListener('blur', () => this.#keys.dispatchEvent(new Event('blur')), { signal });
  }

  #hearPointer(event: PointerEvent): void {
    if (event.pointerType === 'touch') {
      if (event.type === 'pointerdown') this.#touchCount++;
      if (event.type === 'pointerup' || event.type === 'pointercancel') {
        this.#touchCount = Math.max(0, this.#touchCount - 1);
      }
      if (this.#touchCount > 1) {
        this.#endTurning(event);
        return;
      }
      if (this.#hearFinger(event)) return;
    }
    // A drag with the left or middle button is the camera's.
    const isCamera = event.pointerType !== 'touch' && (event.buttons & 5) !== 0;
    if (isCamera || this.#isBusy()) return;
    this.#aloneSeconds = 0;
    // The middle of what no panel covers is the middle of the hand's way.
    const panel = document.querySelector('.panel')?.getBoundingClientRect();
    const isBeside = panel !== undefined && panel.left > innerWidth / 3;
    this.#heard.style.right = isBeside ? `${innerWidth - panel.left}px` : '0';
    this.#heard.style.bottom = panel && !isBeside ? `${innerHeight - panel.top}px` : '0';
    this.eventMs = event.timeStamp;
    this.#heard.dispatchEvent(new PointerEvent(event.type, event));
  }

  /** One finger that rests, then moves, turns the hand, as the right button does. True: it did, nothing else hears it. */
  #hearFinger(event: PointerEvent): boolean {
    const finger = this.#finger;
    const { clientX, clientY } = event;
    if (event.type === 'pointerdown') {
      this.#finger = { x: clientX, y: clientY, downX: clientX, downY: clientY, isTurning: false };
      this.#forgetPress();
      this.#forgetPress = this.#world.clock.after(LONG_PRESS.seconds, () => this.#startTurning());
      return false;
    }
    if (event.type !== 'pointermove') {
      this.#endTurning(event);
      return false;
    }
    if (!finger.isTurning) {
      if (Math.hypot(clientX - finger.downX, clientY - finger.downY) > LONG_PRESS.pixels) this.#forgetPress();
      return false;
    }
    const [movementX, movementY] = [clientX - finger.x, clientY - finger.y];
    Object.assign(finger, { x: clientX, y: clientY });
    this.#aloneSeconds = 0;
    this.#heard.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, movementX, movementY }));
    return true;
  }

  #startTurning(): void {
    if (this.#isBusy() || this.#touchCount !== 1) return;
    Object.assign(this.#finger, { x: this.#finger.downX, y: this.#finger.downY, isTurning: true });
    this.#heard.dispatchEvent(new PointerEvent('pointerdown', { button: RIGHT_BUTTON }));
  }

  #endTurning({ clientX, clientY }: PointerEvent): void {
    this.#forgetPress();
    if (!this.#finger.isTurning) return;
    this.#finger.isTurning = false;
    this.#heard.dispatchEvent(new PointerEvent('pointerup', { button: RIGHT_BUTTON, clientX, clientY }));
  }

  #leaveControls(): void {
    this.#isOnControls = false;
  }

  #hearWheel(event: WheelEvent): void {
    if (!event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#aloneSeconds = 0;
    // With Shift held some systems scroll sideways.
    const deltaY = event.deltaY === 0 ? event.deltaX : event.deltaY;
    this.eventMs = event.timeStamp;
    this.#heard.dispatchEvent(new WheelEvent('wheel', { deltaY }));
  }

  #hearKey(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.code === 'Tab') this.#isOnControls = true;
    if (event.type === 'keydown' && target?.closest(FIELDS)) return;
    if (event.type === 'keydown' && this.#isOnControls && event.code === 'Space' && target?.closest(CONTROLS)) return;
    const { code, ctrlKey, metaKey, altKey, repeat } = event;
    const heard = new KeyboardEvent(event.type, { code, ctrlKey, metaKey, altKey, repeat, cancelable: true });
    // It was a finger's key: the page must not scroll or press a button by it.
    if (this.#keys.dispatchEvent(heard)) return;
    event.preventDefault();
    if (!repeat) this.eventMs = event.timeStamp;
    this.#aloneSeconds = 0;
  }
}
