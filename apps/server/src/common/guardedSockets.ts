import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createRateState, type RateLimit, takeMessage } from './messageRate.js';
import type { ServerClock } from './serverClock.js';
import { isAllowedOrigin, refuseUpgrade } from './upgrade.js';

export interface GuardedSocketsOptions {
  readonly clock: ServerClock;
  /** Pages of other origins that may connect. */
  readonly allowedOrigins: readonly string[];
  /** Connections in all, and from one address. Behind a proxy all have one address. */
  readonly maxClients: number;
  readonly maxPerAddress: number;
  /** The largest message that a client may send, bytes, unless open() says otherwise. */
  readonly maxPayload: number;
  /** Connections that do not answer a ping within this time are ended; absent: none is sent. */
  readonly heartbeatMs?: number;
}

/** Browsers send no pings, programs one every few seconds. */
const pingRate: RateLimit = { perSecond: 2, burst: 20 };
/** Bytes that wait for a client beyond which it counts as one that does not read: it is disconnected. */
const MAX_UNREAD_BYTES = 8 << 20;
/** Pieces of one message. Browsers send a message in one, some programs in pieces of 16 kB or more. */
const MAX_FRAGMENTS = 256;
/** The smallest piece that a message of the largest size may arrive in on average, bytes: below what networks make of it. */
const SMALLEST_PART_BYTES = 256;
/** Messages that a client may have had under way when it was refused; one that goes on is cut off. */
const MAX_LATE_MESSAGES = 64;

/**
 * The WebSockets of one service. Who is too many is refused before a connection is made of the request; who sends pings
 * without end, does not read what it is sent, or does not answer a heartbeat is disconnected: memory stays as it is. Each
 * connection gets one message done at a time, then the others have their turn.
 */
export class GuardedSockets {
  readonly #options: GuardedSocketsOptions;
  /** By the largest message that each takes. */
  readonly #servers = new Map<number, WebSocketServer>();
  /** Open ones, and whether each answered the last heartbeat. */
  readonly #isAlive = new Map<WebSocket, boolean>();
  readonly #countByAddress = new Map<string, number>();
  readonly #stopHeartbeat: () => void;

  constructor(options: GuardedSocketsOptions) {
    const { clock, heartbeatMs } = options;
    this.#options = options;
    this.#stopHeartbeat = heartbeatMs === undefined ? () => {} : clock.every(heartbeatMs, () => this.#beat());
  }

  get size(): number {
    return this.#isAlive.size;
  }

  /** Makes a WebSocket of a request for one and gives it to `connect`, or refuses it by a status. */
  open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    connect: (opened: WebSocket, address: string) => void,
    maxPayload = this.#options.maxPayload,
  ): void {
    const { allowedOrigins, maxClients, maxPerAddress } = this.#options;
    const address = request.socket.remoteAddress ?? '';
    if (!isAllowedOrigin(request, allowedOrigins)) refuseUpgrade(socket, '403 Forbidden');
    else if (this.size >= maxClients || (this.#countByAddress.get(address) ?? 0) >= maxPerAddress) {
      refuseUpgrade(socket, '503 Service Unavailable');
    } else {
      this.#serverFor(maxPayload).handleUpgrade(request, socket, head, (opened) => {
        this.#guard(opened, address);
        connect(opened, address);
      });
    }
  }

  /** Sends, unless the client is gone. One that does not read is disconnected. */
  send(socket: WebSocket, message: string | Uint8Array, onSent?: () => void): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(message, { binary: typeof message !== 'string' }, onSent);
  }

  close(): void {
    this.#stopHeartbeat();
    for (const socket of this.#isAlive.keys()) socket.terminate();
    for (const server of this.#servers.values()) server.close();
  }

  #serverFor(maxPayload: number): WebSocketServer {
    const known = this.#servers.get(maxPayload);
    if (known) return known;
    const server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: Math.ceil(maxPayload / SMALLEST_PART_BYTES) + MAX_FRAGMENTS,
      allowSynchronousEvents: false,
    });
    this.#servers.set(maxPayload, server);
    return server;
  }

  #guard(socket: WebSocket, address: string): void {
    const { clock } = this.#options;
    this.#isAlive.set(socket, true);
    this.#countByAddress.set(address, (this.#countByAddress.get(address) ?? 0) + 1);
    socket.on('close', () => {
      this.#isAlive.delete(socket);
      const left = (this.#countByAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#countByAddress.set(address, left);
      else this.#countByAddress.delete(address);
    });
    // Too large a message, or bytes that are not a WebSocket's: the connection is closed for it.
    socket.on('error', () => socket.terminate());
    let lateCount = 0;
    socket.on('message', () => {
      if (socket.readyState !== socket.OPEN && ++lateCount > MAX_LATE_MESSAGES) socket.terminate();
    });
    const pongs = createRateState(pingRate, clock.nowMs());
    socket.on('pong', () => {
      this.#isAlive.set(socket, true);
      if (!takeMessage(pingRate, pongs, clock.nowMs())) socket.terminate();
    });
    const pings = createRateState(pingRate, clock.nowMs());
    socket.on('ping', (data) => {
      const isUnread = socket.bufferedAmount > MAX_UNREAD_BYTES;
      if (isUnread || !takeMessage(pingRate, pings, clock.nowMs())) socket.terminate();
      else socket.pong(data);
    });
  }

  #beat(): void {
    for (const [socket, isAlive] of this.#isAlive) {
      if (!isAlive) socket.terminate();
      else {
        this.#isAlive.set(socket, false);
        socket.ping();
      }
    }
  }
}
