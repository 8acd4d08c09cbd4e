import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from '../../../world/world.js';

/** A pointer this near to a joint takes it, pixels; a finger is less exact. */
const GRASP_PIXELS = { mouse: 14, touch: 28 } as const;

/** The joints that can be dragged, and what happens then. One drag is begin, any number of moves, and end or cancel. */
export interface JointHandles {
  count(): number;
  /** Where a joint is on the stage; false where it is not shown. */
  place(joint: number, out: Vector3): boolean;
  /** A joint that the pointer is on, or -1. */
  mark(joint: number): void;
  begin(joint: number): void;
  /** World, metres. */
  move(joint: number, to: Vector3): void;
  end(): void;
  cancel(): void;
}

/** Moves joint points in the picture, in the plane that faces the camera. */
export class JointDrag {
  readonly #world: World;
  readonly #handles: JointHandles;
  readonly #listening = new AbortController();
  readonly #plane = new Plane();
  readonly #ray = new Raycaster();
  readonly #point = new Vector3();
  readonly #offset = new Vector3();
  #held = -1;
  #pointerId = -1;

  constructor(world: World, handles: JointHandles) {
    this.#world = world;
    this.#handles = handles;
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#grab(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#move(event, canvas), first);
    canvas.addEventListener('pointerup', () => this.#letGo(false), first);
    canvas.addEventListener('pointercancel', () => this.#letGo(true), first);
    addEventListener('keydown', (event) => this.#key(event), first);
  }

  dispose(): void {
    this.#letGo(true);
    this.#listening.abort();
    this.#world.renderer.domElement.style.cursor = '';
  }

  #grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0 || this.#held >= 0) return;
    const joint = this.#jointAt(event, canvas);
    if (joint < 0 || !this.#handles.place(joint, this.#point)) return;
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    const { camera, controls } = this.#world.rig;
    controls.enabled = false;
    this.#held = joint;
    this.#pointerId = event.pointerId;
    this.#plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), this.#point);
    this.#offset.copy(this.#point);
    if (this.#pointOnPlane(event, canvas)) this.#offset.sub(this.#point);
    else this.#offset.set(0, 0, 0);
    this.#handles.mark(joint);
    this.#handles.begin(joint);
  }

  #move(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (this.#held < 0) {
      const joint = event.buttons === 0 ? this.#jointAt(event, canvas) : -1;
      this.#handles.mark(joint);
      canvas.style.cursor = joint >= 0 ? 'grab' : '';
      return;
    }
    if (event.pointerId !== this.#pointerId) return;
    event.stopImmediatePropagation();
    if (this.#pointOnPlane(event, canvas)) this.#handles.move(this.#held, this.#point.add(this.#offset));
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#held < 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#letGo(true);
  }

  #letGo(isCancelled: boolean): void {
    if (this.#held < 0) return;
    this.#held = -1;
    this.#world.rig.controls.enabled = true;
    this.#handles.mark(-1);
    if (isCancelled) this.#handles.cancel();
    else this.#handles.end();
  }

  #pointOnPlane(event: PointerEvent, canvas: HTMLCanvasElement): boolean {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#ray.setFromCamera(at, this.#world.rig.camera);
    return this.#ray.ray.intersectPlane(this.#plane, this.#point) !== null;
  }

  #jointAt(event: PointerEvent, canvas: HTMLCanvasElement): number {
    let nearest = -1;
    let nearestAway: number = event.pointerType === 'touch' ? GRASP_PIXELS.touch : GRASP_PIXELS.mouse;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (let joint = 0; joint < this.#handles.count(); joint++) {
      if (!this.#handles.place(joint, this.#point)) continue;
      const { x, y, z } = this.#point.project(this.#world.rig.camera);
      if (z >= 1) continue;
      const away = Math.hypot(
        left + ((x + 1) / 2) * width - event.clientX,
        top + ((1 - y) / 2) * height - event.clientY,
      );
      if (away >= nearestAway) continue;
      nearest = joint;
      nearestAway = away;
    }
    return nearest;
  }
}
