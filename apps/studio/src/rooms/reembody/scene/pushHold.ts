import { inputAt, PUSH_BODY, PUSH_NOTHING, PUSH_OBJECT, type WorldObject } from '@leib/reembody';
import type { CollidersView } from '@leib/three/reembody';
import { type Raycaster, Vector3 } from 'three';
import type { ObjectsView } from './objectsView.js';
import { pullThing } from './pullThing.js';
import type { ShownPush } from './pushArrow.js';

/** A part of a body that is dragged is pushed by so much per metre that the pointer goes, N/m. */
const BODY_STIFFNESS = 400;
/** Strongest pull on a thing, per kilogram, so that a ball does not fly away. */
const THING_FORCE = 40;
/** A press without a drag taps for so long, seconds. */
const TAP_SECONDS = 0.12;
/** A push that a button asks for lasts so long, seconds. */
const PUSH_SECONDS = 0.35;
/** Behind a part that is left out, the next one is looked for from here on, metres. */
const BEHIND = 1e-3;

/** What a press would push. */
export interface Picked {
  readonly kind: number;
  readonly number: number;
  /** World. */
  readonly point: Vector3;
  /** Of a thing: in its own space. */
  readonly pointLocal: Vector3 | null;
}

/** What can be pushed. */
export interface Pushables {
  readonly colliders: Pick<CollidersView, 'pick'>;
  readonly things: Pick<ObjectsView, 'pick' | 'pointOf'>;
  objects(): readonly WorldObject[];
  /** The world's metres per one of the person's. */
  scale(): number;
}

/** One hold on a body or a thing, whatever pointer has it: taken, pulled towards a goal, let go or tapped. World space. */
export class PushHold {
  /** Newtons. */
  strongest = 150;
  /** What is pushed in this frame; null where nothing is. */
  shown: ShownPush | null = null;
  isHeld = false;
  readonly #parts: Pushables;
  readonly #grasped = new Vector3();
  readonly #goal = new Vector3();
  /** Of a thing: the grasped point in its own space, where that was when the last frame was written, and how far it went. */
  readonly #graspedLocal = new Vector3();
  readonly #graspedBefore = new Vector3();
  readonly #step = new Vector3();
  readonly #force = new Vector3();
  readonly #tapWay = new Vector3();
  #kind: number = PUSH_NOTHING;
  #number = -1;
  #tapSeconds = 0;
  /** Time since the last frame was written. */
  #stepSeconds = 0;

  constructor(parts: Pushables) {
    this.#parts = parts;
  }

  /** What is pushed, or was last. */
  get pushed(): Pick<Picked, 'kind' | 'number'> {
    return { kind: this.#kind, number: this.#number };
  }

  /**
   * What a ray meets first of all that can be pushed; null where nothing moves.
   * @param isLeftOut parts that are passed through, by their number through all bodies
   */
  pick(ray: Raycaster, isLeftOut: (part: number) => boolean = () => false): Picked | null {
    const thing = this.#parts.things.pick(ray);
    const part = this.#pickPart(ray, isLeftOut);
    if (thing !== null && (part === null || thing.distance < part.distance)) {
      const { object, point, pointLocal } = thing;
      return this.massOf(object) > 0 ? { kind: PUSH_OBJECT, number: object, point, pointLocal } : null;
    }
    return part && { kind: PUSH_BODY, number: part.part, point: part.point, pointLocal: null };
  }

  take({ kind, number, point, pointLocal }: Picked): void {
    this.#kind = kind;
    this.#number = number;
    this.isHeld = true;
    this.#tapSeconds = 0;
    this.#grasped.copy(point);
    this.#graspedBefore.copy(point);
    if (pointLocal) this.#graspedLocal.copy(pointLocal);
    this.#goal.copy(point);
  }

  /** Where what is held is drawn to. */
  pullTo(goalWorld: Vector3): void {
    this.#goal.copy(goalWorld);
  }

  letGo(): void {
    this.isHeld = false;
  }

  /** Taps what was held, one way. */
  tap(wayWorld: Vector3): void {
    this.#tapWay.copy(wayWorld).normalize();
    this.#tapSeconds = TAP_SECONDS;
  }

  /** Pushes a part of the own body for a moment, one way. `place` in the person's metres. */
  pushPart(part: number, place: readonly [x: number, y: number, z: number], wayWorld: Vector3): void {
    if (this.isHeld) return;
    this.#kind = PUSH_BODY;
    this.#number = part;
    this.#grasped.set(...place).multiplyScalar(this.#parts.scale());
    this.#graspedBefore.copy(this.#grasped);
    this.#tapWay.copy(wayWorld).normalize();
    this.#tapSeconds = PUSH_SECONDS;
  }

  /** Writes what is pushed now into a frame for the simulation, in the person's metres; null: the last is on its way. */
  write(input: Float64Array | null, dtSeconds: number): void {
    this.#stepSeconds += dtSeconds;
    if (input === null || !(this.#stepSeconds > 0)) return;
    const isTapping = this.#tapSeconds > 0;
    input[inputAt.pushKind] = this.isHeld || isTapping ? this.#kind : PUSH_NOTHING;
    input[inputAt.pushNumber] = this.#number;
    const stepSeconds = this.#stepSeconds;
    this.#stepSeconds = 0;
    this.shown = null;
    if (!this.isHeld && !isTapping) return;
    this.#tapSeconds -= stepSeconds;
    this.#findForce(isTapping, stepSeconds);
    const scale = this.#parts.scale();
    input[inputAt.pushPoint] = this.#grasped.x / scale;
    input[inputAt.pushPoint + 1] = this.#grasped.y / scale;
    input[inputAt.pushPoint + 2] = this.#grasped.z / scale;
    input[inputAt.pushForce] = this.#force.x;
    input[inputAt.pushForce + 1] = this.#force.y;
    input[inputAt.pushForce + 2] = this.#force.z;
    this.shown = { pointWorld: this.#grasped, force: this.#force };
  }

  /** Kilograms; 0 of what stands fast. */
  massOf(object: number): number {
    const thing = this.#parts.objects()[object];
    if (thing === undefined) return 0;
    return 'mass' in thing ? (thing.mass ?? 0) : 1;
  }

  #findForce(isTapping: boolean, stepSeconds: number): void {
    const scale = this.#parts.scale();
    const mass = this.#kind === PUSH_OBJECT ? this.massOf(this.#number) : null;
    const limit = mass === null ? this.strongest : Math.min(this.strongest, mass * THING_FORCE);
    if (mass !== null) this.#parts.things.pointOf(this.#number, this.#graspedLocal, this.#grasped);
    this.#step.copy(this.#grasped).sub(this.#graspedBefore).divideScalar(scale);
    this.#graspedBefore.copy(this.#grasped);
    this.#force.copy(this.#goal).sub(this.#grasped).divideScalar(scale);
    if (isTapping) this.#force.copy(this.#tapWay).multiplyScalar(limit);
    else if (mass === null) this.#force.multiplyScalar(BODY_STIFFNESS).clampLength(0, limit);
    else pullThing(this.#force, this.#step, mass, stepSeconds, limit);
  }

  #pickPart(ray: Raycaster, isLeftOut: (part: number) => boolean): ReturnType<CollidersView['pick']> {
    const { near } = ray;
    let part = this.#parts.colliders.pick(ray);
    while (part !== null && isLeftOut(part.part)) {
      ray.near = part.distance + BEHIND;
      part = this.#parts.colliders.pick(ray);
    }
    ray.near = near;
    return part;
  }
}
