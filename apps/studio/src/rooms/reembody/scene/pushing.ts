import { PUSH_OBJECT } from '@leib/reembody';
import { Group, Vector3 } from 'three';
import { HandPointers } from '../../../world/handPointers.js';
import type { World } from '../../../world/world.js';
import { boneLabel } from '../settings/boneLabel.js';
import { HandPush, type HandPushRoom } from './handPush.js';
import { createPushArrow } from './pushArrow.js';
import { PushDrag } from './pushDrag.js';
import { type Pushables, PushHold } from './pushHold.js';

/** What pushing asks of the room. */
export interface PushingRoom extends HandPushRoom {
  /** The name of a part, by its number through all bodies. */
  partName(part: number): string;
}

/** Everything that pushes the second body and things: the mouse, hands in a headset, a button; and the arrow that shows it. */
export class Pushing {
  /** Arrow and rays of hands, world space. */
  readonly root = new Group();
  readonly #world: World;
  readonly #hold: PushHold;
  readonly #drag: PushDrag;
  readonly #hands: HandPush;
  readonly #arrow = createPushArrow();
  readonly #pointers = new HandPointers();
  readonly #viewWorld = new Vector3();
  readonly #nameOf: (pushed: PushHold['pushed']) => string;
  #wasPushing = false;

  constructor(world: World, parts: Omit<Pushables, 'scale'>, room: PushingRoom) {
    this.#world = world;
    this.#hold = new PushHold({ ...parts, scale: () => world.person.scale.x });
    this.#nameOf = ({ kind, number }) =>
      kind === PUSH_OBJECT ? boneLabel(parts.objects()[number]?.name ?? '') : room.partName(number);
    this.#drag = new PushDrag(world, this.#hold, this.#nameOf);
    this.#hands = new HandPush(world, this.#hold, room);
    this.root.add(this.#arrow.root, this.#pointers.root);
  }

  set strongest(newtons: number) {
    this.#hold.strongest = newtons;
  }

  /** Whether something is pushed in this frame. */
  get isPushing(): boolean {
    return this.#hold.shown !== null;
  }

  /** The thing below the mouse, by its number, or -1. */
  get hovered(): number {
    return this.#drag.hovered;
  }

  /** Where the arrow starts, the person's metres; null where none is shown. */
  get arrowPlace(): readonly [x: number, y: number, z: number] | null {
    return this.#arrow.length > 0 ? this.#arrow.place(this.#world.person.scale.x) : null;
  }

  /** Writes what is pushed now into a frame for the simulation; null: the last is on its way. */
  write(input: Float64Array | null, dtSeconds: number): void {
    this.#hands.step();
    this.#hold.write(input, dtSeconds);
  }

  /** Pushes a part of the own body for a moment, away from the view. `place` in the person's metres. */
  pushPart(part: number, place: readonly [x: number, y: number, z: number]): void {
    this.#hold.pushPart(part, place, this.#world.rig.camera.getWorldDirection(this.#viewWorld));
  }

  /** Draws where and how hard something is pushed, and where hands point; a push that begins or ends is in the stage's log. */
  update(dtSeconds: number): void {
    const { isPushing } = this;
    if (isPushing !== this.#wasPushing) this.#log(isPushing);
    this.#wasPushing = isPushing;
    const { rig, renderer } = this.#world;
    rig.camera.getWorldDirection(this.#viewWorld);
    this.#arrow.update(this.#hold.shown, this.#hold.strongest, this.#viewWorld, dtSeconds);
    const { left, right } = this.#hands.hands;
    this.#pointers.update([left, right], renderer.xr.isPresenting);
  }

  #log(isPushing: boolean): void {
    this.#world.stage.log({ log: 'pushing', data: { what: this.#nameOf(this.#hold.pushed), isPushing } });
  }

  dispose(): void {
    this.#drag.dispose();
    this.#arrow.dispose();
    this.#pointers.dispose();
    this.root.removeFromParent();
  }
}
