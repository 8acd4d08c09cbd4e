import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeFailure, readHeader, remoteKind, remoteLimits, roomNamePattern } from '@leib/reembody/wire';
import type { RawData, WebSocket } from 'ws';
import { GuardedSockets } from '../common/guardedSockets.js';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { refuseUpgrade } from '../common/upgrade.js';
import { createInlineHost } from './inlineHost.js';
import { RequestLine } from './requestLine.js';
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
const MAX_WORLDS_PER_ADDRESS = 6;
const IDLE_MS = 60_000;
/** A client that has not opened a body after so long is disconnected, milliseconds. */
const SILENT_MS = 10_000;
const CHECK_MS = 1000;
/** How often requests that wait for their turn are looked at, milliseconds. */
const TURN_MS = 25;
/** Frames that a world may have before it; later ones are left out, since newer ones follow. */
const MAX_FRAMES_UNDER_WAY = 32;
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
  readonly line: RequestLine;
  /** From its opening on. */
  world: OpenWorld | null;
  framesUnderWay: number;
  lastMessageMs: number;
}

/** A world, and the clients in it by number. */
interface OpenWorld {
  readonly name: string;
  /** Of the client that opened it. */
  readonly address: string;
  readonly host: WorldHost;
  readonly clients: Set<number>;
}

class RemoteServer implements RemoteService {
  readonly #options: Required<RemoteOptions>;
  readonly #sockets: GuardedSockets;
  readonly #clients = new Map<number, Client>();
  readonly #worlds = new Map<string, OpenWorld>();
  readonly #stopTimers: readonly (() => void)[];
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
    const { clock, idleMs, allowedOrigins, maxClients } = this.#options;
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
        for (const client of this.#clients.values()) this.#sendNext(client);
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
    for (const { host } of this.#worlds.values()) host.dispose();
    this.#worlds.clear();
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
      line: new RequestLine(),
      world: null,
      framesUnderWay: 0,
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
    const bytes = new Uint8Array(data as Buffer);
    const isFrame = bytes[0] === remoteKind.frame;
    const isTaken = isFrame
      ? this.#options.isSteppedByFrames || takeMessage(frameRate, client.frames, nowMs)
      : takeMessage(requestRate, client.requests, nowMs);
    if (!isTaken) {
      disconnect(socket, 'too many messages at once; send at most 300 frames and 20 other messages a second.');
      return;
    }
    const world = client.world ?? this.#enter(client, bytes);
    if (world === null) return;
    if (isFrame) this.#sendFrame(client, world, bytes, nowMs);
    else if (client.line.add(bytes)) this.#sendNext(client);
    else disconnect(socket, 'too many messages wait for the simulation; wait for the answer of each.');
  }

  /** A world for a client, from its first message on, which must be an opening; null where it was refused. */
  #enter(client: Client, bytes: Uint8Array): OpenWorld | null {
    const { worldName, address, socket, number } = client;
    const header = readHeader(bytes);
    if (!header.ok || header.value.kind !== remoteKind.open) {
      disconnect(socket, header.ok ? `open: expected as the first message, got kind ${bytes[0]}.` : header.reason);
      return null;
    }
    const { maxWorldsPerAddress } = this.#options;
    const ofAddress = [...this.#worlds.values()].filter((world) => world.address === address).length;
    const hasRoom = this.#worlds.size < MAX_WORLDS && ofAddress < maxWorldsPerAddress;
    const world = this.#worlds.get(worldName) ?? (hasRoom ? this.#openWorld(worldName, address) : null);
    if (world === null) disconnect(socket, 'the server is full; try again later.');
    world?.clients.add(number);
    client.world = world;
    return world;
  }

  #sendFrame(client: Client, { host }: OpenWorld, frame: Uint8Array<ArrayBuffer>, nowMs: number): void {
    if (client.framesUnderWay >= MAX_FRAMES_UNDER_WAY) return;
    client.framesUnderWay++;
    void host.receive(client.number, frame, nowMs).then(() => {
      client.framesUnderWay--;
    });
  }

  /** Hands on the client's next request where it is its turn. */
  #sendNext(client: Client): void {
    const { number, world, line } = client;
    const { clock } = this.#options;
    const request = world === null ? null : line.next(clock.nowMs());
    if (world === null || request === null) return;
    void world.host.receive(number, request, clock.nowMs()).then((workMs) => {
      // A client that is alone in its world costs the others no time.
      line.finish(clock.nowMs(), world.clients.size > 1 ? workMs : 0);
      this.#sendNext(client);
    });
  }

  #openWorld(name: string, address: string): OpenWorld {
    const { threadScript, isSteppedByFrames, clock } = this.#options;
    const events: HostEvents = {
      send: (client, message) => this.#send(client, message),
      refuse: (client, reason) => this.#refuse(client, reason),
      broke: (reason) => {
        for (const client of world.clients) this.#refuse(client, `the simulation broke down: ${reason}`);
        this.#worlds.delete(name);
      },
    };
    const host =
      threadScript === null
        ? createInlineHost(events, { isSteppedByFrames, clock })
        : createThreadHost(threadScript, events, isSteppedByFrames);
    const world: OpenWorld = { name, address, host, clients: new Set() };
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

  #leave({ number, world }: Client): void {
    this.#clients.delete(number);
    if (!world?.clients.delete(number)) return;
    if (world.clients.size > 0) {
      world.host.leave(number);
      return;
    }
    world.host.dispose();
    if (this.#worlds.get(world.name) === world) this.#worlds.delete(world.name);
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
