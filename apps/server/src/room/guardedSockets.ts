import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createRateState, type RateLimit, takeMessage } from '../common/messageRate.js';
import type { ServerClock } from '../common/serverClock.js';
import { isAllowedOrigin, refuseUpgrade } from '../common/upgrade.js';

/** So many connections may there be for one thing. */
export interface SocketShare {
  /** In all, and from one address. Behind a proxy all have one address. */
  readonly maxClients: number;
  readonly maxPerAddress: number;
  /** Whether connections that do not answer a ping in time are ended. */
  readonly hasHeartbeat: boolean;
}

/** What a new connection takes. */
export interface SocketWish<Share extends SocketShare> {
  /** It counts for each of these. */
  readonly shares: readonly Share[];
  /** The largest message that it may send, bytes. */
  readonly maxPayload: number;
}

/** An open connection. */
interface Guarded<Share> {
  readonly shares: readonly Share[];
  readonly address: string;
  /** What was pinged last and has to come back; null when it has. */
  awaited: Buffer | null;
  /** Messages that were sent and have not left yet. */
  waitingCount: number;
}

const HEARTBEAT_MS = 5000;
/** WebSocket's close code for a server that is started again: clients come back. */
const CODE_RESTART = 1012;
/** How long clients may take to hang up when the server stops, milliseconds. */
const CLOSE_GRACE_MS = 300;
/** Browsers send no pings, programs one every few seconds. */
const pingRate: RateLimit = { perSecond: 2, burst: 20 };
/** Bytes that wait for a client beyond which it counts as one that does not read: it is disconnected. */
const MAX_UNREAD_BYTES = 8 << 20;
/** And messages that wait: a small one takes some 400 bytes beside its own. More than a simulation at 300 Hz sends in 13 s. */
const MAX_UNREAD_MESSAGES = 4096;
const HEARTBEAT_BYTES = 8;
/** Pieces of one message. Browsers send a message in one, some programs in pieces of 16 kB or more. */
const MAX_FRAGMENTS = 256;
/** The smallest piece that a message of the largest size may arrive in on average, bytes: below what networks make of it. */
const SMALLEST_PART_BYTES = 256;
/** Messages that a client may have had under way when it was refused; one that goes on is cut off. */
const MAX_LATE_MESSAGES = 64;

/**
 * All WebSockets of a server. Who is too many is refused before a connection is made of the request; who sends pings
 * without end, does not read what it is sent, or does not answer a heartbeat is disconnected: memory stays as it is. Each
 * connection gets one message done at a time, then the others have their turn.
 */
export class GuardedSockets<Share extends SocketShare> {
  readonly #clock: ServerClock;
  readonly #allowedOrigins: readonly string[];
  /** By the largest message that each takes. */
  readonly #servers = new Map<number, WebSocketServer>();
  readonly #open = new Map<WebSocket, Guarded<Share>>();
  readonly #stopHeartbeat: () => void;

  constructor(clock: ServerClock, allowedOrigins: readonly string[]) {
    this.#clock = clock;
    this.#allowedOrigins = allowedOrigins;
    this.#stopHeartbeat = clock.every(HEARTBEAT_MS, () => this.#beat());
  }

  /** Makes a WebSocket of a request for one and gives it to `connect`, or refuses it by a status. */
  open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { shares, maxPayload }: SocketWish<Share>,
    connect: (opened: WebSocket, address: string) => void,
  ): void {
    const address = request.socket.remoteAddress ?? '';
    if (!isAllowedOrigin(request, this.#allowedOrigins)) refuseUpgrade(socket, '403 Forbidden');
    else if (shares.some((share) => this.#isFull(share, address))) refuseUpgrade(socket, '503 Service Unavailable');
    else {
      this.#serverFor(maxPayload).handleUpgrade(request, socket, head, (opened) => {
        this.#guard(opened, { shares, address, awaited: null, waitingCount: 0 });
        connect(opened, address);
      });
    }
  }

  #isFull(share: Share, address: string): boolean {
    let [count, ofAddress] = [0, 0];
    for (const open of this.#open.values()) {
      if (!open.shares.includes(share)) continue;
      count++;
      if (open.address === address) ofAddress++;
    }
    return count >= share.maxClients || ofAddress >= share.maxPerAddress;
  }

  /** Sends, unless the client is gone. One that does not read is disconnected. */
  send(socket: WebSocket, message: Uint8Array, onSent?: () => void): void {
    const guarded = this.#open.get(socket);
    if (socket.readyState !== socket.OPEN || guarded === undefined) return;
    if (!isReading(socket, guarded)) {
      socket.terminate();
      return;
    }
    guarded.waitingCount++;
    socket.send(message, { binary: true }, () => {
      guarded.waitingCount--;
      onSent?.();
    });
  }

  /** Tells everybody, and ends all connections: those that do not answer after a moment. */
  async close(lastWord: Uint8Array): Promise<void> {
    this.#stopHeartbeat();
    const open = [...this.#open.keys()];
    const closed = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    for (const socket of open) {
      this.send(socket, lastWord);
      socket.close(CODE_RESTART);
    }
    const cut = setTimeout(() => {
      for (const socket of open) socket.terminate();
    }, CLOSE_GRACE_MS);
    await closed;
    clearTimeout(cut);
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

  #guard(socket: WebSocket, guarded: Guarded<Share>): void {
    const clock = this.#clock;
    this.#open.set(socket, guarded);
    socket.on('close', () => this.#open.delete(socket));
    // Too large a message, or bytes that are not a WebSocket's: the connection is closed for it.
    socket.on('error', () => socket.terminate());
    let lateCount = 0;
    socket.on('message', () => {
      if (socket.readyState !== socket.OPEN && ++lateCount > MAX_LATE_MESSAGES) socket.terminate();
    });
    const pongs = createRateState(pingRate, clock.nowMs());
    socket.on('pong', (data) => {
      // Only who has read the ping knows what is in it.
      if (guarded.awaited?.equals(data)) guarded.awaited = null;
      if (!takeMessage(pingRate, pongs, clock.nowMs())) socket.terminate();
    });
    const pings = createRateState(pingRate, clock.nowMs());
    socket.on('ping', (data) => {
      if (!isReading(socket, guarded) || !takeMessage(pingRate, pings, clock.nowMs())) socket.terminate();
      else socket.pong(data);
    });
  }

  #beat(): void {
    for (const [socket, guarded] of this.#open) {
      if (!guarded.shares.some(({ hasHeartbeat }) => hasHeartbeat)) continue;
      if (guarded.awaited !== null) socket.terminate();
      else {
        guarded.awaited = randomBytes(HEARTBEAT_BYTES);
        socket.ping(guarded.awaited);
      }
    }
  }
}

function isReading({ bufferedAmount }: WebSocket, { waitingCount }: Guarded<SocketShare>): boolean {
  return bufferedAmount <= MAX_UNREAD_BYTES && waitingCount <= MAX_UNREAD_MESSAGES;
}
