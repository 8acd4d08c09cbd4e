import { PUSH_OBJECT } from '@leib/reembody';
import { type Mesh, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import { HoverLabel } from './hoverLabel.js';
import type { Picked, PushHold } from './pushHold.js';

/** Nearer than this to a handle of the emulated headset the handle is meant, metres. */
const HANDLE_RADIUS = 0.11;
/** Moved by less than this it was a click, pixels. */
const CLICK_PIXELS = 4;

/** Pushes the remote body and things with the mouse: drag pulls towards the pointer, a click taps. */
export class PushDrag {
  /** The thing below the pointer, by its number, or -1. */
  hovered = -1;
  readonly #world: World;
  readonly #hold: PushHold;
  readonly #nameOf: (picked: Picked) => string;
  readonly #hover: HoverLabel;
  readonly #listening = new AbortController();
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2();
  readonly #down = new Vector2();
  readonly #plane = new Plane();
  readonly #goal = new Vector3();
  readonly #way = new Vector3();
  #isDown = false;
  #isClick = false;

  /** @param nameOf the name of what would be pushed */
  constructor(world: World, hold: PushHold, nameOf: (picked: Picked) => string) {
    this.#world = world;
    this.#hold = hold;
    this.#nameOf = nameOf;
    this.#hover = new HoverLabel(world.renderer.domElement);
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#grab(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#drag(event, canvas), first);
    canvas.addEventListener('pointerup', () => this.#letGo(true), first);
    canvas.addEventListener('pointercancel', () => this.#letGo(false), first);
    canvas.addEventListener('pointerleave', () => this.#hover.show(null, 0, 0), first);
  }

  dispose(): void {
    this.#letGo(false);
    this.#listening.abort();
    this.#hover.dispose();
  }

  #grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0 || this.#world.renderer.xr.isPresenting) return;
    this.#aim(event, canvas);
    const hit = this.#pick();
    if (hit === null) return;
    this.#hover.hold();
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
    this.#isDown = true;
    this.#isClick = true;
    this.#down.set(event.clientX, event.clientY);
    this.#hold.take(hit);
    this.#world.rig.camera.getWorldDirection(this.#way);
    this.#plane.setFromNormalAndCoplanarPoint(this.#way, hit.point);
  }

  #drag(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (!this.#isDown) {
      this.#point(event, canvas);
      return;
    }
    event.stopImmediatePropagation();
    const { clientX, clientY } = event;
    if (Math.abs(clientX - this.#down.x) + Math.abs(clientY - this.#down.y) > CLICK_PIXELS) this.#isClick = false;
    this.#aim(event, canvas);
    if (this.#raycaster.ray.intersectPlane(this.#plane, this.#goal)) this.#hold.pullTo(this.#goal);
  }

  /** A mouse without a pressed button: says what a press would do. */
  #point(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0 || this.#world.renderer.xr.isPresenting) return;
    this.#aim(event, canvas);
    const hit = this.#pick();
    const isThing = hit?.kind === PUSH_OBJECT;
    this.hovered = isThing ? hit.number : -1;
    this.#hover.show(hit && `${isThing ? 'Drag' : 'Push'}: ${this.#nameOf(hit)}`, event.clientX, event.clientY);
  }

  /** What the pointer's ray meets first of all that can be pushed; null where a handle is nearer, or nothing moves. */
  #pick(): Picked | null {
    return this.#isOverHandle() ? null : this.#hold.pick(this.#raycaster);
  }

  #letGo(mayTap: boolean): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#hold.letGo();
    this.#hover.show(null, 0, 0);
    if (mayTap && this.#isClick) this.#hold.tap(this.#world.rig.camera.getWorldDirection(this.#way));
    this.#world.rig.controls.enabled = this.#world.rig.mode !== 'eyes';
  }

  /** The emulated headset's handles hang in the tracked space; they come first. */
  #isOverHandle(): boolean {
    let isOver = false;
    this.#world.tracked.traverseVisible((node) => {
      if (!(node as Mesh).isMesh) return;
      const distance = this.#raycaster.ray.distanceToPoint(node.getWorldPosition(this.#goal));
      if (distance < HANDLE_RADIUS * this.#world.person.scale.x) isOver = true;
    });
    return isOver;
  }

  #aim(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#raycaster.setFromCamera(this.#pointer, this.#world.rig.camera);
  }
}
