import { Raycaster, Vector3 } from 'three';
import type { ShownHand } from '../../../world/handPointers.js';
import type { HeadsetPointer } from '../../../world/wearer.js';
import type { World } from '../../../world/world.js';
import type { PushHold } from './pushHold.js';

/** Moved by less than this it was a tap, metres. */
const TAP_WAY = 0.03;

type Side = 'left' | 'right';
const sides = ['left', 'right'] as const;

/** What hands ask of the room. */
export interface HandPushRoom {
  /** Part of the arm whose hand points: its ray goes through it. By its number through all bodies. */
  isOwnArm(part: number, side: Side): boolean;
  /** The hand holds a thing, or would take one. */
  isBusy(side: Side): boolean;
}

interface Hand extends ShownHand {
  look: ShownHand['look'];
  readonly pointer: HeadsetPointer;
  wasSelecting: boolean;
}

/**
 * Pushes the second body and things in virtual reality, as the mouse does: the trigger or a pinch takes what the ray points at
 * and pulls it along with the hand; pressed without moving, it taps. One hand at a time.
 */
export class HandPush {
  readonly hands: Readonly<Record<Side, Hand>>;
  readonly #xr: World['renderer']['xr'];
  readonly #hold: PushHold;
  readonly #room: HandPushRoom;
  readonly #raycaster = new Raycaster();
  readonly #takenLocal = new Vector3();
  readonly #takenWorld = new Vector3();
  readonly #goal = new Vector3();
  readonly #way = new Vector3();
  /** The hand that holds something. */
  #holder: Side | null = null;
  #isTap = false;

  constructor({ renderer, wearer }: Pick<World, 'renderer' | 'wearer'>, hold: PushHold, room: HandPushRoom) {
    this.#xr = renderer.xr;
    this.#hold = hold;
    this.#room = room;
    this.hands = { left: createHand(wearer.pointers.left), right: createHand(wearer.pointers.right) };
  }

  /** Called in every frame, before the push is written. */
  step(): void {
    const { isPresenting } = this.#xr;
    for (const side of sides) {
      const hand = this.hands[side];
      const isSelecting = isPresenting && hand.isSeen && hand.pointer.isSelecting;
      if (this.#holder === side) {
        if (isSelecting) this.#pull(hand);
        else this.#letGo(hand, isPresenting);
      } else this.#point(side, hand, isPresenting && hand.isSeen, isSelecting && !hand.wasSelecting);
      hand.wasSelecting = isSelecting;
    }
  }

  #point(side: Side, hand: Hand, canPoint: boolean, takes: boolean): void {
    hand.look = 'rest';
    if (!canPoint || this.#hold.isHeld || this.#room.isBusy(side)) return;
    this.#raycaster.set(hand.position, this.#wayOf(hand));
    const hit = this.#hold.pick(this.#raycaster, (part) => this.#room.isOwnArm(part, side));
    if (hit === null) return;
    hand.look = takes ? 'held' : 'near';
    if (!takes) return;
    this.#holder = side;
    this.#isTap = true;
    this.#takenWorld.copy(hit.point);
    this.#takenLocal.copy(hit.point).sub(hand.position).applyQuaternion(hand.rotation.clone().invert());
    this.#hold.take(hit);
  }

  #pull(hand: Hand): void {
    this.#goal.copy(this.#takenLocal).applyQuaternion(hand.rotation).add(hand.position);
    if (this.#goal.distanceTo(this.#takenWorld) > TAP_WAY) this.#isTap = false;
    this.#hold.pullTo(this.#goal);
  }

  #letGo(hand: Hand, mayTap: boolean): void {
    this.#holder = null;
    hand.look = 'rest';
    this.#hold.letGo();
    if (mayTap && this.#isTap) this.#hold.tap(this.#wayOf(hand));
  }

  #wayOf({ rotation }: Hand): Vector3 {
    return this.#way.set(0, 0, -1).applyQuaternion(rotation);
  }
}

function createHand(pointer: HeadsetPointer): Hand {
  return {
    pointer,
    position: pointer.position,
    rotation: pointer.rotation,
    get isSeen() {
      return pointer.isTracked;
    },
    look: 'rest',
    wasSelecting: false,
  };
}
