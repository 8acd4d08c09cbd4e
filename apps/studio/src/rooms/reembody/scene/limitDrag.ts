import type { JointArcsView } from '@leib/three';
import { Raycaster, Vector2 } from 'three';
import type { World } from '../../../world/world.js';

/** One end of one axis of a joint, on its way. */
export interface LimitDragged {
  readonly part: number;
  /** 0 x, 1 y, 2 z. */
  readonly axis: number;
  readonly end: 'low' | 'high';
  /** Radians; low is never above zero, high never below: the T-pose stays possible. */
  readonly angle: number;
}

/** Moves limits of joints by dragging the edges of their arcs in the picture. */
export class LimitDrag {
  readonly #world: World;
  readonly #arcs: JointArcsView;
  readonly #onDrag: (drag: LimitDragged | null) => void;
  readonly #listening = new AbortController();
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2();
  #held: Omit<LimitDragged, 'angle'> | null = null;
  /** Where the edge was last, radians: beyond half a turn it counts on, instead of coming back from the other side. */
  #angle = 0;

  /** `onDrag` is told every change, and null at the end. */
  constructor(world: World, arcs: JointArcsView, onDrag: (drag: LimitDragged | null) => void) {
    this.#world = world;
    this.#arcs = arcs;
    this.#onDrag = onDrag;
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#grab(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#drag(event, canvas), first);
    canvas.addEventListener('pointerup', () => this.#letGo(), first);
    canvas.addEventListener('pointercancel', () => this.#letGo(), first);
  }

  dispose(): void {
    this.#letGo();
    this.#listening.abort();
  }

  #grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0 || !this.#arcs.root.visible || this.#world.renderer.xr.isPresenting) return;
    this.#aim(event, canvas);
    const picked = this.#arcs.pick(this.#raycaster.ray);
    if (!picked) return;
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
    this.#held = { part: picked.arc.part, axis: picked.arc.axis, end: picked.end };
    this.#angle = picked.arc[picked.end];
  }

  #drag(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (!this.#held) return;
    event.stopImmediatePropagation();
    this.#aim(event, canvas);
    const { part, axis, end } = this.#held;
    const angle = this.#arcs.angleAt(this.#raycaster.ray, part, axis);
    if (angle === null) return;
    const turns = Math.round((this.#angle - angle) / (2 * Math.PI));
    this.#angle = angle + turns * 2 * Math.PI;
    const [least, most] = end === 'low' ? [-Math.PI, 0] : [0, Math.PI];
    this.#onDrag({ part, axis, end, angle: Math.min(most, Math.max(least, this.#angle)) });
  }

  #letGo(): void {
    if (!this.#held) return;
    this.#held = null;
    this.#onDrag(null);
    this.#world.rig.controls.enabled = this.#world.rig.mode !== 'eyes';
  }

  #aim(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#raycaster.setFromCamera(this.#pointer, this.#world.rig.camera);
  }
}
