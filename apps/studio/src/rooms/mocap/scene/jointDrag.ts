import { Vector3 } from 'three';
import { PictureDrag } from '../../../world/pictureDrag.js';
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
  readonly #drag: PictureDrag;
  readonly #point = new Vector3();
  readonly #offset = new Vector3();
  #held = -1;

  constructor(world: World, handles: JointHandles) {
    this.#world = world;
    this.#handles = handles;
    this.#drag = new PictureDrag(world, {
      take: (event) => this.#take(event),
      move: () => this.#move(),
      end: (isCancelled) => this.#letGo(isCancelled),
      hover: (event) => this.#hover(event),
    });
  }

  dispose(): void {
    this.#drag.dispose();
    this.#world.renderer.domElement.style.cursor = '';
  }

  #take(event: PointerEvent): boolean {
    const joint = this.#jointAt(event);
    if (joint < 0 || !this.#handles.place(joint, this.#point)) return false;
    this.#held = joint;
    this.#drag.facePlane(this.#point);
    this.#offset.copy(this.#point);
    if (this.#drag.meetPlane(this.#point)) this.#offset.sub(this.#point);
    else this.#offset.set(0, 0, 0);
    this.#handles.mark(joint);
    this.#handles.begin(joint);
    return true;
  }

  #hover(event: PointerEvent): void {
    const joint = event.buttons === 0 ? this.#jointAt(event) : -1;
    this.#handles.mark(joint);
    this.#world.renderer.domElement.style.cursor = joint >= 0 ? 'grab' : '';
  }

  #move(): void {
    if (this.#drag.meetPlane(this.#point)) this.#handles.move(this.#held, this.#point.add(this.#offset));
  }

  #letGo(isCancelled: boolean): void {
    this.#held = -1;
    this.#handles.mark(-1);
    if (isCancelled) this.#handles.cancel();
    else this.#handles.end();
  }

  #jointAt(event: PointerEvent): number {
    let nearest = -1;
    let nearestAway: number = event.pointerType === 'touch' ? GRASP_PIXELS.touch : GRASP_PIXELS.mouse;
    const { left, top, width, height } = this.#world.renderer.domElement.getBoundingClientRect();
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
