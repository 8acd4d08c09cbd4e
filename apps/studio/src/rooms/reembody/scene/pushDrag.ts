import { PUSH_OBJECT } from '@leib/reembody';
import { type Mesh, Vector2, Vector3 } from 'three';
import { PictureDrag } from '../../../world/pictureDrag.js';
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
  readonly #drag: PictureDrag;
  readonly #listening = new AbortController();
  readonly #down = new Vector2();
  readonly #goal = new Vector3();
  readonly #way = new Vector3();
  #isClick = false;

  /** @param nameOf the name of what would be pushed */
  constructor(world: World, hold: PushHold, nameOf: (picked: Picked) => string) {
    this.#world = world;
    this.#hold = hold;
    this.#nameOf = nameOf;
    this.#hover = new HoverLabel(world.renderer.domElement);
    this.#drag = new PictureDrag(world, {
      take: (event) => this.#take(event),
      move: (event) => this.#move(event),
      end: (isCancelled) => this.#letGo(isCancelled),
      hover: (event) => this.#point(event),
    });
    const { signal } = this.#listening;
    world.renderer.domElement.addEventListener('pointerleave', () => this.#hover.show(null, 0, 0), { signal });
  }

  dispose(): void {
    this.#drag.dispose();
    this.#listening.abort();
    this.#hover.dispose();
  }

  #take(event: PointerEvent): boolean {
    if (this.#world.renderer.xr.isPresenting) return false;
    const hit = this.#pick();
    if (hit === null) return false;
    this.#hover.hold();
    this.#isClick = true;
    this.#down.set(event.clientX, event.clientY);
    this.#hold.take(hit);
    this.#drag.facePlane(hit.point);
    return true;
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (Math.abs(clientX - this.#down.x) + Math.abs(clientY - this.#down.y) > CLICK_PIXELS) this.#isClick = false;
    if (this.#drag.meetPlane(this.#goal)) this.#hold.pullTo(this.#goal);
  }

  /** A mouse without a pressed button: says what a press would do. */
  #point(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0 || this.#world.renderer.xr.isPresenting) return;
    const hit = this.#pick();
    const isThing = hit?.kind === PUSH_OBJECT;
    this.hovered = isThing ? hit.number : -1;
    this.#hover.show(hit && `${isThing ? 'Drag' : 'Push'}: ${this.#nameOf(hit)}`, event.clientX, event.clientY);
  }

  /** What the pointer's ray meets first of all that can be pushed; null where a handle is nearer, or nothing moves. */
  #pick(): Picked | null {
    return this.#isOverHandle() ? null : this.#hold.pick(this.#drag.raycaster);
  }

  #letGo(isCancelled: boolean): void {
    this.#hold.letGo();
    this.#hover.show(null, 0, 0);
    if (!isCancelled && this.#isClick) this.#hold.tap(this.#world.rig.camera.getWorldDirection(this.#way));
  }

  /** The emulated headset's handles hang in the tracked space; they come first. */
  #isOverHandle(): boolean {
    let isOver = false;
    this.#world.tracked.traverseVisible((node) => {
      if (!(node as Mesh).isMesh) return;
      const distance = this.#drag.raycaster.ray.distanceToPoint(node.getWorldPosition(this.#goal));
      if (distance < HANDLE_RADIUS * this.#world.person.scale.x) isOver = true;
    });
    return isOver;
  }
}
