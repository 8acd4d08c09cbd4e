import { clamp } from '@leib/core';
import { isReplayedId } from '@leib/together';
import { Plane, type Quaternion, Ray, Vector3 } from 'three';
import type { ScenePlace, SceneThing } from './sceneThing.js';
import { sceneLimits } from './sceneThing.js';
import type { SharedScene } from './sharedScene.js';

/** How often the others hear of it, seconds. */
const TELL_SECONDS = 0.125;
/** A wrist that rolls less than this turns nothing, and a thing turns so many times as far as the rest; radians. */
const ROLL = { none: 0.2, times: 2 } as const;
/** Nothing is carried farther away than this, metres. */
const MOST_AWAY = 30;
const up = new Vector3(0, 1, 0);

/** A hand that points: along -Z, the world's metres. */
export interface GrabbingHand {
  readonly isTracked: boolean;
  readonly isSelecting: boolean;
  readonly position: Vector3;
  readonly rotation: Quaternion;
}

interface Held {
  readonly thing: SceneThing;
  /** Level in which the place goes that was taken hold of. */
  readonly plane: Plane;
  /** From that place to the thing's own. */
  readonly offset: Vector3;
  readonly roll: number;
  readonly gesture: string;
  place: ScenePlace;
  told: ScenePlace;
  toldSeconds: number;
}

/** Carries a thing of the scene over the floor with the ray of a hand; the wrist turns it. */
export class SceneGrab {
  readonly #scene: Pick<SharedScene, 'pick' | 'hold' | 'shown'>;
  readonly #move: (thing: SceneThing, change: Partial<ScenePlace>, gesture: string) => void;
  #held: Held | null = null;
  #wasSelecting = false;
  #count = 0;
  /** From the hand to what it holds or would take; null where there is nothing. */
  ray: { readonly from: Vector3; readonly to: Vector3 } | null = null;

  /** @param move changes the document */
  constructor(
    scene: Pick<SharedScene, 'pick' | 'hold' | 'shown'>,
    move: (thing: SceneThing, change: Partial<ScenePlace>, gesture: string) => void,
  ) {
    this.#scene = scene;
    this.#move = move;
  }

  /** One frame. @param hand null: nothing is carried now */
  step(hand: GrabbingHand | null, seconds: number): void {
    const isSelecting = hand?.isTracked === true && hand.isSelecting;
    this.ray = null;
    // Somebody has removed it.
    if (this.#held && !this.#shown(this.#held.thing.id)) this.#held = null;
    if (!hand?.isTracked || (this.#held && !isSelecting)) this.#letGo();
    if (hand?.isTracked) {
      const ray = new Ray(hand.position.clone(), new Vector3(0, 0, -1).applyQuaternion(hand.rotation));
      if (this.#held) this.#carry(this.#held, ray, rollOf(hand), seconds);
      else this.#aim(ray, rollOf(hand), isSelecting && !this.#wasSelecting, seconds);
    }
    this.#wasSelecting = isSelecting;
  }

  #aim(ray: Ray, roll: number, takes: boolean, seconds: number): void {
    const met = this.#scene.pick(ray.origin, ray.direction);
    const thing = met && this.#shown(met.thingId);
    // What stood in a recorded room is not moved.
    if (!met || !thing || isReplayedId(thing.id)) return;
    this.ray = { from: ray.origin, to: met.point };
    if (!takes) return;
    const { place } = thing;
    this.#held = {
      thing,
      plane: new Plane(up, -met.point.y),
      offset: new Vector3(place.x, 0, place.z).sub(met.point).setY(0),
      roll,
      gesture: `carry ${thing.id} ${++this.#count}`,
      place,
      told: place,
      toldSeconds: seconds,
    };
  }

  #carry(held: Held, ray: Ray, roll: number, seconds: number): void {
    const at = ray.intersectPlane(held.plane, new Vector3());
    if (at && at.distanceTo(ray.origin) < MOST_AWAY) {
      const { place } = held.thing;
      const rolled = Math.atan2(Math.sin(roll - held.roll), Math.cos(roll - held.roll));
      const turned = Math.sign(rolled) * Math.max(0, Math.abs(rolled) - ROLL.none) * ROLL.times;
      const own = held.offset.clone().applyAxisAngle(up, turned).add(at);
      const { metres } = sceneLimits;
      const inLimits = (value: number) => clamp(value, -metres, metres);
      held.place = { ...place, x: inLimits(own.x), z: inLimits(own.z), turn: place.turn + turned };
      this.ray = { from: ray.origin, to: at };
    }
    this.#scene.hold(held.thing.id, held.place);
    if (seconds - held.toldSeconds < TELL_SECONDS) return;
    held.toldSeconds = seconds;
    this.#tell(held);
  }

  #letGo(): void {
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    this.#tell(held);
    this.#scene.hold(held.thing.id, null);
  }

  #shown(id: string): SceneThing | null {
    return this.#scene.shown.find(({ thing }) => thing.id === id)?.thing ?? null;
  }

  #tell(held: Held): void {
    const { x, z, turn } = held.place;
    if (held.place !== held.told) this.#move(held.thing, { x, z, turn }, held.gesture);
    held.told = held.place;
  }
}

/** How far a hand is rolled about the way that it points, radians: to the left is more. */
function rollOf({ rotation }: GrabbingHand): number {
  const way = new Vector3(0, 0, -1).applyQuaternion(rotation);
  const right = way.clone().cross(up);
  if (right.lengthSq() < 1e-6) return 0;
  const top = right.normalize().clone().cross(way);
  const own = new Vector3(0, 1, 0).applyQuaternion(rotation);
  return Math.atan2(-own.dot(right), own.dot(top));
}
