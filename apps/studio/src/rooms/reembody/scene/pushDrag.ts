import { inputAt, PUSH_BODY, PUSH_NOTHING, PUSH_OBJECT, type WorldObject } from '@leib/reembody';
import type { CollidersView } from '@leib/three/reembody';
import { type Mesh, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { World } from '../../../world/world.js';
import { boneLabel } from '../settings/boneLabel.js';
import { HoverLabel } from './hoverLabel.js';
import type { ObjectsView } from './objectsView.js';
import { pullThing } from './pullThing.js';
import type { ShownPush } from './pushArrow.js';

/** A part of a body that is dragged is pushed by so much per metre that the pointer goes, N/m. */
const BODY_STIFFNESS = 400;
/** Strongest pull on a thing, per kilogram, so that a ball does not fly away. */
const THING_FORCE = 40;
/** A click without a drag taps for so long, seconds. */
const TAP_SECONDS = 0.12;
/** A push that a button asks for lasts so long, seconds. */
const PUSH_SECONDS = 0.35;
/** Nearer than this to a handle of the emulated headset the handle is meant, metres. */
const HANDLE_RADIUS = 0.11;
/** Moved by less than this it was a click, pixels. */
const CLICK_PIXELS = 4;

/** What a press would push. */
interface Picked {
  readonly kind: number;
  readonly number: number;
  /** World. */
  readonly point: Vector3;
  /** Of a thing: in its own space. */
  readonly pointLocal: Vector3 | null;
}

/** Pushes the remote body and things with the mouse: drag pulls towards the pointer, a click taps. */
export class PushDrag {
  /** Newtons. */
  strongest = 150;
  /** What is pushed in this frame; null where nothing is. */
  shown: ShownPush | null = null;
  /** The thing below the pointer, by its number, or -1. */
  hovered = -1;
  readonly #world: World;
  readonly #colliders: CollidersView;
  readonly #things: ObjectsView;
  readonly #objects: readonly WorldObject[];
  readonly #nameOf: (part: number) => string;
  readonly #hover: HoverLabel;
  readonly #listening = new AbortController();
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2();
  readonly #down = new Vector2();
  readonly #plane = new Plane();
  readonly #grasped = new Vector3();
  readonly #goal = new Vector3();
  /** Of a thing: the grasped point in its own space, where that was when the last frame was written, and how far it went. */
  readonly #graspedLocal = new Vector3();
  readonly #graspedBefore = new Vector3();
  readonly #step = new Vector3();
  readonly #force = new Vector3();
  #isDown = false;
  #isClick = false;
  #kind: number = PUSH_NOTHING;
  #number = -1;
  #tapSeconds = 0;
  /** Time since the last frame was written. */
  #stepSeconds = 0;

  /** @param nameOf the name of a part, by its number through all bodies */
  constructor(
    world: World,
    colliders: CollidersView,
    things: ObjectsView,
    objects: readonly WorldObject[],
    nameOf: (part: number) => string,
  ) {
    this.#world = world;
    this.#nameOf = nameOf;
    this.#hover = new HoverLabel(world.renderer.domElement);
    this.#colliders = colliders;
    this.#things = things;
    this.#objects = objects;
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#grab(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#drag(event, canvas), first);
    canvas.addEventListener('pointerup', () => this.#letGo(true), first);
    canvas.addEventListener('pointercancel', () => this.#letGo(false), first);
    canvas.addEventListener('pointerleave', () => this.#hover.show(null, 0, 0), first);
  }

  /** Writes what is pushed now into a frame for the simulation, in the person's metres; null: the last is on its way. */
  write(input: Float64Array | null, dtSeconds: number): void {
    this.#stepSeconds += dtSeconds;
    if (input === null || !(this.#stepSeconds > 0)) return;
    const isTapping = this.#tapSeconds > 0;
    input[inputAt.pushKind] = this.#isDown || isTapping ? this.#kind : PUSH_NOTHING;
    input[inputAt.pushNumber] = this.#number;
    const stepSeconds = this.#stepSeconds;
    this.#stepSeconds = 0;
    this.shown = null;
    if (!this.#isDown && !isTapping) return;
    this.#tapSeconds -= stepSeconds;
    const scale = this.#world.person.scale.x;
    const mass = this.#massOfHeld();
    const limit = mass === null ? this.strongest : Math.min(this.strongest, mass * THING_FORCE);
    if (mass !== null) this.#things.pointOf(this.#number, this.#graspedLocal, this.#grasped);
    this.#step.copy(this.#grasped).sub(this.#graspedBefore).divideScalar(scale);
    this.#graspedBefore.copy(this.#grasped);
    this.#force.copy(this.#goal).sub(this.#grasped).divideScalar(scale);
    if (isTapping) this.#world.rig.camera.getWorldDirection(this.#force).multiplyScalar(limit);
    else if (mass === null) this.#force.multiplyScalar(BODY_STIFFNESS).clampLength(0, limit);
    else pullThing(this.#force, this.#step, mass, stepSeconds, limit);
    input[inputAt.pushPoint] = this.#grasped.x / scale;
    input[inputAt.pushPoint + 1] = this.#grasped.y / scale;
    input[inputAt.pushPoint + 2] = this.#grasped.z / scale;
    input[inputAt.pushForce] = this.#force.x;
    input[inputAt.pushForce + 1] = this.#force.y;
    input[inputAt.pushForce + 2] = this.#force.z;
    this.shown = { pointWorld: this.#grasped, force: this.#force };
  }

  /** Pushes a part of the own body for a moment, away from the camera. `place` in the person's metres. */
  pushPart(part: number, place: readonly [x: number, y: number, z: number]): void {
    if (this.#isDown) return;
    this.#kind = PUSH_BODY;
    this.#number = part;
    this.#grasped.set(...place).multiplyScalar(this.#world.person.scale.x);
    this.#graspedBefore.copy(this.#grasped);
    this.#tapSeconds = PUSH_SECONDS;
  }

  dispose(): void {
    this.#letGo(false);
    this.#listening.abort();
    this.#hover.dispose();
  }

  #massOfHeld(): number | null {
    return this.#kind === PUSH_OBJECT ? this.#massOf(this.#number) : null;
  }

  /** Kilograms; 0 of what stands fast. */
  #massOf(number: number): number {
    const object = this.#objects[number];
    return 'mass' in object ? (object.mass ?? 0) : 1;
  }

  #grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.button !== 0 || this.#world.renderer.xr.isPresenting) return;
    this.#aim(event, canvas);
    const hit = this.#pick();
    if (hit === null) return;
    this.#hover.hold();
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
    this.#kind = hit.kind;
    this.#number = hit.number;
    this.#isDown = true;
    this.#isClick = true;
    this.#tapSeconds = 0;
    this.#down.set(event.clientX, event.clientY);
    this.#grasped.copy(hit.point);
    this.#graspedBefore.copy(hit.point);
    if (hit.pointLocal) this.#graspedLocal.copy(hit.pointLocal);
    this.#goal.copy(hit.point);
    this.#world.rig.camera.getWorldDirection(this.#force);
    this.#plane.setFromNormalAndCoplanarPoint(this.#force, hit.point);
  }

  #drag(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (!this.#isDown) {
      this.#point(event, canvas);
      return;
    }
    event.stopImmediatePropagation();
    const { clientX, clientY } = event;
    if (Math.abs(clientX - this.#down.x) + Math.abs(clientY - this.#down.y) > CLICK_PIXELS) this.#isClick = false;
    this.#aim(event, canvas);
    this.#raycaster.ray.intersectPlane(this.#plane, this.#goal);
  }

  /** A mouse without a pressed button: says what a press would do. */
  #point(event: PointerEvent, canvas: HTMLCanvasElement): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 0 || this.#world.renderer.xr.isPresenting) return;
    this.#aim(event, canvas);
    const hit = this.#pick();
    const isThing = hit?.kind === PUSH_OBJECT;
    this.hovered = isThing ? hit.number : -1;
    const name = hit && (isThing ? boneLabel(this.#objects[hit.number].name) : this.#nameOf(hit.number));
    this.#hover.show(name && `${isThing ? 'Drag' : 'Push'}: ${name}`, event.clientX, event.clientY);
  }

  /** What the pointer's ray meets first of all that can be pushed; null where a handle is nearer, or nothing moves. */
  #pick(): Picked | null {
    if (this.#isOverHandle()) return null;
    const part = this.#colliders.pick(this.#raycaster);
    const thing = this.#things.pick(this.#raycaster);
    if (thing !== null && (part === null || thing.distance < part.distance)) {
      const { object, point, pointLocal } = thing;
      return this.#massOf(object) > 0 ? { kind: PUSH_OBJECT, number: object, point, pointLocal } : null;
    }
    return part && { kind: PUSH_BODY, number: part.part, point: part.point, pointLocal: null };
  }

  #letGo(mayTap: boolean): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#hover.show(null, 0, 0);
    this.#tapSeconds = mayTap && this.#isClick ? TAP_SECONDS : 0;
    this.#world.rig.controls.enabled = this.#world.rig.mode !== 'eyes';
  }

  /** The emulated headset's handles hang in the tracked space; they come first. */
  #isOverHandle(): boolean {
    let isOver = false;
    this.#world.tracked.traverseVisible((node) => {
      if (!(node as Mesh).isMesh) return;
      const distance = this.#raycaster.ray.distanceToPoint(node.getWorldPosition(this.#goal));
      if (distance < HANDLE_RADIUS * this.#world.person.scale.x) isOver = true;
    });
    return isOver;
  }

  #aim(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#raycaster.setFromCamera(this.#pointer, this.#world.rig.camera);
  }
}
