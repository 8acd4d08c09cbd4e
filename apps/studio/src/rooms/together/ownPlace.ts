import { carryHeadTo, createGroundHit, type Ground } from '@leib/embody';
import type { ActorId } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { Quaternion, Vector3 } from 'three';
import type { World } from '../../world/world.js';
import { FollowCamera } from './followCamera.js';
import type { MeasuresScene } from './measures/measuresScene.js';
import { placeOfComer, type Standing } from './pointing.js';
import type { RoomPeople } from './roomPeople.js';
import type { TogetherController } from './togetherController.js';

/** One stands so far from whom one goes to, metres; farther than the second, one who follows in a headset goes after them. */
const BESIDE = 1.1;
const FAR = 3;
/** Ground so far above somebody's feet is still theirs, metres. */
const STEP = 0.4;
/** Before a measurement the camera stands higher by this share of its distance. */
const LOOK_DOWN = 0.5;

interface OwnPlaceParts {
  readonly world: World;
  readonly controller: TogetherController;
  readonly people: RoomPeople;
  readonly ground: Ground;
  /** Where one stands oneself. */
  readonly mine: () => Standing | null;
}

/** Where one is in the room: one's place on coming, beside somebody, before a measurement, and the view that goes with somebody. */
export class OwnPlace {
  readonly #parts: OwnPlaceParts;
  readonly #camera: FollowCamera;
  readonly #hit = createGroundHit();
  /** Where the person is to be at once, the world's metres. */
  #landing: { readonly at: Vector3; readonly yaw: number } | null = null;
  /** As whom one has found one's place in the room. */
  #placedAs: ActorId | null = null;

  constructor(parts: OwnPlaceParts) {
    this.#parts = parts;
    this.#camera = new FollowCamera(parts.world.rig);
  }

  /** The view goes along with somebody. */
  get isViewTaken(): boolean {
    return this.#camera.isOn;
  }

  /** In another room: nobody is followed, and one's place is found anew. */
  reset(): void {
    this.#placedAs = null;
    this.#camera.set(null);
  }

  /** In a recorded room: one stands where nobody else does. */
  enterReplay(): void {
    const { people } = this.#parts;
    this.#camera.set(null);
    if (people.replay && !people.room) this.#standAt(Object.keys(people.replay.doc.actors).length);
  }

  /** Whoever is new stands where nobody else does. */
  find({ me, doc, role }: SharedRoom): void {
    if (me === null || me === this.#placedAs || !doc?.actors[me]) return;
    this.#placedAs = me;
    const index = Object.keys(doc.actors).indexOf(me);
    if (index >= 1 && role !== 'watcher') this.#standAt(index);
  }

  /** Once in a frame: to whom, or before what, one wants to be, and with whom the view goes. */
  step(measures: MeasuresScene): void {
    const { controller, people, world, mine } = this.#parts;
    const { followed } = controller;
    const goal = controller.takeGoal();
    if (goal !== null) this.#goTo(goal);
    this.#goToMark(measures);
    const standing = people.standing(followed);
    const isWorn = world.renderer.xr.isPresenting;
    this.#camera.set(isWorn ? null : standing);
    if (!isWorn || !standing || followed === null) return;
    const head = mine()?.head;
    if (head && head.distanceTo(standing.head) > FAR) this.#goTo(followed);
  }

  /** Moves the person to where they are to be at once. */
  travel(joints: JointFrame): void {
    const landing = this.#landing;
    if (!landing) return;
    this.#landing = null;
    const { locomotion, person } = this.#parts.world;
    locomotion.player.offsetYaw = landing.yaw - headingOf(joints);
    const { x, y, z } = landing.at.clone().divideScalar(person.scale.x);
    carryHeadTo(locomotion.player, joints, [x, y, z]);
  }

  #standAt(index: number): void {
    const { x, z, yaw } = placeOfComer(index);
    this.#landing = { at: new Vector3(x, this.#heightAt(x, z, STEP), z), yaw };
    // The view that was behind the start is behind them.
    const { rig } = this.#parts.world;
    const carry = (point: Vector3) =>
      point
        .clone()
        .applyAxisAngle(up, yaw)
        .add(new Vector3(x, 0, z))
        .toArray();
    rig.goTo(carry(rig.camera.position), carry(rig.controls.target));
  }

  /** Beside somebody, face to face, from where one comes. */
  #goTo(id: ActorId): void {
    const standing = this.#parts.people.standing(id);
    if (!standing) return;
    const way = (this.#parts.mine()?.head ?? new Vector3()).clone().sub(standing.head).setY(0);
    if (way.lengthSq() < 1e-4) way.set(0, 0, 1);
    way.setLength(BESIDE);
    const at = standing.feet.clone().add(way);
    at.setY(this.#heightAt(at.x, at.z, standing.feet.y + STEP));
    this.#landing = { at, yaw: Math.atan2(-way.x, -way.z) };
  }

  /** Before a measurement or a note: the view, and in a headset its wearer. */
  #goToMark(measures: MeasuresScene): void {
    const view = measures.takeView();
    if (!view) return;
    const { at, middle } = view;
    const { controller, world } = this.#parts;
    const { rig, renderer } = world;
    controller.follow(null);
    if (!renderer.xr.isPresenting && rig.mode !== 'eyes') {
      const raised = at.clone().setY(Math.max(0.3, middle.y + LOOK_DOWN * at.distanceTo(middle)));
      rig.goTo(raised.toArray(), middle.toArray());
    } else {
      at.setY(this.#heightAt(at.x, at.z, middle.y + STEP));
      this.#landing = { at, yaw: Math.atan2(middle.x - at.x, middle.z - at.z) };
    }
  }

  /** The ground at a place, from a height on downwards; 0 where there is none. */
  #heightAt(x: number, z: number, belowY: number): number {
    return this.#parts.ground.query(x, z, belowY, this.#hit) ? this.#hit.height : 0;
  }
}

const up = new Vector3(0, 1, 0);
const turn = new Quaternion();
const ahead = new Vector3();

/** Which way a tracked head looks, radians from +Z. */
function headingOf({ jointPoses }: JointFrame): number {
  turn.fromArray(jointPoses, pointNumber.head * POSE_SIZE + 3);
  ahead.set(0, 0, 1).applyQuaternion(turn);
  return Math.atan2(ahead.x, ahead.z);
}
