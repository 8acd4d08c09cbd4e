import { endOf, pivotOf } from '@leib/puppet';
import { type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import { placeOfEffector } from '../scene/effectorPoints.js';
import { pointOfPart } from '../scene/partFrames.js';
import { distanceToSegment } from './distanceToSegment.js';
import { type Draggable, type DraggedPuppet, effectorsOf, type HeldThing, nearestOf, takeThing } from './heldThing.js';

/** A pointer this near takes a grip, or a part where parts are turned, pixels; a finger is less exact. */
const GRASP_PIXELS = { grip: { mouse: 20, touch: 36 }, part: { mouse: 30, touch: 44 } } as const;

/** What a pointer drags. */
interface Held extends HeldThing {
  /** Faces the camera, through the point that was taken; world. */
  readonly plane: Plane;
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
  readonly #space: Object3D;
  readonly #puppet: () => DraggedPuppet;
  readonly #held = new Map<number, Held>();
  readonly #listening = new AbortController();
  readonly #ray = new Raycaster();
  readonly #point = new Vector3();

  /** @param space the puppet's space */
  constructor(world: World, space: Object3D, puppet: () => DraggedPuppet) {
    this.#world = world;
    this.#space = space;
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
    const found = this.#find(event, canvas);
    if (!found) return;
    const thing = takeThing(this.#puppet(), found);
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    const takenWorld = this.#space.localToWorld(thing.at.clone());
    const plane = new Plane();
    plane.setFromNormalAndCoplanarPoint(this.#world.rig.camera.getWorldDirection(new Vector3()), takenWorld);
    const offset = this.#pointOn(plane, event, canvas) ? thing.at.clone().sub(this.#point) : new Vector3();
    this.#held.set(event.pointerId, { ...thing, plane, offset });
    this.#world.rig.controls.enabled = false;
    canvas.style.cursor = 'grabbing';
  }

  #move(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const held = this.#held.get(event.pointerId);
    if (!held) {
      if (!this.isOpen) this.near = null;
      if (event.buttons !== 0 || !this.isOpen) return;
      const found = this.#find(event, canvas);
      this.near = found;
      if (this.#held.size === 0) canvas.style.cursor = found ? 'grab' : '';
      return;
    }
    event.stopImmediatePropagation();
    if (this.#pointOn(held.plane, event, canvas)) held.at.copy(this.#point).add(held.offset);
  }

  #letGo(pointer: number): void {
    if (!this.#held.delete(pointer) || this.#held.size > 0) return;
    this.#world.rig.controls.enabled = !this.#world.renderer.xr.isPresenting;
    this.#world.renderer.domElement.style.cursor = '';
  }

  #find(event: PointerEvent, canvas: HTMLCanvasElement): Draggable | null {
    if (!this.isOpen) return null;
    const isTurning = this.turnsParts || event.shiftKey;
    const index = isTurning ? this.#partAt(event, canvas) : this.canDrag ? this.#effectorAt(event, canvas) : -1;
    return index < 0 ? null : { what: isTurning ? 'part' : 'effector', index };
  }

  #effectorAt(event: PointerEvent, canvas: HTMLCanvasElement): number {
    const { model, state } = this.#puppet();
    const pointer = new Vector2(event.clientX, event.clientY);
    const taken = effectorsOf(this.held);
    return nearestOf(model.file.effectors.length, reachOf('grip', event), (effector) => {
      if (taken.has(effector) || !placeOfEffector(model, state, effector, this.#point)) return Infinity;
      return this.#toPixels(this.#point, canvas)?.distanceTo(pointer) ?? Infinity;
    });
  }

  #partAt(event: PointerEvent, canvas: HTMLCanvasElement): number {
    const { model, state } = this.#puppet();
    const pointer = new Vector2(event.clientX, event.clientY);
    return nearestOf(model.file.parts.length, reachOf('part', event), (part) => {
      const shape = model.file.parts[part];
      const from = this.#toPixels(pointOfPart(model, state, part, pivotOf(shape), this.#point), canvas);
      const to = this.#toPixels(pointOfPart(model, state, part, endOf(shape), this.#point), canvas);
      return from && to ? distanceToSegment(pointer, from, to) : Infinity;
    });
  }

  /** A point of the puppet's space in pixels of the page; null behind the camera. */
  #toPixels(point: Vector3, canvas: HTMLCanvasElement): Vector2 | null {
    const { x, y, z } = this.#space.localToWorld(point).project(this.#world.rig.camera);
    if (z >= 1) return null;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return new Vector2(left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height);
  }

  /** Writes where the pointer's ray meets a plane, puppet's space; false where it does not. */
  #pointOn(plane: Plane, event: PointerEvent, canvas: HTMLCanvasElement): boolean {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#ray.setFromCamera(at, this.#world.rig.camera);
    if (!this.#ray.ray.intersectPlane(plane, this.#point)) return false;
    this.#space.worldToLocal(this.#point);
    return true;
  }
}

function reachOf(what: keyof typeof GRASP_PIXELS, { pointerType }: PointerEvent): number {
  return GRASP_PIXELS[what][pointerType === 'touch' ? 'touch' : 'mouse'];
}
