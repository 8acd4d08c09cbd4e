import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Duplex } from 'node:stream';
import { encodeFailure, remoteKind, remoteLimits, roomNamePattern } from '@leib/reembody/wire';
import type { RawData, WebSocket } from 'ws';
import { GuardedSockets } from '../common/guardedSockets.js';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { TimeShare } from '../common/timeShare.js';
import { refuseUpgrade } from '../common/upgrade.js';
import { type BuilderThread, createBuilderThread } from './bodyBuilder.js';
import { createInlineHost } from './inlineHost.js';
import { refuseMessage } from './refuseMessage.js';
import { countWork, createRequestTurn, RequestLine, type RequestTurn } from './requestLine.js';
import { createThreadHost } from './threadHost.js';
import type { HostEvents, WorldHost } from './worldHost.js';

export interface RemoteOptions {
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
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
  /** Worlds in threads of their own always have the system's. */
  readonly clock?: ServerClock;
}

/** Simulations for pages that do not run their own. */
export interface RemoteService {
  readonly clientCount: number;
  readonly worldCount: number;
  /** Takes over an HTTP connection that asks for a WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const MAX_CLIENTS = 16;
const MAX_PER_ADDRESS = 12;
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
/** Bytes waiting for a slow client beyond which frames are skipped: a later one replaces them. */
const MAX_WAITING_BYTES = 1 << 19;
/** WebSocket's close code for a violated policy. */
const CODE_REFUSED = 1008;

/** Waits for clients. A world is made with its first client and ends with its last. */
export function startRemote(options: RemoteOptions = {}): RemoteService {
  return new RemoteServer(options);
}

interface Client {
  readonly number: number;
  readonly socket: WebSocket;
  readonly frames: RateState;
  readonly requests: RateState;
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

class RemoteServer implements RemoteService {
  readonly #options: Required<RemoteOptions>;
  readonly #sockets: GuardedSockets;
  readonly #clients = new Map<number, Client>();
  readonly #worlds = new Map<string, OpenWorld>();
  readonly #stopTimers: readonly (() => void)[];
  /** New worlds by address. */
  readonly #newWorlds = new Map<string, RateState>();
  /** Builds bodies for worlds in threads. */
  readonly #builder: BuilderThread;
  /** Worlds that have ended and are still to free their memory. */
  #endingCount = 0;
  #lastNumber = 0;

  constructor(options: RemoteOptions) {
    this.#options = {
      allowedOrigins: [],
      maxClients: MAX_CLIENTS,
      maxWorldsPerAddress: MAX_WORLDS_PER_ADDRESS,
      idleMs: IDLE_MS,
      threadScript: builtThreadScript(),
      isSteppedByFrames: false,
      clock: systemClock,
      ...options,
    };
    const { clock, idleMs, allowedOrigins, maxClients, threadScript } = this.#options;
    this.#builder = createBuilderThread(new URL('./builderThread.js', threadScript ?? import.meta.url));
    this.#sockets = new GuardedSockets({
      clock,
      allowedOrigins,
      maxClients,
      maxPerAddress: MAX_PER_ADDRESS,
      maxPayload: remoteLimits.messageBytes,
    });
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

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const room = new URL(request.url ?? '', 'http://localhost').searchParams.get('room');
    if (room !== null && !roomNamePattern.test(room)) refuseUpgrade(socket, '400 Bad Request');
    else this.#sockets.open(request, socket, head, (opened, address) => this.#connect(opened, room, address));
  }

  close(): void {
    for (const stop of this.#stopTimers) stop();
    for (const world of this.#worlds.values()) this.#end(world);
    this.#sockets.close();
  }

  #connect(socket: WebSocket, room: string | null, address: string): void {
    const number = ++this.#lastNumber;
    const nowMs = this.#options.clock.nowMs();
    const client: Client = {
      number,
      socket,
      frames: createRateState(frameRate, nowMs),
      requests: createRateState(requestRate, nowMs),
      // A client without a room has a world of its own, under a name that no room can have.
      worldName: room ?? `:${number}`,
      address,
      opening: null,
      world: null,
      line: null,
      framesUnderWay: 0,
      hasPlayed: false,
      heldFrame: null,
      lastMessageMs: nowMs,
    };
    this.#clients.set(number, client);
    socket.on('close', () => this.#leave(client));
    socket.on('message', (data, isBinary) => this.#onMessage(client, data, isBinary));
  }

  #onMessage(client: Client, data: RawData, isBinary: boolean): void {
    const { socket } = client;
    const nowMs = this.#options.clock.nowMs();
    client.lastMessageMs = nowMs;
    if (socket.readyState !== socket.OPEN) return;
    if (!isBinary) {
      disconnect(socket, 'message: expected binary, got text.');
      return;
    }
    const [kind] = data as Buffer;
    const isFrame = kind === remoteKind.frame;
    const isTaken = isFrame
      ? this.#options.isSteppedByFrames || takeMessage(frameRate, client.frames, nowMs)
      : takeMessage(requestRate, client.requests, nowMs);
    if (!isTaken) {
      disconnect(socket, 'too many messages at once; send at most 300 frames and 20 other messages a second.');
      return;
    }
    const refusal = refuseMessage(data as Buffer, client.world !== null || client.opening !== null);
    if (refusal !== null) disconnect(socket, refusal);
    else this.#take(client, new Uint8Array(data as Buffer), isFrame, nowMs);
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
    const { worldName, address, socket, number } = client;
    const { maxWorldsPerAddress, isSteppedByFrames } = this.#options;
    let world = this.#worlds.get(worldName);
    if (world === undefined) {
      const ofAddress = [...this.#worlds.values()].filter((other) => other.address === address).length;
      if (this.#worlds.size >= MAX_WORLDS || ofAddress >= maxWorldsPerAddress) {
        client.opening = null;
        disconnect(socket, 'the server is full; try again later.');
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
    if (!world.time.mayStart(this.#options.clock.nowMs(), coreShare)) return;
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
    const { clock } = this.#options;
    const request = line?.next(clock.nowMs()) ?? null;
    if (world === null || line === null || request === null) return;
    const othersPlay = [...world.clients].some((other) => other !== number && this.#clients.get(other)?.hasPlayed);
    void world.host.receive(number, request, clock.nowMs()).then((workMs) => {
      // A client that plays alone costs the others no time.
      line.finish(othersPlay ? workMs : 0);
      this.#sendNext(client);
    });
  }

  #turnOf({ turns }: OpenWorld, address: string): RequestTurn {
    const known = turns.get(address);
    if (known) return known;
    const turn = createRequestTurn(this.#options.clock.nowMs());
    turns.set(address, turn);
    return turn;
  }

  #mayOpenWorld(address: string): boolean {
    const nowMs = this.#options.clock.nowMs();
    if (this.#newWorlds.size > MAX_REMEMBERED) this.#newWorlds.clear();
    const state = this.#newWorlds.get(address) ?? createRateState(worldRate, nowMs);
    this.#newWorlds.set(address, state);
    return takeMessage(worldRate, state, nowMs);
  }

  #openWorld(name: string, address: string): OpenWorld {
    const { threadScript, isSteppedByFrames, clock } = this.#options;
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
    const socket = this.#clients.get(number)?.socket;
    if (socket === undefined) return;
    if (message[0] === remoteKind.frame && socket.bufferedAmount > MAX_WAITING_BYTES) return;
    this.#sockets.send(socket, message);
  }

  #refuse(number: number, reason: string): void {
    const client = this.#clients.get(number);
    if (client) disconnect(client.socket, reason);
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
    const { clock, idleMs } = this.#options;
    for (const { socket, lastMessageMs, world } of this.#clients.values()) {
      const silenceMs = clock.nowMs() - lastMessageMs;
      const mostMs = world === null ? Math.min(SILENT_MS, idleMs) : idleMs;
      if (silenceMs > mostMs + CHECK_MS) socket.terminate();
      else if (silenceMs > mostMs) disconnect(socket, `no message for ${Math.round(mostMs / 1000)} s.`);
    }
  }
}

/** Sends the reason and closes the connection. */
function disconnect(socket: WebSocket, reason: string): void {
  if (socket.readyState === socket.OPEN) socket.send(encodeFailure({ reason, isOver: true }));
  socket.close(CODE_REFUSED);
}

/** Threads need a built script; when run from the sources there is none beside this file. */
function builtThreadScript(): URL | null {
  return import.meta.url.endsWith('.js') ? new URL('./worldThread.js', import.meta.url) : null;
}
