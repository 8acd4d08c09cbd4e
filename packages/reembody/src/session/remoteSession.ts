import { InputError, type Pose } from '@leib/core';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import type { RemoteBody } from '../body/remoteBody.js';
import type { MujocoModule } from '../engine/mujoco.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { carryOver } from '../world/carryOver.js';
import { push } from '../world/push.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';
import type { WorldGuest } from '../world/worldGuest.js';
import type { WorldObject } from '../world/worldObject.js';
import { holdAgain, moveHand, openHand } from './moveHand.js';
import {
  buildRemoteFrameLayout,
  inputAt,
  MAX_SESSION_BODIES,
  PUSH_BODY,
  PUSH_OBJECT,
  type RemoteFrameLayout,
} from './remoteFrame.js';
import { createSessionBody, type RemoteBodySetup, receiveTarget, type SessionBody } from './sessionBody.js';
import { writeContacts, writeFrame } from './writeFrame.js';

/** Stronger pushes are ignored, N: input of a socket may be anything. */
const MAX_PUSH = 5000;

export interface RemoteSessionSetup {
  /** 1 to 8. Setups that share their skeleton, skin and settings share what is built of them. */
  readonly bodies: readonly RemoteBodySetup[];
  readonly objects: readonly WorldObject[];
}

/** A robot as a session has it: RobotGuest of the door ./robot. */
export interface SessionRobot extends WorldGuest {
  /** Numbers that it writes in a frame. */
  readonly outputLength: number;
  follow(targetPose: Pose, dtSeconds: number): void;
  /** Gets up where its own legs carry it. */
  standUp(): void;
  write(targetPose: Pose, output: Float64Array, at: number): void;
  dispose(): void;
}

/**
 * Bodies and a room behind flat numbers, in and out, that go through a worker's messages as well as over a socket. Owns
 * memory of the engine: call dispose().
 */
export class RemoteSession {
  readonly #mujoco: MujocoModule;
  #objects: readonly WorldObject[];
  readonly #point = new Float64Array(3);
  readonly #force = new Float64Array(3);
  #people: readonly SessionBody[];
  #robot: SessionRobot | null = null;
  #world: RemoteWorld;
  #layout: RemoteFrameLayout;

  /** `bodies`: what the setups were built into, where that is done already. */
  constructor(
    mujoco: MujocoModule,
    { bodies: setups, objects }: RemoteSessionSetup,
    bodies: readonly RemoteBody[] = buildBodies(setups),
  ) {
    checkCount(setups.length);
    this.#mujoco = mujoco;
    this.#objects = objects;
    this.#people = setups.map(createSessionBody);
    this.#world = new RemoteWorld(mujoco, bodies, objects);
    this.#layout = buildRemoteFrameLayout(bodies, objects.length);
  }

  get bodies(): readonly RemoteBody[] {
    return this.#world.bodies.map(({ body }) => body);
  }

  get layout(): RemoteFrameLayout {
    return this.#layout;
  }

  /** What a body of the session was built from. */
  setupOf(index: number): RemoteBodySetup {
    const { skeleton, skin } = this.#people[index];
    return { skeleton, skin, settings: this.bodies[index].settings };
  }

  /** Changes the settings of all bodies, or of those given: bodies and things stay where they are, hands hold on. */
  setSettings(settings: RemoteBodySettings, indexes?: readonly number[]): void {
    const built = new Map<RemoteBody, RemoteBody>();
    const bodies = this.bodies.map((before, index) => {
      if (indexes !== undefined && !indexes.includes(index)) return before;
      const { skeleton, skin } = this.#people[index];
      const next = built.get(before) ?? buildRemoteBody(skeleton, settings, skin, before);
      built.set(before, next);
      return next;
    });
    this.#rebuild(bodies, this.#people, true);
  }

  /** Puts a body of the same skeleton in the place of each of those given: it stays where it is, and hands hold on. */
  replaceBodies(indexes: readonly number[], body: RemoteBody): void {
    const bodies = this.bodies.map((before, index) => (indexes.includes(index) ? body : before));
    this.#rebuild(bodies, this.#people, true);
  }

  /** Adds bodies after those that are there. `bodies`: what the setups were built into, where that is done already. */
  addBodies(setups: readonly RemoteBodySetup[], bodies: readonly RemoteBody[] = buildBodies(setups)): void {
    checkCount(this.#people.length + setups.length);
    this.#rebuild([...this.bodies, ...bodies], [...this.#people, ...setups.map(createSessionBody)], true);
  }

  /** Adds copies of a body, each with a target, a latency line and hands of its own. */
  addCopies(of: number, count: number): void {
    checkCount(this.#people.length + count);
    const { skeleton, skin } = this.#people[of];
    const body = this.bodies[of];
    const copies = Array.from({ length: count }, () => createSessionBody({ skeleton, skin, settings: body.settings }));
    this.#rebuild([...this.bodies, ...copies.map(() => body)], [...this.#people, ...copies], true);
  }

  /** So many bodies, as many as are missing copies of the first. */
  setCount(count: number): void {
    const missing = count - this.#people.length;
    if (missing > 0) this.addCopies(0, missing);
    if (missing < 0) this.removeBodies(Array.from({ length: -missing }, (_, i) => count + i));
  }

  /** Removes bodies; those after them move up. What they held, and hands that held them, are released. */
  removeBodies(indexes: readonly number[]): void {
    const stays = (_: unknown, index: number) => !indexes.includes(index);
    const people = this.#people.filter(stays);
    checkCount(people.length);
    this.#rebuild(this.bodies.filter(stays), people, true);
  }

  /**
   * Other things in the room. One that is as it was stays where it has got to; another, or one that was moved, stands where it
   * is put. Hands let go of things.
   */
  setObjects(objects: readonly WorldObject[]): void {
    const before = this.#objects;
    this.#objects = objects;
    try {
      for (const { hands } of this.#people) {
        for (const hand of hands) if (hand.object >= 0) openHand(this.#world, hand);
      }
      this.#rebuild(this.bodies, this.#people, true);
    } catch (error) {
      this.#objects = before;
      throw error;
    }
  }

  /**
   * A robot that lives in this world and follows the first person, or none. It is the session's from now on. Where the world with
   * it cannot be built, all stays as it was.
   */
  setRobot(robot: SessionRobot | null): void {
    const before = this.#robot;
    this.#robot = robot;
    try {
      for (const { hands } of this.#people) {
        for (const hand of hands) if (hand.robotHand >= 0) openHand(this.#world, hand);
      }
      this.#rebuild(this.bodies, this.#people, true);
    } catch (error) {
      this.#robot = before;
      robot?.dispose();
      throw error;
    }
    before?.dispose();
  }

  /** Puts all things of the room back where they were at first. */
  resetObjects(): void {
    for (const { hands } of this.#people) {
      for (const hand of hands) if (hand.object >= 0) openHand(this.#world, hand);
    }
    this.#rebuild(this.bodies, this.#people, false);
  }

  /** One frame. `input` and `output` are of the layout's lengths; `output` is written throughout. */
  step(input: Float64Array, output: Float64Array): void {
    const { bodies } = this.#layout;
    const dtSeconds = input[inputAt.dtSeconds];
    let wantsContacts = false;
    for (let i = 0; i < bodies.length; i++) {
      const at = bodies[i].input;
      receiveTarget(this.#people[i], this.#world.bodies[i], input, at, dtSeconds);
      if (input[at + inputAt.standsUp] > 0) this.#standUp(i);
      this.#applyPush(input, at, dtSeconds);
      if (input[at + inputAt.wantsContacts] > 0) wantsContacts = true;
    }
    this.#robot?.follow(this.#people[0].latency.targetPose, dtSeconds);
    stepRemoteWorld(this.#world, dtSeconds);
    for (let i = 0; i < bodies.length; i++) {
      const at = bodies[i].input;
      moveHand(this.#world, this.#people, i, this.#people[i].hands[0], input[at + inputAt.leftGrip]);
      moveHand(this.#world, this.#people, i, this.#people[i].hands[1], input[at + inputAt.rightGrip]);
    }
    writeFrame(this.#world, this.#people, this.#layout, output);
    if (wantsContacts) writeContacts(this.#world, this.#layout, output);
    this.#robot?.write(this.#people[0].latency.targetPose, output, this.#layout.robot);
  }

  dispose(): void {
    this.#robot?.dispose();
    this.#world.dispose();
  }

  /** Builds a new world and carries the state over; where that fails, the old one stays. */
  #rebuild(bodies: readonly RemoteBody[], people: readonly SessionBody[], keepsObjects: boolean): void {
    const next = new RemoteWorld(this.#mujoco, bodies, this.#objects, { guest: this.#robot });
    const from = this.#world;
    const numbersBefore = people.map((person) => this.#people.indexOf(person));
    if (keepsObjects) carryOver(from, next, numbersBefore);
    else carryBodies(from, next);
    from.dispose();
    this.#world = next;
    this.#people = people;
    this.#layout = buildRemoteFrameLayout(bodies, this.#objects.length, this.#robot?.outputLength);
    for (const [index, { hands }] of people.entries()) {
      for (const hand of hands) holdAgain(next, people, index, hand);
    }
  }

  #standUp(index: number): void {
    const state = this.#world.bodies[index];
    // As at its first frame.
    if (state.body.settings.control.root === 'balance') state.hasTarget = false;
    if (index === 0) this.#robot?.standUp();
  }

  /** Applies the person's push for this frame; its force follows the pointer. */
  #applyPush(input: Float64Array, at: number, dtSeconds: number): void {
    const kind = input[at + inputAt.pushKind];
    const held = input[at + inputAt.pushNumber];
    if (!(kind >= PUSH_OBJECT) || !(dtSeconds > 0)) return;
    const body = kind === PUSH_OBJECT ? -1 : kind - PUSH_BODY;
    if (body >= 0 && !(body < this.#world.bodies.length && Number.isInteger(body))) return;
    const count = body < 0 ? this.#world.objects.length : this.#world.bodies[body].body.parts.length;
    if (!(held >= 0 && held < count && Number.isInteger(held))) return;
    if (body < 0 && this.#world.objects[held].body < 0) return;
    let sum = 0;
    let forceSq = 0;
    for (let k = 0; k < 3; k++) {
      this.#point[k] = input[at + inputAt.pushPoint + k];
      this.#force[k] = input[at + inputAt.pushForce + k];
      sum += this.#point[k];
      forceSq += this.#force[k] * this.#force[k];
    }
    if (!Number.isFinite(sum) || !(forceSq <= MAX_PUSH * MAX_PUSH)) return;
    push(this.#world, body, held, this.#point, this.#force, dtSeconds);
  }
}

function checkCount(count: number): void {
  if (count >= 1 && count <= MAX_SESSION_BODIES) return;
  throw new InputError('bodies', `expected 1 to ${MAX_SESSION_BODIES}, got ${count}`);
}

/** Equal setups share one body: fitting shapes to a skin takes long. */
function buildBodies(setups: readonly RemoteBodySetup[]): RemoteBody[] {
  const bodies: RemoteBody[] = [];
  for (const [index, { skeleton, skin, settings }] of setups.entries()) {
    const same = setups.findIndex(
      (other) => other.skeleton === skeleton && other.skin === skin && other.settings === settings,
    );
    bodies.push(same < index ? bodies[same] : buildRemoteBody(skeleton, settings, skin));
  }
  return bodies;
}

/** Carries bodies over, and leaves things at their first places. */
function carryBodies(from: RemoteWorld, to: RemoteWorld): void {
  const places = to.objects.map(({ coordinate, speed, object }) => {
    const isRailed = object.kind === 'door' || object.kind === 'button';
    return { coordinate, speed, place: to.data.qpos.slice(coordinate, coordinate + (isRailed ? 1 : 7)) };
  });
  carryOver(from, to);
  for (const { coordinate, speed, place } of places) {
    if (coordinate < 0) continue;
    to.data.qpos.set(place, coordinate);
    to.data.qvel.fill(0, speed, speed + (place.length === 1 ? 1 : 6));
  }
}
