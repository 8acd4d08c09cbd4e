import { availableParallelism } from 'node:os';
import { HEADER_SIZE, type RoomJoin, roomKind } from '@leib/net';
import { inputAt } from '@leib/reembody';
import { NUMBERS_AT, remoteLimits } from '@leib/reembody/wire';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';
import type { ServerClock } from '../common/serverClock.js';
import { TimeShare } from '../common/timeShare.js';
import type { MessageLimit, RoomChannel, RoomConnection } from '../room/roomChannel.js';
import { type BuilderThread, createBuilderThread } from './bodyBuilder.js';
import { countWork, createRequestTurn, RequestLine, type RequestTurn } from './requestLine.js';
import { createInlineHost, createThreadHost, type HostEvents, type WorldHost } from './worldHost.js';

export interface RemoteOptions {
  readonly maxClients?: number;
  /** Worlds that clients of one address may have open: others find room, too. */
  readonly maxWorldsPerAddress?: number;
  /** A client that sends nothing for so long, milliseconds, is disconnected. */
  readonly idleMs?: number;
  /** Script of a world's own thread; null runs worlds in this one. By default the built script, where there is one. */
  readonly threadScript?: URL | null;
  /**
   * Frames are the only clock, in shared worlds too, and may come at any rate: for tests whose pages have a clock of
   * their own. False unless given.
   */
  readonly isSteppedByFrames?: boolean;
}

const MAX_CLIENTS = 16;
const MAX_WORLDS = 8;
const MAX_WORLDS_PER_ADDRESS = 3;
/** A new world takes a thread and an engine, half a second of a processor: beyond these, openings wait. */
const worldRate: RateLimit = { perSecond: 0.5, burst: 4 };
/** Addresses whose new worlds are remembered. */
const MAX_REMEMBERED = 256;
/** Worlds together take at most so much of the processor's cores. */
const SHARE_OF_CORES = 0.5;
const IDLE_MS = 60_000;
/** A client that has not opened a body after so long is disconnected, milliseconds. */
const SILENT_MS = 10_000;
const CHECK_MS = 1000;
/** How often what waits for its turn is looked at, milliseconds. */
const TURN_MS = 25;
/** Frames that a world may have before it; of later ones the newest waits. */
const MAX_FRAMES_UNDER_WAY = 4;
/** Headsets show up to 144 pictures a second; a page changes its settings or bodies a few times a second at most. */
const frameRate: RateLimit = { perSecond: 300, burst: 600 };
const requestRate: RateLimit = { perSecond: 20, burst: 60 };
/** In tests whose pages have a clock of their own. */
const anyRate: RateLimit = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY };
const LARGEST_FRAME = NUMBERS_AT + 4 * remoteLimits.bodies * (inputAt.targetRotations + 4 * remoteLimits.joints);
/** Bytes waiting for a slow client beyond which frames are skipped: a later one replaces them. */
const MAX_WAITING_BYTES = 1 << 19;
interface Client {
  readonly number: number;
  readonly connection: RoomConnection;
  /** Name of the world that it asks for. */
  readonly worldName: string;
  readonly address: string;
  /** What it came with, until it is in its world. */
  opening: Uint8Array<ArrayBuffer> | null;
  /** From then on: its world, and its requests. */
  world: OpenWorld | null;
  line: RequestLine | null;
  framesUnderWay: number;
  /** Whether it has sent a frame. */
  hasPlayed: boolean;
  /** The newest frame that waits for its world's turn. */
  heldFrame: { readonly bytes: Uint8Array<ArrayBuffer>; readonly receivedMs: number } | null;
  lastMessageMs: number;
}

/** A world, and the clients in it by number. */
interface OpenWorld {
  readonly name: string;
  /** Of the client that opened it. */
  readonly address: string;
  readonly host: WorldHost;
  readonly clients: Set<number>;
  readonly time: TimeShare;
  /** By address. */
  readonly turns: Map<string, RequestTurn>;
}

/** Simulated worlds. One is made with its first client and ends with its last. */
export class WorldsChannel implements RoomChannel {
  readonly maxClients: number;
  readonly maxPerAddress = 12;
  /** A client that says nothing is told so. */
  readonly hasHeartbeat = false;
  readonly #options: Required<Omit<RemoteOptions, 'maxClients'>>;
  readonly #clock: ServerClock;
  readonly #limits: ReadonlyMap<number, MessageLimit>;
  readonly #clients = new Map<number, Client>();
  readonly #worlds = new Map<string, OpenWorld>();
  readonly #stopTimers: readonly (() => void)[];
  /** New worlds by address. */
  readonly #newWorlds = new Map<string, RateState>();
  /** Builds bodies for worlds in threads. */
  readonly #builder: BuilderThread;
  /** Worlds that have ended and are still to free their memory. */
  #endingCount = 0;

  constructor({ maxClients = MAX_CLIENTS, ...options }: RemoteOptions, clock: ServerClock) {
    this.maxClients = maxClients;
    this.#clock = clock;
    this.#options = {
      maxWorldsPerAddress: MAX_WORLDS_PER_ADDRESS,
      idleMs: IDLE_MS,
      threadScript: builtThreadScript(),
      isSteppedByFrames: false,
      ...options,
    };
    const { idleMs, threadScript, isSteppedByFrames } = this.#options;
    this.#limits = new Map([
      [roomKind.open, { mostBytes: remoteLimits.messageBytes, rate: requestRate }],
      [roomKind.settings, { mostBytes: 1 << 18, rate: requestRate }],
      [roomKind.count, { mostBytes: 1 << 10, rate: requestRate }],
      [roomKind.resetObjects, { mostBytes: HEADER_SIZE, rate: requestRate }],
      [roomKind.bodies, { mostBytes: LARGEST_FRAME, rate: isSteppedByFrames ? anyRate : frameRate }],
    ]);
    this.#builder = createBuilderThread(new URL('./builderThread.js', threadScript ?? import.meta.url));
    this.#stopTimers = [
      clock.every(Math.min(CHECK_MS, idleMs / 2), () => this.#dropIdle()),
      clock.every(TURN_MS, () => {
        for (const client of this.#clients.values()) this.#takeTurn(client);
      }),
    ];
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  get worldCount(): number {
    return this.#worlds.size;
  }

  limitsOf(): ReadonlyMap<number, MessageLimit> {
    return this.#limits;
  }

  async close(): Promise<void> {
    for (const stop of this.#stopTimers) stop();
    for (const world of this.#worlds.values()) this.#end(world);
  }

  connect(connection: RoomConnection, { world }: RoomJoin): void {
    const { id, address } = connection;
    this.#clients.set(id, {
      number: id,
      connection,
      // A client without a name for it has a world of its own, under a name that none can have.
      worldName: world ?? `:${id}`,
      address,
      opening: null,
      world: null,
      line: null,
      framesUnderWay: 0,
      hasPlayed: false,
      heldFrame: null,
      lastMessageMs: this.#clock.nowMs(),
    });
  }

  leave({ id }: RoomConnection): void {
    const client = this.#clients.get(id);
    if (client) this.#leave(client);
  }

  receive({ id, refuse }: RoomConnection, kind: number, bytes: Uint8Array<ArrayBuffer>, nowMs: number): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    client.lastMessageMs = nowMs;
    const hasOpened = client.world !== null || client.opening !== null;
    if (!hasOpened && kind !== roomKind.open) refuse(`open: expected as the first message, got kind ${kind}.`);
    else if (hasOpened && kind === roomKind.open) refuse('open: expected once, got a second one.');
    else this.#take(client, bytes, kind === roomKind.bodies, nowMs);
  }

  #take(client: Client, bytes: Uint8Array<ArrayBuffer>, isFrame: boolean, nowMs: number): void {
    if (client.world === null) {
      client.opening ??= bytes;
      this.#takeTurn(client);
    } else if (isFrame) {
      // Tests count on every frame.
      if (this.#options.isSteppedByFrames) this.#sendFrame(client, client.world, { bytes, receivedMs: nowMs });
      else {
        client.heldFrame = { bytes, receivedMs: nowMs };
        this.#sendHeld(client);
      }
    } else {
      client.line?.add(bytes);
      this.#sendNext(client);
    }
  }

  /** Goes on with what waits: an opening, a frame, a request. */
  #takeTurn(client: Client): void {
    if (client.opening !== null) this.#enter(client, client.opening);
    this.#sendHeld(client);
    this.#sendNext(client);
  }

  /** A world for a client that has sent its opening: one that is there, or a new one where it is time for that. */
  #enter(client: Client, opening: Uint8Array<ArrayBuffer>): void {
    const { worldName, address, connection, number } = client;
    const { maxWorldsPerAddress, isSteppedByFrames } = this.#options;
    let world = this.#worlds.get(worldName);
    if (world === undefined) {
      const ofAddress = [...this.#worlds.values()].filter((other) => other.address === address).length;
      if (this.#worlds.size >= MAX_WORLDS || ofAddress >= maxWorldsPerAddress) {
        client.opening = null;
        connection.refuse('the server is full; try again later.');
        return;
      }
      // A new one waits for the memory of one that ends.
      if (!isSteppedByFrames && (this.#endingCount > 0 || !this.#mayOpenWorld(address))) return;
      world = this.#openWorld(worldName, address);
    }
    world.clients.add(number);
    client.opening = null;
    client.world = world;
    client.line = new RequestLine(this.#turnOf(world, address));
    client.line.add(opening);
  }

  /** Sends the client's newest frame, where its world has the time for it. */
  #sendHeld(client: Client): void {
    const { world, heldFrame, framesUnderWay } = client;
    if (world === null || heldFrame === null || framesUnderWay >= MAX_FRAMES_UNDER_WAY) return;
    const coreShare = Math.min(1, (SHARE_OF_CORES * availableParallelism()) / this.#worlds.size);
    if (!world.time.mayStart(this.#clock.nowMs(), coreShare)) return;
    client.heldFrame = null;
    this.#sendFrame(client, world, heldFrame);
  }

  #sendFrame(client: Client, { host, time }: OpenWorld, { bytes, receivedMs }: NonNullable<Client['heldFrame']>): void {
    client.framesUnderWay++;
    client.hasPlayed = true;
    void host.receive(client.number, bytes, receivedMs).then((workMs) => {
      client.framesUnderWay--;
      time.take(workMs);
      this.#sendHeld(client);
    });
  }

  /** Hands on the client's next request where it is its turn. */
  #sendNext(client: Client): void {
    const { number, world, line } = client;
    const request = line?.next(this.#clock.nowMs()) ?? null;
    if (world === null || line === null || request === null) return;
    const othersPlay = [...world.clients].some((other) => other !== number && this.#clients.get(other)?.hasPlayed);
    void world.host.receive(number, request, this.#clock.nowMs()).then((workMs) => {
      // A client that plays alone costs the others no time.
      line.finish(othersPlay ? workMs : 0);
      this.#sendNext(client);
    });
  }

  #turnOf({ turns }: OpenWorld, address: string): RequestTurn {
    const known = turns.get(address);
    if (known) return known;
    const turn = createRequestTurn(this.#clock.nowMs());
    turns.set(address, turn);
    return turn;
  }

  #mayOpenWorld(address: string): boolean {
    const nowMs = this.#clock.nowMs();
    if (this.#newWorlds.size > MAX_REMEMBERED) this.#newWorlds.clear();
    const state = this.#newWorlds.get(address) ?? createRateState(worldRate, nowMs);
    this.#newWorlds.set(address, state);
    return takeMessage(worldRate, state, nowMs);
  }

  #openWorld(name: string, address: string): OpenWorld {
    const { threadScript, isSteppedByFrames } = this.#options;
    const clock = this.#clock;
    const events: HostEvents = {
      send: (client, message) => this.#send(client, message),
      refuse: (client, reason, costMs) => {
        const from = this.#clients.get(client);
        if (from && costMs !== undefined) countWork(this.#turnOf(world, from.address), costMs);
        this.#refuse(client, reason);
      },
      broke: (reason) => {
        for (const client of world.clients) this.#refuse(client, `the simulation broke down: ${reason}`);
        if (this.#worlds.get(name) === world) this.#worlds.delete(name);
      },
    };
    const host =
      threadScript === null
        ? createInlineHost(events, { isSteppedByFrames, clock })
        : createThreadHost(threadScript, events, isSteppedByFrames, this.#builder.build);
    const time = new TimeShare(clock.nowMs());
    const world: OpenWorld = { name, address, host, clients: new Set(), time, turns: new Map() };
    this.#worlds.set(name, world);
    return world;
  }

  #send(number: number, message: Uint8Array<ArrayBuffer>): void {
    const connection = this.#clients.get(number)?.connection;
    if (connection === undefined) return;
    if (message[0] === roomKind.bodies && connection.waitingBytes > MAX_WAITING_BYTES) return;
    connection.send(message);
  }

  #refuse(number: number, reason: string): void {
    this.#clients.get(number)?.connection.refuse(reason);
  }

  #leave({ number, world, address }: Client): void {
    this.#clients.delete(number);
    if (!world?.clients.delete(number)) return;
    if (world.clients.size > 0) {
      void world.host.leave(number).then((workMs) => countWork(this.#turnOf(world, address), workMs));
      return;
    }
    this.#end(world);
  }

  #end(world: OpenWorld): void {
    if (this.#worlds.get(world.name) === world) this.#worlds.delete(world.name);
    this.#endingCount++;
    void world.host.dispose().finally(() => this.#endingCount--);
    if (this.#worlds.size === 0) this.#builder.end();
  }

  #dropIdle(): void {
    const { idleMs } = this.#options;
    for (const { connection, lastMessageMs, world } of this.#clients.values()) {
      const silenceMs = this.#clock.nowMs() - lastMessageMs;
      const mostMs = world === null ? Math.min(SILENT_MS, idleMs) : idleMs;
      if (silenceMs > mostMs + CHECK_MS) connection.cut();
      else if (silenceMs > mostMs) connection.refuse(`no message for ${Math.round(mostMs / 1000)} s.`);
    }
  }
}

/** Threads need a built script; when run from the sources there is none beside this file. */
function builtThreadScript(): URL | null {
  return import.meta.url.endsWith('.js') ? new URL('./worldThread.js', import.meta.url) : null;
}
