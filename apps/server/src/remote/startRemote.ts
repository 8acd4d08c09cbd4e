import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeFailure, remoteKind, remoteLimits, roomNamePattern } from '@leib/reembody/wire';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { isAllowedOrigin, refuseUpgrade } from '../common/upgrade.js';
import { createInlineHost } from './inlineHost.js';
import { createThreadHost } from './threadHost.js';
import type { HostEvents, WorldHost } from './worldHost.js';

export interface RemoteOptions {
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  readonly maxClients?: number;
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
const MAX_WORLDS = 8;
const IDLE_MS = 60_000;
const CHECK_MS = 1000;
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
  lastMessageMs: number;
}

/** A world, and the clients in it by number. */
interface OpenWorld {
  readonly name: string;
  readonly host: WorldHost;
  readonly clients: Set<number>;
}

class RemoteServer implements RemoteService {
  readonly #options: Required<RemoteOptions>;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: remoteLimits.messageBytes,
  });
  readonly #clients = new Map<number, Client>();
  readonly #worlds = new Map<string, OpenWorld>();
  readonly #stopChecking: () => void;
  #lastNumber = 0;

  constructor(options: RemoteOptions) {
    this.#options = {
      allowedOrigins: [],
      maxClients: MAX_CLIENTS,
      idleMs: IDLE_MS,
      threadScript: builtThreadScript(),
      isSteppedByFrames: false,
      clock: systemClock,
      ...options,
    };
    const { clock, idleMs } = this.#options;
    this.#stopChecking = clock.every(Math.min(CHECK_MS, idleMs / 2), () => this.#dropIdle());
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  get worldCount(): number {
    return this.#worlds.size;
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const room = new URL(request.url ?? '', 'http://localhost').searchParams.get('room');
    if (!isAllowedOrigin(request, this.#options.allowedOrigins)) refuseUpgrade(socket, '403 Forbidden');
    else if (room !== null && !roomNamePattern.test(room)) refuseUpgrade(socket, '400 Bad Request');
    else this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#connect(opened, room));
  }

  close(): void {
    this.#stopChecking();
    for (const { socket } of this.#clients.values()) socket.terminate();
    for (const { host } of this.#worlds.values()) host.dispose();
    this.#worlds.clear();
    this.#sockets.close();
  }

  #connect(socket: WebSocket, room: string | null): void {
    // Too large a message, or bytes that are not a WebSocket's: the connection is closed for it.
    socket.on('error', () => socket.terminate());
    const number = ++this.#lastNumber;
    // A client without a room has a world of its own, under a name that no room can have.
    const name = room ?? `:${number}`;
    const hasRoom = this.#worlds.has(name) || this.#worlds.size < MAX_WORLDS;
    if (this.#clients.size >= this.#options.maxClients || !hasRoom) {
      disconnect(socket, 'the server is full; try again later.');
      return;
    }
    const world = this.#worlds.get(name) ?? this.#openWorld(name);
    const nowMs = this.#options.clock.nowMs();
    const client: Client = {
      number,
      socket,
      frames: createRateState(frameRate, nowMs),
      requests: createRateState(requestRate, nowMs),
      lastMessageMs: nowMs,
    };
    this.#clients.set(number, client);
    world.clients.add(number);
    socket.on('close', () => this.#leave(client, world));
    socket.on('message', (data, isBinary) => this.#onMessage(client, world, data, isBinary));
  }

  #onMessage(client: Client, world: OpenWorld, data: RawData, isBinary: boolean): void {
    const { socket, number } = client;
    const nowMs = this.#options.clock.nowMs();
    client.lastMessageMs = nowMs;
    if (socket.readyState !== socket.OPEN) return;
    if (!isBinary) {
      disconnect(socket, 'message: expected binary, got text.');
      return;
    }
    const bytes = new Uint8Array(data as Buffer);
    const isTaken =
      bytes[0] === remoteKind.frame
        ? this.#options.isSteppedByFrames || takeMessage(frameRate, client.frames, nowMs)
        : takeMessage(requestRate, client.requests, nowMs);
    if (isTaken) world.host.receive(number, bytes, nowMs);
    else disconnect(socket, 'too many messages at once; send at most 300 frames and 20 other messages a second.');
  }

  #openWorld(name: string): OpenWorld {
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
    const world: OpenWorld = { name, host, clients: new Set() };
    this.#worlds.set(name, world);
    return world;
  }

  #send(number: number, message: Uint8Array<ArrayBuffer>): void {
    const socket = this.#clients.get(number)?.socket;
    if (socket === undefined || socket.readyState !== socket.OPEN) return;
    if (message[0] === remoteKind.frame && socket.bufferedAmount > MAX_WAITING_BYTES) return;
    socket.send(message, { binary: true });
  }

  #refuse(number: number, reason: string): void {
    const client = this.#clients.get(number);
    if (client) disconnect(client.socket, reason);
  }

  #leave({ number }: Client, world: OpenWorld): void {
    this.#clients.delete(number);
    if (!world.clients.delete(number)) return;
    if (world.clients.size > 0) {
      world.host.leave(number);
      return;
    }
    world.host.dispose();
    if (this.#worlds.get(world.name) === world) this.#worlds.delete(world.name);
  }

  #dropIdle(): void {
    const { clock, idleMs } = this.#options;
    for (const { socket, lastMessageMs } of this.#clients.values()) {
      const silenceMs = clock.nowMs() - lastMessageMs;
      if (silenceMs > idleMs + CHECK_MS) socket.terminate();
      else if (silenceMs > idleMs) disconnect(socket, `no message for ${Math.round(idleMs / 1000)} s.`);
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
