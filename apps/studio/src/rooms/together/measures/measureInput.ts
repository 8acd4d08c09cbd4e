import type { ScenePoint } from '@leib/stage';
import { Ray, Vector2, Vector3 } from 'three';
import { isTyping } from '../../../ui/isTyping.js';
import { PictureDrag } from '../../../world/pictureDrag.js';
import type { World } from '../../../world/world.js';
import type { ShownRay } from '../raysView.js';
import { type AimedPoint, aimedPoint } from './measureAim.js';
import type { MeasuresController } from './measuresController.js';

/** Where a ray meets the scene or the floor; null: nowhere. */
export type PickPlace = (ray: Ray) => Vector3 | null;

/** A click stays within so many pixels; a point is meant within so many. */
const CLICK = 6;
const NEAR_POINT = { mouse: 10, touch: 22 } as const;
/** A hand in a headset means a point within this angle, and drags it beyond the second, radians. */
const HAND = { near: 0.035, drags: 0.03 } as const;

interface HandPress {
  readonly way: Vector3;
  readonly point: AimedPoint | null;
  isDragging: boolean;
}

/** Places and drags points of measurements: with mouse or finger in the picture, with the right hand in a headset. */
export class MeasureInput {
  readonly #world: World;
  readonly #measures: MeasuresController;
  readonly #pick: PickPlace;
  readonly #placeInHeadset: () => void;
  readonly #drag: PictureDrag;
  readonly #listening = new AbortController();
  /** Where the first button went down, with its point; null: it is up, or somebody else has it. */
  #down: { readonly at: Vector2; readonly ray: Ray; readonly point: AimedPoint | null } | null = null;
  #hasMoved = false;
  #isOver = false;
  #nearAngle = 0.02;
  #hand: HandPress | null = null;

  /** @param placeInHeadset a note was placed where nobody can write */
  constructor(world: World, measures: MeasuresController, pick: PickPlace, placeInHeadset: () => void) {
    this.#world = world;
    this.#measures = measures;
    this.#pick = pick;
    this.#placeInHeadset = placeInHeadset;
    this.#drag = new PictureDrag(world, {
      take: (event) => this.#take(event),
      move: (event) => this.#move(event),
      end: (isCancelled) => this.#end(isCancelled),
      hover: (event) => {
        this.#isOver = event.pointerType === 'mouse';
      },
    });
    const { signal } = this.#listening;
    const canvas = world.renderer.domElement;
    canvas.addEventListener('pointerup', (event) => this.#click(event), { signal, capture: true });
    canvas.addEventListener('pointerleave', () => this.#leave(), { signal });
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
  }

  /** One frame: where the next point would be. */
  update(): void {
    const { renderer } = this.#world;
    if (renderer.xr.isPresenting) this.#followHand();
    else {
      this.#hand = null;
      const ray = this.#isOver && this.#measures.tool !== null ? this.#drag.raycaster.ray : null;
      if (!this.#measures.isDragging) this.#measures.aim = ray && this.#aimOf(ray, this.#nearAngle);
    }
  }

  /** From the hand in a headset to where its next point would be; null while no tool is used there. */
  get ray(): Omit<ShownRay, 'colour'> | null {
    const { aim, tool } = this.#measures;
    if (!this.#world.renderer.xr.isPresenting || tool === null || !aim) return null;
    return { from: this.#handRay.origin.clone(), to: new Vector3(...aim) };
  }

  dispose(): void {
    this.#listening.abort();
    this.#drag.dispose();
  }

  #take(event: PointerEvent): boolean {
    const { renderer, rig } = this.#world;
    if (renderer.xr.isPresenting) return false;
    const pixels = NEAR_POINT[event.pointerType === 'mouse' ? 'mouse' : 'touch'];
    this.#nearAngle = (pixels / renderer.domElement.clientHeight) * ((rig.camera.fov * Math.PI) / 180);
    const ray = this.#drag.raycaster.ray.clone();
    const point = this.#pointAt(ray, this.#nearAngle);
    this.#down = { at: new Vector2(event.clientX, event.clientY), ray, point };
    this.#hasMoved = false;
    if (!point || !this.#grab(point)) return false;
    this.#drag.facePlane(new Vector3(...point.at));
    return true;
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (!this.#down || this.#down.at.distanceTo(new Vector2(clientX, clientY)) > CLICK) this.#hasMoved = true;
    if (!this.#hasMoved) return;
    const onPlane = new Vector3();
    const { ray } = this.#drag.raycaster;
    const at = this.#aimOf(ray, this.#nearAngle) ?? (this.#drag.meetPlane(onPlane) ? tupleOf(onPlane) : null);
    if (at) this.#measures.dragTo(at);
  }

  #end(isCancelled: boolean): void {
    const down = this.#down;
    this.#measures.drop(isCancelled || !this.#hasMoved);
    if (!isCancelled && !this.#hasMoved && down) this.#press(down.ray, down.point, this.#nearAngle);
    this.#down = null;
  }

  /** What was not taken for dragging: a click places a point, or chooses what it is on. */
  #click(event: PointerEvent): void {
    const down = this.#down;
    if (!down || event.button !== 0 || this.#measures.isDragging) return;
    this.#down = null;
    if (down.at.distanceTo(new Vector2(event.clientX, event.clientY)) > CLICK) return;
    this.#press(down.ray, down.point, this.#nearAngle);
  }

  #press(ray: Ray, point: AimedPoint | null, angle: number): void {
    if (this.#measures.tool === null) {
      if (point?.id) this.#measures.choose(point.id);
      return;
    }
    const at = this.#aimOf(ray, angle);
    if (at) this.#measures.place(at);
  }

  #leave(): void {
    this.#isOver = false;
  }

  #key(event: KeyboardEvent): void {
    if (isTyping(event.target)) return;
    const measures = this.#measures;
    if (event.key === 'Escape' ? !measures.cancel() : event.key !== 'Enter' || !measures.canCloseArea) return;
    if (event.key === 'Enter') measures.closeArea();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The trigger places a point; held on a point of one's own, it drags it. */
  #followHand(): void {
    const measures = this.#measures;
    const { isTracked, isSelecting } = this.#world.wearer.pointers.right;
    if (!isTracked) {
      measures.drop(true);
      [this.#hand, measures.aim] = [null, null];
      return;
    }
    const ray = this.#handRay;
    const at = this.#aimOf(ray, HAND.near);
    measures.aim = measures.tool === null || measures.isDragging ? null : at;
    if (isSelecting && !this.#hand) {
      const point = this.#pointAt(ray, HAND.near);
      this.#hand = { way: ray.direction.clone(), point, isDragging: false };
      if (point && this.#grab(point)) return;
      this.#press(ray, point, HAND.near);
      if (measures.noteAt) this.#placeInHeadset();
    } else if (isSelecting && this.#hand && measures.isDragging) {
      this.#hand.isDragging ||= this.#hand.way.angleTo(ray.direction) > HAND.drags;
      if (this.#hand.isDragging && at) measures.dragTo(at);
    } else if (!isSelecting && this.#hand) {
      const { point, isDragging } = this.#hand;
      const wasHeld = measures.isDragging;
      this.#hand = null;
      measures.drop(!isDragging);
      if (wasHeld && !isDragging) this.#press(ray, point, HAND.near);
    }
  }

  get #handRay(): Ray {
    const { position, rotation } = this.#world.wearer.pointers.right;
    return new Ray(position.clone(), new Vector3(0, 0, -1).applyQuaternion(rotation));
  }

  /** Points of what is being used: with a tool in hand all, else those of what is chosen. */
  #grab({ id, index }: AimedPoint): boolean {
    const measures = this.#measures;
    if (id === null || (measures.tool === null && measures.chosenId !== id)) return false;
    return measures.grab(id, index);
  }

  #pointAt(ray: Ray, angle: number): AimedPoint | null {
    return aimedPoint(ray, this.#measures.marks, [], angle);
  }

  /** A point that is there already, or where the ray meets the scene. */
  #aimOf(ray: Ray, angle: number): ScenePoint | null {
    const { marks, placed, tool, draggedId } = this.#measures;
    const others = marks.filter(({ id, kind }) => kind === 'measure' && id !== draggedId);
    // An area ends where it began; a tape from a point to itself has no length.
    const snapped = aimedPoint(ray, others, tool === 'area' ? placed.slice(0, 1) : [], angle);
    if (snapped) return snapped.at;
    const at = this.#pick(ray);
    return at && tupleOf(at);
  }
}

function tupleOf({ x, y, z }: Vector3): ScenePoint {
  return [x, y, z];
}
