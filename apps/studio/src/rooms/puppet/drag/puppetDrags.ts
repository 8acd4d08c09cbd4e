import type { Object3D, Vector3 } from 'three';
import type { Pixel } from '../../../world/nearestAngle.js';
import type { World } from '../../../world/world.js';
import { type Draggable, type DraggedPuppet, gripAt, type HeldThing, partAt, takeThing } from './heldThing.js';
import { PictureRays, pixelsToLine } from './pictureRays.js';

/** A pointer this near takes a grip, or a part where parts are turned, pixels; a finger is less exact. */
const GRASP_PIXELS = { grip: { mouse: 20, touch: 36 }, part: { mouse: 30, touch: 44 } } as const;

/** What a pointer drags, in the plane that faces the camera through the point that was taken. */
interface Held extends HeldThing {
  readonly taken: Vector3;
  /** From the pointer's point on the plane to the point that was taken, puppet's space. */
  readonly offset: Vector3;
}

/** Grips and parts of the puppet in the picture, dragged by mouse and fingers, several at once. */
export class PuppetDrags {
  /** Grips can be taken; they cannot where they are not shown. */
  canDrag = true;
  /** Nothing can be taken while the puppet is built, or the pointer is on a handle. */
  isOpen = true;
  /** Every pointer turns parts; otherwise only with Shift held. */
  turnsParts = false;
  /** What the pointer is on and would take. */
  near: Draggable | null = null;
  readonly #world: World;
  readonly #rays: PictureRays;
  readonly #puppet: () => DraggedPuppet;
  readonly #held = new Map<number, Held>();
  readonly #listening = new AbortController();

  /** @param space the puppet's space */
  constructor(world: World, space: Object3D, puppet: () => DraggedPuppet) {
    this.#world = world;
    this.#rays = new PictureRays(world, space);
    this.#puppet = puppet;
    const canvas = world.renderer.domElement;
    // Before the camera's own controls hear of it.
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#take(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#move(event, canvas), first);
    canvas.addEventListener('pointerup', (event) => this.#letGo(event.pointerId), first);
    canvas.addEventListener('pointercancel', (event) => this.#letGo(event.pointerId), first);
  }

  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  get held(): readonly HeldThing[] {
    return [...this.#held.values()];
  }

  dispose(): void {
    this.#listening.abort();
    for (const pointer of [...this.#held.keys()]) this.#letGo(pointer);
    this.#world.renderer.domElement.style.cursor = '';
  }

  #take(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0) return;
    const found = this.#find(event);
    if (!found) return;
    const thing = takeThing(this.#puppet(), found);
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    const taken = thing.at.clone();
    const pointed = this.#rays.onPlane(pixelOf(event), taken) ?? taken;
    this.#held.set(event.pointerId, { ...thing, taken, offset: taken.clone().sub(pointed) });
    this.#world.rig.controls.enabled = false;
    canvas.style.cursor = 'grabbing';
  }

  #move(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const held = this.#held.get(event.pointerId);
    if (!held) {
      if (!this.isOpen) this.near = null;
      if (event.buttons !== 0 || !this.isOpen) return;
      const found = this.#find(event);
      this.near = found;
      if (this.#held.size === 0) canvas.style.cursor = found ? 'grab' : '';
      return;
    }
    event.stopImmediatePropagation();
    const pointed = this.#rays.onPlane(pixelOf(event), held.taken);
    if (pointed) held.at.copy(pointed).add(held.offset);
  }

  #letGo(pointer: number): void {
    if (!this.#held.delete(pointer) || this.#held.size > 0) return;
    this.#world.rig.controls.enabled = !this.#world.renderer.xr.isPresenting;
    this.#world.renderer.domElement.style.cursor = '';
  }

  #find(event: PointerEvent): Draggable | null {
    if (!this.isOpen) return null;
    const [puppet, pointer] = [this.#puppet(), pixelOf(event)];
    const kind = event.pointerType === 'touch' ? 'touch' : 'mouse';
    const seen = (point: Vector3) => this.#rays.pixelOf(point);
    if (this.turnsParts || event.shiftKey) {
      const index = partAt(puppet, puppet.model.file.parts, GRASP_PIXELS.part[kind], (from, to) =>
        pixelsToLine(pointer, seen(from), seen(to)),
      );
      return index < 0 ? null : { what: 'part', index };
    }
    if (!this.canDrag) return null;
    const index = gripAt(puppet, this.held, GRASP_PIXELS.grip[kind], (point) => {
      const at = seen(point);
      return at ? Math.hypot(at.x - pointer.x, at.y - pointer.y) : Infinity;
    });
    return index < 0 ? null : { what: 'effector', index };
  }
}

function pixelOf({ clientX: x, clientY: y }: PointerEvent): Pixel {
  return { x, y };
}
