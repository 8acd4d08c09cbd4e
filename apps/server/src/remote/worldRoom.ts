import { InputError, requireDecoded } from '@leib/core';
import { encodeProblem, roomKind } from '@leib/net';
import {
  buildRemoteFrameLayout,
  CONTACT_SIZE,
  contactAt,
  inputAt,
  type MujocoModule,
  outputAt,
  PUSH_BODY,
  PUSH_NOTHING,
  type RemoteFrameLayout,
  RemoteSession,
} from '@leib/reembody';
import {
  decodeCount,
  decodeNumbers,
  decodeOpening,
  decodeSettings,
  encodeBuilt,
  encodeNumbers,
  NUMBERS_AT,
} from '@leib/reembody/wire';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { type BodyBuilder, buildHere } from './bodyBuilder.js';
import { EngineResets, findGuilty } from './engineResets.js';
import { createRoomClient, nextInput, noteJump, type RoomClient, renumberHeld, resizeInput } from './roomClient.js';
import { TICK_MS, tickSeconds } from './tickSeconds.js';

/** What a world asks of the server that holds its clients' sockets. */
export interface WorldEvents {
  send(client: number, message: Uint8Array<ArrayBuffer>): void;
  /** Sends the reason to the client and disconnects it. `costMs`: how long the others of the world waited, where it is to blame. */
  refuse(client: number, reason: string, costMs?: number): void;
}

export interface WorldRoomOptions {
  /** Every client's frames step the world by their time, in shared worlds too. */
  readonly isSteppedByFrames?: boolean;
  readonly clock?: ServerClock;
  /** Builds bodies while others are in the world; here and at once unless given. */
  readonly build?: BodyBuilder;
  /** Computing of this thread so far, milliseconds; by the clock unless given. */
  readonly workedMs?: () => number;
}

/** The longest time that a client's frame makes up for, seconds. */
const LONGEST_FRAME_SECONDS = 0.5;
/** Computing that a step of a shared world may take on average, milliseconds: a tick; eight people take half of it. */
const MOST_STEP_MS = 11;
/** How much of the average each step is, and the longest that one counts as: two steps of 50 ms are enough, one is not. */
const STEP_WEIGHT = 0.15;
const MOST_COUNTED_MS = 50;

/**
 * One world and its clients. With one client its frames are the clock: the answer comes at once and advances by exactly
 * the time that the client has seen pass. With several a page that stalls must not stop the others: the world steps by
 * itself at 90 Hz with the last frame of each.
 */
export class WorldRoom {
  readonly #mujoco: MujocoModule;
  readonly #events: WorldEvents;
  readonly #isSteppedByFrames: boolean;
  readonly #clock: ServerClock;
  readonly #build: BodyBuilder;
  readonly #clients = new Map<number, RoomClient>();
  /** Clients whose bodies are being built. */
  readonly #arriving = new Set<number>();
  #session: RemoteSession | null = null;
  /** Client of each body of the session. */
  #owners: number[] = [];
  #objectsText = '';
  #input = new Float64Array(0);
  #output = new Float64Array(0);
  #stopTicking: (() => void) | null = null;
  #tickedMs = 0;
  readonly #workedMs: () => number;
  /** Computing of the last step of a shared world, and its mean, milliseconds. */
  #lastStepMs = 0;
  #meanStepMs = 0;
  /** How much longer than a tick steps took since a client changed the world last, milliseconds. */
  #lateMs = 0;
  #changeCount = 0;
  readonly #resets = new EngineResets();

  constructor(
    mujoco: MujocoModule,
    events: WorldEvents,
    {
      isSteppedByFrames = false,
      clock = systemClock,
      build = buildHere,
      workedMs = clock.nowMs,
    }: WorldRoomOptions = {},
  ) {
    this.#workedMs = workedMs;
    this.#build = build;
    this.#mujoco = mujoco;
    this.#events = events;
    this.#isSteppedByFrames = isSteppedByFrames;
    this.#clock = clock;
  }

  /**
   * A message of a client. Does not throw: what is wrong with it is answered. Returns the milliseconds of work that the
   * others had to wait for, at once unless a body has to be built first.
   */
  receive(id: number, bytes: Uint8Array, receivedMs: number): number | Promise<number> {
    try {
      const begunMs = this.#clock.nowMs();
      const change = this.#receive(id, bytes, receivedMs);
      const workMs = this.#clock.nowMs() - begunMs;
      return change === null
        ? workMs
        : change.then(
            (then) => this.#finish(id, then, workMs),
            (error) => this.#fail(id, error),
          );
    } catch (error) {
      return this.#fail(id, error as Error);
    }
  }

  /** What is left to do in the world itself when a body has been built aside. */
  #finish(id: number, change: () => void, workMs: number): number {
    const begunMs = this.#clock.nowMs();
    try {
      change();
    } catch (error) {
      this.#fail(id, error as Error);
    }
    return workMs + this.#clock.nowMs() - begunMs;
  }

  /** Tells a client what was wrong; one that is not in the world yet is disconnected. */
  #fail(id: number, error: Error): number {
    const reason = error instanceof InputError ? error.message : `the simulation failed: ${error.message}`;
    if (this.#clients.has(id)) this.#events.send(id, encodeProblem({ reason, isOver: false }));
    else this.#events.refuse(id, reason);
    return 0;
  }

  leave(id: number): void {
    this.#arriving.delete(id);
    if (!this.#clients.delete(id)) return;
    this.#resets.forget(id);
    if (this.#clients.size === 0) {
      this.dispose();
      return;
    }
    const own = this.#bodiesOf(id);
    this.#owners = this.#owners.filter((owner) => owner !== id);
    this.#orEnd(() => {
      this.#session?.removeBodies(own);
      this.#onChanged();
    });
  }

  dispose(): void {
    this.#session?.dispose();
    this.#session = null;
    this.#owners = [];
    this.#clients.clear();
    this.#arriving.clear();
    this.#stopClock();
  }

  /** Does work of the whole world; where it fails, the world ends, and nothing else. */
  #orEnd(work: () => void): void {
    try {
      work();
    } catch (error) {
      const clients = [...this.#clients.keys()];
      this.dispose();
      for (const client of clients) this.#events.refuse(client, `the simulation failed: ${(error as Error).message}`);
    }
  }

  /**
   * What a message changes once a body is built for it; null where that is done already. The message is of a kind that a
   * client may send, an opening the first one and no other.
   */
  #receive(id: number, bytes: Uint8Array, receivedMs: number): Promise<() => void> | null {
    const [kind] = bytes;
    if (kind === roomKind.open) return this.#open(id, bytes);
    const client = this.#clients.get(id);
    // Its body is still being built: a frame cannot be of the right length yet.
    if (!client || !this.#session) return null;
    if (kind === roomKind.bodies) this.#frame(client, bytes, receivedMs);
    else if (kind === roomKind.settings) return this.#settings(this.#session, client, bytes);
    else if (kind === roomKind.count) this.#count(this.#session, client, bytes);
    else if (kind === roomKind.resetObjects) this.#session.resetObjects();
    return null;
  }

  #open(id: number, bytes: Uint8Array): Promise<() => void> {
    const opening = requireDecoded(decodeOpening(bytes));
    const { body, starts, objects } = opening;
    const text = JSON.stringify(objects);
    this.#arriving.add(id);
    return this.#builderBeside(this.#clients.size)({ ...body, before: null }).then((built) => () => {
      // The client may have left meanwhile.
      if (!this.#arriving.delete(id)) return;
      const setups = starts.map(() => body);
      const bodies = starts.map(() => built);
      if (this.#session === null) {
        this.#session = new RemoteSession(this.#mujoco, { bodies: setups, objects }, bodies);
        this.#objectsText = text;
      } else if (text !== this.#objectsText) {
        throw new InputError(
          'open, objects',
          'expected the same things as in this room; send those, or choose another room.',
        );
      } else {
        this.#session.addBodies(setups, bodies);
      }
      this.#owners.push(...bodies.map(() => id));
      this.#clients.set(id, createRoomClient(id, this.#freeSeat(), opening));
      this.#onChanged(id);
    });
  }

  /** All bodies of a client are copies of one. */
  #settings(session: RemoteSession, { id }: RoomClient, bytes: Uint8Array): Promise<() => void> {
    const settings = requireDecoded(decodeSettings(bytes));
    const [first] = this.#bodiesOf(id);
    const plan = { ...session.setupOf(first), settings, before: session.bodies[first] };
    return this.#builderBeside(this.#clients.size - 1)(plan).then((built) => () => {
      if (!this.#clients.has(id) || this.#session === null) return;
      this.#session.replaceBodies(this.#bodiesOf(id), built);
      this.#onChanged(id);
    });
  }

  /** Where nobody else waits, a body is built here: a builder aside takes a moment to start. */
  #builderBeside(othersCount: number): BodyBuilder {
    return othersCount > 0 ? this.#build : buildHere;
  }

  #count(session: RemoteSession, client: RoomClient, bytes: Uint8Array): void {
    const count = requireDecoded(decodeCount(bytes));
    const own = this.#bodiesOf(client.id);
    const missing = count - own.length;
    if (missing > 0) {
      session.addCopies(own[0], missing);
      for (let i = 0; i < missing; i++) this.#owners.push(client.id);
    } else if (missing < 0) {
      const leaving = own.slice(count);
      session.removeBodies(leaving);
      this.#owners = this.#owners.filter((_, index) => !leaving.includes(index));
    }
    resizeInput(client, count, own.length);
    this.#onChanged(client.id);
  }

  #frame(client: RoomClient, bytes: Uint8Array, receivedMs: number): void {
    const length = (bytes.length - NUMBERS_AT) / 4;
    if (length !== client.input.length) {
      if (length === client.lengthBefore) return;
      this.#events.refuse(client.id, `frame: expected ${client.input.length} numbers, got ${length} numbers.`);
      return;
    }
    client.givenBefore.set(nextInput(client, this.#sinceFrame(client)));
    const before = client.input.slice();
    client.sequence = requireDecoded(decodeNumbers(bytes, client.input)).sequence;
    noteJump(client, before);
    client.receivedMs = receivedMs;
    if (this.#stopTicking === null) this.#step(client.input[inputAt.dtSeconds]);
  }

  /** Sends the changed world to all clients; `by` has changed it, where it was a client. */
  #onChanged(by: number | null = null): void {
    const changer = by === null ? undefined : this.#clients.get(by);
    if (changer) {
      changer.changeNumber = ++this.#changeCount;
      this.#lateMs = 0;
    }
    const session = this.#session;
    if (session === null) return;
    const { layout, bodies } = session;
    this.#input = new Float64Array(layout.inputLength);
    this.#output = new Float64Array(layout.outputLength);
    for (const client of this.#clients.values()) {
      const own = this.#bodiesOf(client.id);
      client.order = [...own, ...Array.from(bodies.keys()).filter((index) => !own.includes(index))];
      client.ownCount = own.length;
      const seen = client.order.map((index) => bodies[index]);
      client.layout = buildRemoteFrameLayout(seen, layout.objectCount);
      client.output = new Float64Array(client.layout.outputLength);
      const clientCount = this.#clients.size;
      this.#events.send(client.id, encodeBuilt({ bodies: seen, ownCount: own.length, clientCount, seat: client.seat }));
    }
    if (this.#clients.size > 1 && !this.#isSteppedByFrames) {
      this.#startClock();
      return;
    }
    this.#stopClock();
    // The last client may be waiting for the clock that has just stopped.
    const [last] = this.#clients.values();
    if (last.answeredSequence !== last.sequence) this.#step(last.input[inputAt.dtSeconds]);
  }

  #freeSeat(): number {
    const taken = new Set(Array.from(this.#clients.values(), ({ seat }) => seat));
    let seat = 0;
    while (taken.has(seat)) seat++;
    return seat;
  }

  #bodiesOf(id: number): number[] {
    return this.#owners.flatMap((owner, index) => (owner === id ? [index] : []));
  }

  #startClock(): void {
    if (this.#stopTicking !== null) return;
    this.#tickedMs = this.#clock.nowMs();
    this.#stopTicking = this.#clock.every(TICK_MS, () => {
      const nowMs = this.#clock.nowMs();
      const seconds = (nowMs - this.#tickedMs) / 1000;
      this.#tickedMs = nowMs;
      const begunMs = this.#workedMs();
      this.#orEnd(() => this.#step(tickSeconds(seconds, this.#lastStepMs)));
      const stepMs = this.#workedMs() - begunMs;
      this.#lastStepMs = stepMs;
      this.#lateMs += Math.max(0, stepMs - TICK_MS);
      this.#meanStepMs += STEP_WEIGHT * (Math.min(stepMs, MOST_COUNTED_MS) - this.#meanStepMs);
      if (this.#meanStepMs > MOST_STEP_MS) this.#removeSlowest();
    });
  }

  /** Bodies may jump into others, or have shapes that all touch each other: whose they probably are leaves the world. */
  #removeSlowest(): void {
    this.#meanStepMs = 0;
    const last = findGuilty(this.#clients.values());
    if (last === null) return;
    const most = `expected at most ${MOST_STEP_MS} ms a step for all that are in the room`;
    const costMs = this.#lateMs;
    this.#lateMs = 0;
    this.#events.refuse(last.id, `body: ${most}, got more; come with a simpler body, or fewer of them.`, costMs);
    this.leave(last.id);
  }

  #stopClock(): void {
    this.#stopTicking?.();
    this.#stopTicking = null;
  }

  #step(seconds: number): void {
    const session = this.#session;
    if (session === null) return;
    const begunMs = this.#clock.nowMs();
    for (const client of this.#clients.values()) {
      this.#takeInput(session.layout, client, nextInput(client, this.#sinceFrame(client)));
    }
    this.#input[inputAt.dtSeconds] = seconds > 0 ? Math.min(seconds, LONGEST_FRAME_SECONDS) : 0;
    session.step(this.#input, this.#output);
    this.#output[outputAt.stepSeconds] = (this.#clock.nowMs() - begunMs) / 1000;
    for (const client of this.#clients.values()) this.#answer(session.layout, client);
    const guilty = this.#resets.note(this.#output[outputAt.resets], this.#clients.values());
    // A client that is alone resets only its own bodies.
    if (guilty === null || this.#clients.size === 1) return;
    this.#events.refuse(
      guilty.id,
      'the engine was reset twice by what you push, or by your body; come with other settings.',
    );
    this.leave(guilty.id);
  }

  /** Seconds since a client's last frame came. Where frames are the clock, a step goes all the way to the frame. */
  #sinceFrame({ receivedMs }: RoomClient): number {
    return this.#stopTicking === null ? Number.POSITIVE_INFINITY : (this.#clock.nowMs() - receivedMs) / 1000;
  }

  #takeInput({ bodies }: RemoteFrameLayout, { order, ownCount, layout }: RoomClient, input: Float64Array): void {
    for (let i = 0; i < ownCount; i++) {
      const to = bodies[order[i]].input;
      const { input: from, inputLength } = layout.bodies[i];
      for (let k = 0; k < inputLength; k++) this.#input[to + k] = input[from + k];
      // The client counts bodies in its own order.
      const held = this.#input[to + inputAt.pushKind];
      if (held >= PUSH_BODY) {
        const body = order[held - PUSH_BODY];
        this.#input[to + inputAt.pushKind] = body === undefined ? PUSH_NOTHING : PUSH_BODY + body;
      }
    }
  }

  #answer(world: RemoteFrameLayout, client: RoomClient): void {
    const { order, layout, output, sequence, receivedMs } = client;
    client.answeredSequence = sequence;
    for (let i = 0; i < order.length; i++) {
      const { output: from, outputLength } = world.bodies[order[i]];
      const to = layout.bodies[i].output;
      for (let k = 0; k < outputLength; k++) output[to + k] = this.#output[from + k];
      renumberHeld(output, to + outputAt.leftHeld, order);
      renumberHeld(output, to + outputAt.rightHeld, order);
    }
    output[outputAt.stepSeconds] = this.#output[outputAt.stepSeconds];
    for (let k = world.objects; k < world.outputLength; k++)
      output[layout.objects + k - world.objects] = this.#output[k];
    const count = layout.contacts + output[outputAt.writtenContacts] * CONTACT_SIZE;
    for (let at = layout.contacts; at < count; at += CONTACT_SIZE) {
      for (const number of [at + contactAt.body, at + contactAt.otherBody])
        output[number] = order.indexOf(output[number]);
    }
    const seconds = receivedMs > 0 ? (this.#clock.nowMs() - receivedMs) / 1000 : 0;
    this.#events.send(client.id, encodeNumbers(output, count, sequence, seconds));
  }
}
