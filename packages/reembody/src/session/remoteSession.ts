import { createPose, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import type { RemoteBody } from '../body/remoteBody.js';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { largestSeparation, partError, readTorques } from '../evaluate/measureBody.js';
import {
  buildLatencyLine,
  createLatencyState,
  type LatencyLine,
  type LatencyState,
  setLatency,
  stepLatencyLine,
} from '../latency/latencyLine.js';
import type { MujocoModule } from '../mujoco/mujoco.js';
import { bodyGroups } from '../settings/bodyGroups.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { carryOver } from '../world/carryOver.js';
import { readContacts } from '../world/contacts.js';
import { grab, release } from '../world/grab.js';
import { push } from '../world/push.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';
import type { WorldObject } from '../world/worldObject.js';
import { nearestGraspable } from './nearestGraspable.js';
import {
  buildRemoteFrameLayout,
  CONTACT_SIZE,
  HELD_NOTHING,
  HELD_OBJECT,
  inputAt,
  MAX_CONTACTS,
  OBJECT_SIZE,
  outputAt,
  type RemoteFrameLayout,
} from './remoteFrame.js';

/** A hand takes what is this near to its middle, metres. */
const GRASP_REACH = 0.12;
/** Beyond this a hand counts as closed, and below half of it as open again. */
const CLOSED_GRIP = 0.5;

export interface RemoteSessionSetup {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface | null;
  readonly settings: RemoteBodySettings;
  readonly objects: readonly WorldObject[];
}

interface Hand {
  readonly bone: 'leftHand' | 'rightHand';
  isClosed: boolean;
  /** Number for release(), and what is held; -1 for nothing. */
  grabNumber: number;
  object: number;
}

/**
 * One person and one room, as whoever runs the simulation for somebody else sees it: flat numbers in, flat numbers out, so
 * that they go through a worker's messages as well as over a socket. Owns memory of the engine: call dispose().
 */
export class RemoteSession {
  readonly #mujoco: MujocoModule;
  readonly #setup: Omit<RemoteSessionSetup, 'settings'>;
  readonly #target: Pose;
  readonly #line: LatencyLine;
  readonly #latency: LatencyState;
  readonly #hands: readonly Hand[] = (['leftHand', 'rightHand'] as const).map((bone) => ({
    bone,
    isClosed: false,
    grabNumber: -1,
    object: -1,
  }));
  readonly #point = new Float64Array(3);
  readonly #force = new Float64Array(3);
  #torques = new Float64Array(0);
  #world: RemoteWorld;
  #layout: RemoteFrameLayout;

  constructor(mujoco: MujocoModule, setup: RemoteSessionSetup) {
    const { skeleton, skin, settings, objects } = setup;
    this.#mujoco = mujoco;
    this.#setup = { skeleton, skin, objects };
    this.#target = createPose(skeleton);
    this.#line = buildLatencyLine(skeleton);
    this.#latency = createLatencyState(this.#line);
    const body = buildRemoteBody(skeleton, settings, skin);
    this.#world = new RemoteWorld(mujoco, [body], objects);
    this.#layout = buildRemoteFrameLayout(body, objects.length);
    this.#torques = new Float64Array(body.speedCount);
  }

  get body(): RemoteBody {
    return this.#world.bodies[0].body;
  }

  get layout(): RemoteFrameLayout {
    return this.#layout;
  }

  /** Goes on with other settings: the body where it is, things where they are, in the hands what is in them. */
  setSettings(settings: RemoteBodySettings): void {
    const { skeleton, skin } = this.#setup;
    this.#rebuild(buildRemoteBody(skeleton, settings, skin, this.body), true);
  }

  /** Puts all things of the room back where they were at first. */
  resetObjects(): void {
    for (const hand of this.#hands) this.#open(hand);
    this.#rebuild(this.body, false);
  }

  /** One frame. `input` and `output` are of the layout's lengths; `output` is written throughout. */
  step(input: Float64Array, output: Float64Array): void {
    const dtSeconds = input[inputAt.dtSeconds];
    this.#takeTarget(input, dtSeconds);
    this.#pushHeld(input, dtSeconds);
    stepRemoteWorld(this.#world, dtSeconds);
    this.#moveHand(this.#hands[0], input[inputAt.leftGrip]);
    this.#moveHand(this.#hands[1], input[inputAt.rightGrip]);
    this.#tell(output);
    if (input[inputAt.wantsContacts] > 0) this.#tellContacts(output);
  }

  dispose(): void {
    this.#world.dispose();
  }

  #rebuild(body: RemoteBody, keepsObjects: boolean): void {
    const { objects } = this.#setup;
    const next = new RemoteWorld(this.#mujoco, [body], objects);
    const from = this.#world;
    if (keepsObjects) carryOver(from, next);
    else carryBodies(from, next);
    from.dispose();
    this.#world = next;
    this.#layout = buildRemoteFrameLayout(body, objects.length);
    this.#torques = new Float64Array(body.speedCount);
    for (const hand of this.#hands) {
      const part = partOfBone(body, hand.bone);
      hand.grabNumber = hand.object >= 0 && part >= 0 ? grab(next, 0, part, hand.object) : -1;
      if (hand.grabNumber < 0) hand.object = -1;
    }
  }

  #takeTarget(input: Float64Array, dtSeconds: number): void {
    const target = this.#target;
    for (let k = 0; k < 3; k++) target.rootPosition[k] = input[inputAt.rootPosition + k];
    for (let i = 0; i < target.localRotations.length; i++) target.localRotations[i] = input[inputAt.rotations + i];
    updateWorldPose(this.#setup.skeleton, target);
    setLatency(this.#latency, input[inputAt.latencySeconds], input[inputAt.delaysHips] > 0);
    const { latency } = this.body.settings;
    for (let group = 0; group < bodyGroups.length; group++) {
      const own = latency[bodyGroups[group]];
      if (own !== undefined) this.#latency.delaySeconds[group] = own;
    }
    stepLatencyLine(this.#line, this.#latency, target, dtSeconds);
    setRemoteTarget(this.#world.bodies[0], this.#latency.pose);
  }

  /** Anew in every frame, for as long as it lasts: the force follows the pointer. */
  #pushHeld(input: Float64Array, dtSeconds: number): void {
    const kind = input[inputAt.heldKind];
    const held = input[inputAt.heldNumber];
    if (kind === HELD_NOTHING || !(dtSeconds > 0)) return;
    const count = kind === HELD_OBJECT ? this.#world.objects.length : this.body.parts.length;
    if (!(held >= 0 && held < count)) return;
    if (kind === HELD_OBJECT && this.#world.objects[held].body < 0) return;
    for (let k = 0; k < 3; k++) {
      this.#point[k] = input[inputAt.heldPoint + k];
      this.#force[k] = input[inputAt.heldForce + k];
    }
    push(this.#world, kind === HELD_OBJECT ? -1 : 0, held, this.#point, this.#force, dtSeconds);
  }

  #moveHand(hand: Hand, grip: number): void {
    if (!hand.isClosed && grip > CLOSED_GRIP) this.#close(hand);
    else if (hand.isClosed && grip < CLOSED_GRIP / 2) {
      hand.isClosed = false;
      this.#open(hand);
    }
  }

  #close(hand: Hand): void {
    hand.isClosed = true;
    const part = partOfBone(this.body, hand.bone);
    if (part < 0) return;
    middleOfPart(this.#world, part, this.#point);
    const object = nearestGraspable(this.#world, this.#point, GRASP_REACH);
    if (object < 0) return;
    hand.grabNumber = grab(this.#world, 0, part, object);
    hand.object = hand.grabNumber < 0 ? -1 : object;
  }

  #open(hand: Hand): void {
    release(this.#world, hand.grabNumber);
    hand.grabNumber = -1;
    hand.object = -1;
  }

  #tell(output: Float64Array): void {
    const world = this.#world;
    const state = world.bodies[0];
    const { parts } = state.body;
    const layout = this.#layout;
    output[outputAt.frameSeconds] = world.frameSeconds;
    output[outputAt.stepSeconds] = 0;
    output[outputAt.resets] = world.resetCount;
    output[outputAt.nans] = state.nanCount;
    output[outputAt.teleports] = state.teleportCount;
    output[outputAt.refused] = state.refusedCount;
    output[outputAt.isFallen] = state.isFallen ? 1 : 0;
    output[outputAt.contactCount] = world.data.ncon;
    output[outputAt.toldContacts] = 0;
    let longest = 0;
    const { effectiveSeconds } = this.#latency;
    for (let group = 0; group < effectiveSeconds.length; group++) longest = Math.max(longest, effectiveSeconds[group]);
    output[outputAt.effectiveDelay] = longest;
    output[outputAt.separation] = largestSeparation(world, 0);
    output[outputAt.leftHeld] = this.#hands[0].object;
    output[outputAt.rightHeld] = this.#hands[1].object;
    for (let k = 0; k < 3; k++) output[outputAt.rootPosition + k] = state.pose.rootPosition[k];
    output.set(state.pose.localRotations, outputAt.rotations);
    let sum = 0;
    let count = 0;
    let largest = 0;
    for (let part = 0; part < parts.length; part++) {
      const place = layout.places + part * 7;
      for (let k = 0; k < 3; k++) output[place + k] = state.partPositions[part * 3 + k];
      for (let k = 0; k < 4; k++) output[place + 3 + k] = state.partRotations[part * 4 + k];
      const error = parts[part].drive < 0 ? 0 : partError(state, part);
      output[layout.errors + part] = error;
      if (parts[part].drive < 0) continue;
      sum += error;
      count++;
      largest = Math.max(largest, error);
    }
    output[outputAt.meanError] = count > 0 ? sum / count : 0;
    output[outputAt.maxError] = largest;
    readTorques(world, 0, this.#torques);
    output.set(this.#torques, layout.torques);
    for (let i = 0; i < world.objects.length; i++) {
      const at = layout.objects + i * OBJECT_SIZE;
      for (let k = 0; k < 7; k++) output[at + k] = world.objects[i].place[k];
      output[at + 7] = world.objects[i].opening;
    }
  }

  /** Contacts of the body; crates that stand on each other are nobody's business. */
  #tellContacts(output: Float64Array): void {
    let count = 0;
    for (const { pointWorld, normalWorld, force, depth, first, second } of readContacts(this.#world)) {
      if ((first.body < 0 && second.body < 0) || count === MAX_CONTACTS) continue;
      const sign = second.body < 0 ? -1 : 1;
      const at = this.#layout.contacts + count * CONTACT_SIZE;
      output.set(pointWorld, at);
      for (let k = 0; k < 3; k++) output[at + 3 + k] = sign * normalWorld[k];
      output[at + 6] = force;
      output[at + 7] = depth;
      count++;
    }
    output[outputAt.toldContacts] = count;
  }
}

/** The bodies go on, the things begin anew: a world without things has none to carry over. */
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

function partOfBone(body: RemoteBody, bone: Hand['bone']): number {
  return body.parts.findIndex((part) => part.bone === bone);
}

/** The part's centre of mass in the world. */
function middleOfPart(world: RemoteWorld, part: number, out: Float64Array): void {
  const body = world.addresses[0].bodies[part];
  const { xipos } = world.data;
  for (let k = 0; k < 3; k++) out[k] = xipos[body * 3 + k];
}
