import { type EffectorDrag, endOf, type PartTurn, type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { type Object3D, Plane, Quaternion, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import { placeOfEffector } from '../scene/effectorPoints.js';
import { pointOfPart } from '../scene/partFrames.js';
import { distanceToSegment } from './distanceToSegment.js';

/** A pointer this near takes a grip, or a part where parts are turned, pixels; a finger is less exact. */
const GRASP_PIXELS = { grip: { mouse: 20, touch: 36 }, part: { mouse: 30, touch: 44 } } as const;

/** What a pointer drags. */
interface Held {
  readonly what: 'effector' | 'part';
  readonly index: number;
  /** Faces the camera, through the point that was taken; world. */
  readonly plane: Plane;
  /** From the pointer's point on the plane to the point that was taken, puppet's space. */
  readonly offset: Vector3;
  /** Where it is dragged to, puppet's space. */
  readonly at: Vector3;
  /** A part: from its pivot to the point that was taken, in the part's frame, unit. */
  readonly wayLocal: Vector3;
}

/** The puppet that is dragged. */
export interface DraggedPuppet {
  readonly model: PuppetModel;
  readonly state: PuppetState;
}

/** Grips and parts of the puppet in the picture, dragged by mouse and fingers, several at once. */
export class PuppetDrags {
  /** Grips can be taken; they cannot where they are not shown. */
  canDrag = true;
  /** Nothing can be taken while the puppet is built. */
  isOpen = true;
  /** Every pointer turns parts; otherwise only with Shift held. */
  turnsParts = false;
  /** Effector under the pointer, -1: none. */
  near = -1;
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

  /** Effectors that are held. */
  get heldEffectors(): ReadonlySet<number> {
    return new Set([...this.#held.values()].filter(({ what }) => what === 'effector').map(({ index }) => index));
  }

  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  /** Where effectors are dragged to. */
  drags(): EffectorDrag[] {
    return [...this.#held.values()]
      .filter(({ what, index }) => what === 'effector' && index < this.#puppet().model.file.effectors.length)
      .map(({ index, at }) => ({ effector: index, positionWorld: [at.x, at.y, at.z], rotationWorld: null }));
  }

  /** How parts are turned. */
  turns(): PartTurn[] {
    const { model } = this.#puppet();
    return [...this.#held.values()]
      .filter(({ what, index }) => what === 'part' && index < model.file.parts.length)
      .map((held) => ({ part: held.index, localRotation: this.#turnOf(held) }));
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
    const { model, state } = this.#puppet();
    const taken = new Vector3();
    if (found.what === 'effector') placeOfEffector(model, state, found.index, taken);
    else pointOfPart(model, state, found.index, endOf(model.file.parts[found.index]), taken);
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    const takenWorld = this.#space.localToWorld(taken.clone());
    const plane = new Plane();
    plane.setFromNormalAndCoplanarPoint(this.#world.rig.camera.getWorldDirection(new Vector3()), takenWorld);
    const offset = this.#pointOn(plane, event, canvas) ? taken.clone().sub(this.#point) : new Vector3();
    this.#held.set(event.pointerId, { ...found, plane, offset, at: taken, wayLocal: this.#wayOf(found, taken) });
    this.#world.rig.controls.enabled = false;
    canvas.style.cursor = 'grabbing';
  }

  #wayOf({ what, index }: Pick<Held, 'what' | 'index'>, taken: Vector3): Vector3 {
    if (what === 'effector') return new Vector3();
    const { pose } = this.#puppet().state;
    const turn = new Quaternion().fromArray(pose.worldRotations, (index + 1) * 4).invert();
    return taken
      .clone()
      .sub(new Vector3().fromArray(pose.worldPositions, (index + 1) * 3))
      .applyQuaternion(turn)
      .normalize();
  }

  #move(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const held = this.#held.get(event.pointerId);
    if (!held) {
      if (event.buttons !== 0) return;
      const found = this.#find(event, canvas);
      this.near = found?.what === 'effector' ? found.index : -1;
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

  /** The part's rotation that brings the point that was taken towards the pointer, in its parent's space. */
  #turnOf({ index, at, wayLocal }: Held): [number, number, number, number] {
    const { model, state } = this.#puppet();
    const { worldPositions, worldRotations, localRotations } = state.pose;
    const joint = index + 1;
    const turned = new Quaternion().fromArray(worldRotations, model.skeleton.parents[joint] * 4);
    const before = new Quaternion().fromArray(localRotations, joint * 4);
    const wanted = at.clone().sub(new Vector3().fromArray(worldPositions, joint * 3));
    if (wanted.lengthSq() === 0) return before.toArray();
    wanted.normalize().applyQuaternion(turned.invert());
    const now = wayLocal.clone().applyQuaternion(before);
    return new Quaternion().setFromUnitVectors(now, wanted).multiply(before).normalize().toArray();
  }

  #find(event: PointerEvent, canvas: HTMLCanvasElement): Pick<Held, 'what' | 'index'> | null {
    if (!this.isOpen) return null;
    const isTurning = this.turnsParts || event.shiftKey;
    const index = isTurning ? this.#partAt(event, canvas) : this.canDrag ? this.#effectorAt(event, canvas) : -1;
    return index < 0 ? null : { what: isTurning ? 'part' : 'effector', index };
  }

  #effectorAt(event: PointerEvent, canvas: HTMLCanvasElement): number {
    const { model, state } = this.#puppet();
    const pointer = new Vector2(event.clientX, event.clientY);
    const taken = this.heldEffectors;
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

/** The nearest of so many things within reach; -1 where there is none. */
function nearestOf(count: number, reach: number, distanceOf: (index: number) => number): number {
  let nearest = -1;
  let least = reach;
  for (let index = 0; index < count; index++) {
    const distance = distanceOf(index);
    if (distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}
