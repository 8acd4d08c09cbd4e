import type { JointLimitsView, LimitHandle } from '@leib/three/reembody';
import { Vector3 } from 'three';
import { nearestAngle, type Pixel } from '../../../world/nearestAngle.js';
import { PictureDrag } from '../../../world/pictureDrag.js';
import type { World } from '../../../world/world.js';

const DEG = Math.PI / 180;
/** A pointer this near to a handle takes it, pixels; a finger is less exact. */
const GRASP_PIXELS = { mouse: 14, touch: 28 } as const;
/** With Shift held, limits go in steps of this. */
const SNAP = 5 * DEG;
/** Smallest distance of two ends while dragging: a locked axis has no handles. Number fields can lock. */
const LEAST_WIDTH = DEG;

/** What happens to a limit. One drag is begin, any number of changes, and end or cancel. */
export interface LimitEdits {
  begin(): void;
  /** Radians. */
  change(handle: LimitHandle, angle: number): void;
  end(): void;
  /** Restores the limit from before the drag. */
  cancel(): void;
}

/** Moves limits of joints by their handles in the picture. */
export class LimitDrag {
  readonly #world: World;
  readonly #view: JointLimitsView;
  readonly #edits: LimitEdits;
  readonly #drag: PictureDrag;
  readonly #point = new Vector3();
  readonly #pixel: Pixel = { x: 0, y: 0 };
  /** From the handle's middle to where it was taken, pixels: so it stays under the pointer as it was. */
  readonly #offset: Pixel = { x: 0, y: 0 };
  #held: LimitHandle | null = null;
  #angle = 0;

  constructor(world: World, view: JointLimitsView, edits: LimitEdits) {
    this.#world = world;
    this.#view = view;
    this.#edits = edits;
    this.#drag = new PictureDrag(world, {
      take: (event) => this.#take(event),
      move: (event) => this.#move(event),
      end: (isCancelled) => this.#letGo(isCancelled),
      hover: (event) => this.#hover(event),
    });
  }

  /** The handle that is being dragged, and where it has got to, radians. */
  get held(): { readonly handle: LimitHandle; readonly angle: number } | null {
    return this.#held && { handle: this.#held, angle: this.#angle };
  }

  dispose(): void {
    this.#drag.dispose();
    this.#world.renderer.domElement.style.cursor = '';
  }

  #take(event: PointerEvent): boolean {
    const handle = this.#isOpen() ? this.#handleAt(event) : null;
    if (!handle) return false;
    this.#held = handle;
    this.#angle = handle.angle;
    this.#toPixel(handle, handle.angle, this.#pixel);
    this.#offset.x = event.clientX - this.#pixel.x;
    this.#offset.y = event.clientY - this.#pixel.y;
    this.#view.mark(handle);
    this.#edits.begin();
    return true;
  }

  #move(event: PointerEvent): void {
    const held = this.#held;
    if (!held) return;
    const goal = { x: event.clientX - this.#offset.x, y: event.clientY - this.#offset.y };
    const [least, most] = rangeOf(held);
    const found = nearestAngle((angle, out) => this.#toPixel(held, angle, out), goal, this.#angle, least, most);
    this.#angle = found;
    const wanted = event.shiftKey ? Math.min(most, Math.max(least, Math.round(found / SNAP) * SNAP)) : found;
    this.#edits.change(held, wanted);
    this.#view.mark(held);
  }

  #letGo(isCancelled: boolean): void {
    this.#held = null;
    this.#view.mark(null);
    if (isCancelled) this.#edits.cancel();
    else this.#edits.end();
  }

  /** Shows what a press would take. */
  #hover(event: PointerEvent): void {
    const handle = event.buttons === 0 && this.#isOpen() ? this.#handleAt(event) : null;
    this.#view.mark(handle);
    this.#world.renderer.domElement.style.cursor = handle ? 'grab' : '';
  }

  #isOpen(): boolean {
    return this.#view.root.visible && !this.#world.renderer.xr.isPresenting;
  }

  #handleAt(event: PointerEvent): LimitHandle | null {
    let nearest: LimitHandle | null = null;
    let nearestAway: number = event.pointerType === 'touch' ? GRASP_PIXELS.touch : GRASP_PIXELS.mouse;
    for (const handle of this.#view.handles) {
      if (!this.#toPixel(handle, handle.angle, this.#pixel)) continue;
      const away = Math.hypot(this.#pixel.x - event.clientX, this.#pixel.y - event.clientY);
      if (away >= nearestAway) continue;
      nearest = handle;
      nearestAway = away;
    }
    return nearest;
  }

  /** False where it lies behind the camera. */
  #toPixel(handle: LimitHandle, angle: number, out: Pixel): boolean {
    if (!this.#view.handlePoint(handle, angle, this.#point)) return false;
    const { x, y, z } = this.#point.project(this.#world.rig.camera);
    const { left, top, width, height } = this.#world.renderer.domElement.getBoundingClientRect();
    out.x = left + ((x + 1) / 2) * width;
    out.y = top + ((1 - y) / 2) * height;
    return z < 1;
  }
}

/** How far an end may be dragged, radians; low is never above zero, high never below: the T-pose stays possible. */
function rangeOf({ drive, k, end }: LimitHandle): readonly [least: number, most: number] {
  return end === 'low'
    ? [-Math.PI, Math.min(0, drive.high[k] - LEAST_WIDTH)]
    : [Math.max(0, drive.low[k] + LEAST_WIDTH), Math.PI];
}
