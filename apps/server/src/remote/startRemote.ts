import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeJson, remoteKind, remoteLimits, roomNamePattern } from '@leib/reembody';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isAllowedOrigin } from '../bridge/originCheck.js';
import { serverNowMs } from '../bridge/serverClock.js';
import { refuse as refuseUpgrade } from '../bridge/startBridge.js';
import { createInlineHost } from './inlineHost.js';
import { createRateState, type RateLimit, takeMessage } from './messageRate.js';
import { createThreadHost } from './threadHost.js';
import type { WorldHost } from './worldHost.js';

export interface RemoteOptions {
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  readonly maxClients?: number;
  /** Without a message for so long, milliseconds, a client is sent away. */
  readonly idleMs?: number;
  /** Script of a world's own thread; null runs worlds in this one. The built one, where there is one. */
  readonly threadScript?: URL | null;
  /**
   * Frames are the only clock, in shared worlds, too, and may come as fast as they like: for tests whose pages have a
   * clock of their own. False unless given.
   */
  readonly isSteppedByFrames?: boolean;
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
/** No headset shows more pictures than 144 a second; who builds more than a few worlds a second builds none for use. */
const frameRate: RateLimit = { perSecond: 300, burst: 600 };
const wishRate: RateLimit = { perSecond: 20, burst: 60 };
/** Answers that a slow client has not taken yet; beyond, frames are left out: the next is better anyway. */
const MAX_WAITING_BYTES = 1 << 19;
/** WebSocket's close code for a violated policy. */
const CODE_REFUSED = 1008;

/** A world, and the clients in it by number. */
interface OpenWorld {
  readonly host: WorldHost;
  readonly clients: Set<number>;
}

/** Waits for clients. A world is made with its first client and ends with its last. */
export function startRemote(options: RemoteOptions = {}): RemoteService {
  const { allowedOrigins = [], maxClients = MAX_CLIENTS, idleMs = IDLE_MS, isSteppedByFrames = false } = options;
  const threadScript = options.threadScript === undefined ? builtThreadScript() : options.threadScript;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: remoteLimits.messageBytes,
  });
  const clients = new Map<number, { readonly socket: WebSocket; heardMs: number }>();
  const worlds = new Map<string, OpenWorld>();
  let lastNumber = 0;

  const turnAway = (socket: WebSocket, reason: string): void => {
    if (socket.readyState === socket.OPEN) socket.send(encodeJson(remoteKind.failed, { reason, isOver: true }));
    socket.close(CODE_REFUSED);
  };

  const openWorld = (name: string): OpenWorld => {
    const events = {
      send(client: number, message: Uint8Array<ArrayBuffer>): void {
        const socket = clients.get(client)?.socket;
        if (socket?.readyState !== socket?.OPEN) return;
        if (message[0] === remoteKind.frame && (socket?.bufferedAmount ?? 0) > MAX_WAITING_BYTES) return;
        socket?.send(message, { binary: true });
      },
      refuse(client: number, reason: string): void {
        const socket = clients.get(client)?.socket;
        if (socket) turnAway(socket, reason);
      },
      broke(reason: string): void {
        for (const client of world.clients) events.refuse(client, `the simulation broke down: ${reason}`);
        worlds.delete(name);
      },
    };
    const host =
      threadScript === null
        ? createInlineHost(events, isSteppedByFrames)
        : createThreadHost(threadScript, events, isSteppedByFrames);
    const world: OpenWorld = { host, clients: new Set() };
    worlds.set(name, world);
    return world;
  };

  const leave = (number: number, name: string, world: OpenWorld): void => {
    clients.delete(number);
    if (!world.clients.delete(number)) return;
    if (world.clients.size > 0) {
      world.host.leave(number);
      return;
    }
    world.host.dispose();
    if (worlds.get(name) === world) worlds.delete(name);
  };

  const welcome = (socket: WebSocket, room: string | null): void => {
    // Too large a message, or bytes that are no WebSocket's: the connection is closed for it.
    socket.on('error', () => socket.terminate());
    const number = ++lastNumber;
    // A world of one's own has a name that nobody can ask for.
    const name = room ?? `:${number}`;
    const isFull = clients.size >= maxClients || (!worlds.has(name) && worlds.size >= MAX_WORLDS);
    if (isFull) {
      turnAway(socket, 'the server has as many guests as it takes; try again later.');
      return;
    }
    const world = worlds.get(name) ?? openWorld(name);
    const client = { socket, heardMs: serverNowMs() };
    const frames = createRateState(frameRate, client.heardMs);
    const wishes = createRateState(wishRate, client.heardMs);
    clients.set(number, client);
    world.clients.add(number);
    socket.on('close', () => leave(number, name, world));
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const nowMs = serverNowMs();
      client.heardMs = nowMs;
      if (socket.readyState !== socket.OPEN) return;
      if (!isBinary) return turnAway(socket, 'messages are binary here, not text.');
      const bytes = new Uint8Array(data as Buffer);
      const isFrame = bytes[0] === remoteKind.frame;
      const isTaken = isFrame
        ? isSteppedByFrames || takeMessage(frameRate, frames, nowMs)
        : takeMessage(wishRate, wishes, nowMs);
      if (!isTaken) return turnAway(socket, 'too many messages came at once.');
      world.host.hear(number, bytes, nowMs);
    });
  };

  const watch = setInterval(
    () => {
      const nowMs = serverNowMs();
      for (const { socket, heardMs } of clients.values()) {
        if (nowMs - heardMs > idleMs + CHECK_MS) socket.terminate();
        else if (nowMs - heardMs > idleMs) turnAway(socket, `nothing came for ${Math.round(idleMs / 1000)} s.`);
      }
    },
    Math.min(CHECK_MS, idleMs / 2),
  );
  watch.unref();

  return {
    get clientCount() {
      return clients.size;
    },
    get worldCount() {
      return worlds.size;
    },
    handleUpgrade(request, socket, head) {
      if (!isAllowedOrigin(request, allowedOrigins)) return refuseUpgrade(socket, '403 Forbidden');
      const room = new URL(request.url ?? '', 'http://localhost').searchParams.get('room');
      if (room !== null && !roomNamePattern.test(room)) return refuseUpgrade(socket, '400 Bad Request');
      sockets.handleUpgrade(request, socket, head, (opened) => welcome(opened, room));
    },
    close() {
      clearInterval(watch);
      for (const { socket } of clients.values()) socket.terminate();
      for (const { host } of worlds.values()) host.dispose();
      worlds.clear();
      sockets.close();
    },
  };
}

/** Threads need a built script; whoever runs from the sources has none beside this file. */
function builtThreadScript(): URL | null {
  return import.meta.url.endsWith('.js') ? new URL('./worldThread.js', import.meta.url) : null;
}
