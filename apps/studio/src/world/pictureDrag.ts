import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from './world.js';

/** What a drag does; the ray points at the pointer in all but `end`. */
interface DragActs {
  /** The first button went down, or a finger; false: there is nothing to take, and the camera has it. */
  readonly take: (event: PointerEvent) => boolean;
  /** What was taken follows the pointer. */
  readonly move: (event: PointerEvent) => void;
  /** @param isCancelled by Escape, or because the system or the room took it away */
  readonly end: (isCancelled: boolean) => void;
  /** The pointer moves, and nothing is taken: to say what a press would take. */
  readonly hover?: (event: PointerEvent) => void;
}

/** One drag at a time of something in the picture. It comes before the camera's own controls, and they rest meanwhile. */
export class PictureDrag {
  /** From the camera through the pointer. */
  readonly raycaster = new Raycaster();
  /** In which the pointer moves things. */
  readonly plane = new Plane();
  readonly #world: World;
  readonly #acts: DragActs;
  readonly #listening = new AbortController();
  readonly #pointer = new Vector2();
  #pointerId: number | null = null;

  constructor(world: World, acts: DragActs) {
    this.#world = world;
    this.#acts = acts;
    const canvas = world.renderer.domElement;
    // Before the camera's own controls hear of it.
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#take(event), first);
    canvas.addEventListener('pointermove', (event) => this.#move(event), first);
    canvas.addEventListener('pointerup', (event) => event.pointerId === this.#pointerId && this.#end(false), first);
    canvas.addEventListener('pointercancel', (event) => event.pointerId === this.#pointerId && this.#end(true), first);
    addEventListener('keydown', (event) => this.#key(event), first);
  }

  dispose(): void {
    this.#end(true);
    this.#listening.abort();
  }

  /** Lays the plane through a point, facing the camera. */
  facePlane(through: Vector3): void {
    this.plane.setFromNormalAndCoplanarPoint(this.#world.rig.camera.getWorldDirection(new Vector3()), through);
  }

  /** Where the ray meets the plane; false: nowhere. */
  meetPlane(out: Vector3): boolean {
    return this.raycaster.ray.intersectPlane(this.plane, out) !== null;
  }

  #take(event: PointerEvent): void {
    if (event.button !== 0 || this.#pointerId !== null) return;
    this.#aim(event);
    if (!this.#acts.take(event)) return;
    event.stopImmediatePropagation();
    this.#world.renderer.domElement.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
    this.#pointerId = event.pointerId;
  }

  #move(event: PointerEvent): void {
    if (this.#pointerId === null) {
      if (!this.#acts.hover) return;
      this.#aim(event);
      this.#acts.hover(event);
    } else if (event.pointerId === this.#pointerId) {
      event.stopImmediatePropagation();
      this.#aim(event);
      this.#acts.move(event);
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#pointerId === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#end(true);
  }

  #end(isCancelled: boolean): void {
    if (this.#pointerId === null) return;
    this.#pointerId = null;
    this.#world.rig.controls.enabled = this.#world.rig.mode !== 'eyes';
    this.#acts.end(isCancelled);
  }

  #aim({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.#world.renderer.domElement.getBoundingClientRect();
    this.#pointer.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    this.raycaster.setFromCamera(this.#pointer, this.#world.rig.camera);
  }
}
