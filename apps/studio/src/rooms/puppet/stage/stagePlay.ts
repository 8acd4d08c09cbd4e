import { type PuppetModel, pivotOf } from '@leib/puppet';
import type { MujocoModule } from '@leib/reembody';
import { Quaternion, Vector3 } from 'three';
import {
  type BubblesState,
  blowBubbles,
  type Crumb,
  createBubbles,
  spillCrumbs,
  stepBubbles,
  stepCrumbs,
} from './bubbles.js';
import { carryHeld, createGrasps, type Grasp, stepGrasp } from './grasping.js';
import { buildPartColliders, type PartCollider } from './partColliders.js';
import {
  BITES,
  newThing,
  type PartPlaces,
  PLACE_SIZE,
  radiusOf,
  StagePhysics,
  type StageThing,
  type ThingKind,
} from './stagePhysics.js';

/** A mouth that does not grasp (a teddy's) bites what is held to it at most so often, seconds. */
const CHEW_SECONDS = 0.7;

/** What a puppet does with the things on its stage: pushes, holds, throws, eats, blows bubbles. No drawing here. */
export class StagePlay {
  readonly bubbles: BubblesState = createBubbles();
  readonly crumbs: Crumb[] = [];
  /** Bites taken out of each thing. */
  bites: number[] = [];
  isBlowing = false;
  readonly #mujoco: MujocoModule;
  readonly #model: PuppetModel;
  readonly #colliders: readonly PartCollider[];
  readonly #height: number;
  #physics: StagePhysics;
  #grasps: Grasp[];
  #addedCount = 0;
  #chewSeconds = 0;

  constructor(mujoco: MujocoModule, model: PuppetModel) {
    this.#mujoco = mujoco;
    this.#model = model;
    this.#colliders = buildPartColliders(model);
    this.#height = heightOf(model.mesh.positions);
    this.#grasps = createGrasps(model);
    this.#physics = this.#build(model.file.stage.things);
    this.bites = this.things.map(() => 0);
  }

  get things(): readonly StageThing[] {
    return this.#physics.things;
  }

  /** Where each thing is, puppet's space. things x 7. */
  get places(): Float64Array {
    return this.#physics.places;
  }

  /** Things that a grasp holds now. */
  get held(): readonly number[] {
    return this.#grasps.flatMap(({ held }) => (held >= 0 ? [held] : []));
  }

  add(kind: ThingKind): void {
    this.#addedCount++;
    const { stage } = this.#model.file;
    this.#replace([...this.things, newThing(kind, this.#height, stage.floor, this.#addedCount)], (i) => i);
  }

  clear(): void {
    this.#replace([], () => -1);
    this.bubbles.bubbles.length = 0;
    this.isBlowing = false;
  }

  /** One frame, after the puppet's. */
  step(places: PartPlaces, dtSeconds: number): void {
    for (const grasp of this.#grasps) this.#stepGrasp(grasp, places);
    this.#chewAtMouth(places, dtSeconds);
    this.#physics.step(places, dtSeconds);
    for (const grasp of this.#grasps) carryHeld(grasp, places, this.#physics, dtSeconds);
    const mouth = this.#mouth(places);
    if (this.isBlowing && mouth) blowBubbles(this.bubbles, mouth.at, mouth.way, this.#height, dtSeconds);
    stepBubbles(this.bubbles, (at, radius) => this.#isTouched(places, at, radius), dtSeconds);
    stepCrumbs(this.crumbs, this.#model.file.stage.floor, dtSeconds);
  }

  dispose(): void {
    this.#physics.dispose();
  }

  #stepGrasp(grasp: Grasp, places: PartPlaces): void {
    const { held } = this;
    const event = stepGrasp(this.#model, grasp, places, this.#physics, (thing) => !held.includes(thing));
    if (!event) return;
    if (event.kind === 'let go') this.#physics.setHeld(event.thing, false);
    else this.#physics.setHeld(event.thing, true);
    if (event.kind === 'bite') this.#bite(event.thing);
  }

  /** Puppets whose mouth does not grasp eat what their arms hold to it. */
  #chewAtMouth(places: PartPlaces, dtSeconds: number): void {
    this.#chewSeconds = Math.max(0, this.#chewSeconds - dtSeconds);
    const mouth = this.#mouth(places);
    if (!mouth || this.#chewSeconds > 0 || this.#grasps.some(({ isMouth }) => isMouth)) return;
    const thing = this.things.findIndex((each, i) => {
      const away = new Vector3().fromArray(this.places, i * PLACE_SIZE).distanceTo(mouth.at);
      return each.kind === 'biscuit' && away < radiusOf(each) + 0.04 * this.#height;
    });
    if (thing < 0) return;
    this.#chewSeconds = CHEW_SECONDS;
    this.#bite(thing);
  }

  #bite(thing: number): void {
    this.bites[thing]++;
    const at = new Vector3().fromArray(this.places, thing * PLACE_SIZE);
    spillCrumbs(this.crumbs, at, radiusOf(this.things[thing]), this.bites[thing]);
    if (this.bites[thing] >= BITES) {
      this.#remove(thing);
      return;
    }
    this.#physics.setRadius(thing, bittenRadius(this.things[thing], this.bites[thing]));
  }

  #remove(thing: number): void {
    const left = this.things.filter((_, i) => i !== thing);
    this.#replace(left, (i) => (i < thing ? i : i + 1));
  }

  /** Other things on the stage; those that stay keep their place, speed, bites, and who holds them. */
  #replace(things: readonly StageThing[], oldOf: (thing: number) => number): void {
    const old = this.#physics;
    const oldBites = this.bites;
    const numbers = things.map((_, i) => oldOf(i)).map((i) => (i < old.things.length ? i : -1));
    this.#physics = this.#build(things);
    this.bites = numbers.map((i) => (i >= 0 ? oldBites[i] : 0));
    numbers.forEach((from, to) => {
      if (from >= 0) this.#physics.place(to, old.places, from * PLACE_SIZE, old.velocityOf(from));
      if (this.bites[to] > 0) this.#physics.setRadius(to, bittenRadius(things[to], this.bites[to]));
    });
    for (const grasp of this.#grasps) {
      // New things have the number -1 here, as an empty grasp has.
      grasp.held = grasp.held < 0 ? -1 : numbers.indexOf(grasp.held);
      if (grasp.held >= 0) this.#physics.setHeld(grasp.held, true);
    }
    old.dispose();
  }

  #build(things: readonly StageThing[]): StagePhysics {
    return new StagePhysics(this.#mujoco, this.#colliders, things, this.#model.file.stage.floor);
  }

  #mouth({ worldPositions, worldRotations }: PartPlaces): { at: Vector3; way: Vector3 } | null {
    const { bubbles } = this.#model.file.stage;
    if (!bubbles) return null;
    const part = this.#model.file.parts.findIndex(({ name }) => name === bubbles.part);
    const rotation = new Quaternion().fromArray(worldRotations, (part + 1) * 4);
    const pivot = new Vector3(...pivotOf(this.#model.file.parts[part]));
    const at = new Vector3(...bubbles.point).sub(pivot).applyQuaternion(rotation);
    at.add(new Vector3().fromArray(worldPositions, (part + 1) * 3));
    return { at, way: new Vector3(0, 0, 1).applyQuaternion(rotation) };
  }

  /** Whether a ball at a point meets a part, a thing or the floor. */
  #isTouched({ worldPositions, worldRotations }: PartPlaces, at: Vector3, radius: number): boolean {
    if (at.y - radius < this.#model.file.stage.floor) return true;
    const [local, turn] = [new Vector3(), new Quaternion()];
    const isAtPart = this.#colliders.some(({ part, middle, rotation, halfSize }) => {
      local.copy(at).sub(new Vector3().fromArray(worldPositions, (part + 1) * 3));
      local.applyQuaternion(turn.fromArray(worldRotations, (part + 1) * 4).invert());
      local.sub(new Vector3(...middle)).applyQuaternion(turn.fromArray(rotation).invert());
      return Math.hypot(...halfSize.map((half, k) => local.getComponent(k) / (half + radius))) < 1;
    });
    if (isAtPart) return true;
    return this.things.some(
      (thing, i) => local.fromArray(this.places, i * PLACE_SIZE).distanceTo(at) < radiusOf(thing) + radius,
    );
  }
}

/** A bitten biscuit's radius for bumping into things. */
function bittenRadius(thing: StageThing, bites: number): number {
  return radiusOf(thing) * (1 - (0.6 * bites) / BITES);
}

function heightOf(positions: Float64Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 1; at < positions.length; at += 3) {
    low = Math.min(low, positions[at]);
    high = Math.max(high, positions[at]);
  }
  return high - low;
}
