import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalOf } from '@leib/core';
import {
  decodeTimes,
  encodeProblem,
  encodeTimes,
  HEADER_SIZE,
  type RoomJoin,
  readJoin,
  readKind,
  roomKind,
} from '@leib/net';
import type { RawData, WebSocket } from 'ws';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';
import type { ServerClock } from '../common/serverClock.js';
import { refuseUpgrade } from '../common/upgrade.js';
import { GuardedSockets } from './guardedSockets.js';
import type { AdmittedJoin, MessageLimit, RoomChannel, RoomConnection } from './roomChannel.js';

/** By what a join names them. */
export interface RoomChannels {
  readonly feeds: RoomChannel;
  readonly world: RoomChannel;
  readonly walls: RoomChannel;
  readonly people: RoomChannel & {
    /** The join with its invite; null where it is refused. `mayEnter`: by the server's own word, where it has one. */
    admit(join: RoomJoin, mayEnter: boolean): Promise<AdmittedJoin | null>;
  };
}

export interface RoomServiceOptions {
  readonly clock: ServerClock;
  /** Pages of other origins that may connect. */
  readonly allowedOrigins: readonly string[];
  readonly mayEnter: TokenCheck;
}

/** Whether who shows this token may have anything of the server but its page. */
export type TokenCheck = (token: string) => boolean;

export function createTokenCheck(expected: string | undefined): TokenCheck {
  if (expected === undefined) return () => true;
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  const hash = hashOf(expected);
  return (token) => timingSafeEqual(hashOf(token), hash);
}

const stopReason = 'the server stops; this page comes back when it has started again.';
/** WebSocket's close code for a violated policy. */
const CODE_REFUSED = 1008;
/** A client asks for the time six times at first, then once a second. */
const timeLimit: MessageLimit = { mostBytes: HEADER_SIZE + 8, rate: { perSecond: 10, burst: 50 } };

/** One kind of message of one connection. */
interface Sending extends MessageLimit {
  readonly channel: RoomChannel | null;
  readonly left: RateState;
}

/**
 * One way in for all that a connection may want. The request says it all, and is refused by a status before a connection is
 * made of it; from then on each message is looked at once, by its first bytes, its size and how many there are, before
 * anything is made of it.
 */
export class RoomService {
  readonly #channels: RoomChannels;
  readonly #options: RoomServiceOptions;
  readonly #sockets: GuardedSockets<RoomChannel>;
  #lastId = 0;
  #isClosing = false;

  constructor(channels: RoomChannels, options: RoomServiceOptions) {
    this.#channels = channels;
    this.#options = options;
    this.#sockets = new GuardedSockets(options.clock, options.allowedOrigins);
  }

  /** Takes over an HTTP connection that asks for a WebSocket. */
  async handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const join = readJoin(request.url ?? '');
    if (!join.ok) {
      refuseUpgrade(socket, '400 Bad Request');
      return;
    }
    const admitted = await this.#admit(join.value);
    if (admitted === null) refuseUpgrade(socket, '401 Unauthorized');
    else if (this.#isClosing) refuseUpgrade(socket, '503 Service Unavailable');
    else {
      const channels = this.#wantedBy(admitted);
      const sendings = this.#sendingsOf(channels, admitted);
      const maxPayload = Math.max(...[...sendings.values()].map(({ mostBytes }) => mostBytes));
      this.#sockets.open(request, socket, head, { shares: channels, maxPayload }, (opened, address) =>
        this.#connect(opened, address, channels, admitted, sendings),
      );
    }
  }

  /** Lets people's changes come to disk, tells everybody to come back, and ends. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const { feeds, world, walls, people } = this.#channels;
    await people.close();
    await this.#sockets.close(encodeProblem({ reason: stopReason, isOver: false }));
    await Promise.all([feeds.close(), world.close(), walls.close()]);
  }

  async #admit(join: RoomJoin): Promise<AdmittedJoin | null> {
    const mayEnter = this.#options.mayEnter(join.token);
    if (join.people !== undefined) return this.#channels.people.admit(join, mayEnter);
    return mayEnter ? { ...join, invite: null } : null;
  }

  #wantedBy(join: RoomJoin): readonly RoomChannel[] {
    const { feeds, world, walls, people } = this.#channels;
    return [
      ...(join.feeds ? [feeds] : []),
      ...(join.world !== undefined ? [world] : []),
      ...(join.walls !== undefined ? [walls] : []),
      ...(join.people !== undefined ? [people] : []),
    ];
  }

  #sendingsOf(channels: readonly RoomChannel[], join: RoomJoin): Map<number, Sending> {
    const nowMs = this.#options.clock.nowMs();
    const states = new Map<RateLimit, RateState>();
    const sendings = new Map<number, Sending>();
    const add = (channel: RoomChannel | null, kind: number, limit: MessageLimit) => {
      const left = states.get(limit.rate) ?? createRateState(limit.rate, nowMs);
      states.set(limit.rate, left);
      sendings.set(kind, { ...limit, channel, left });
    };
    add(null, roomKind.ping, timeLimit);
    for (const channel of channels) for (const [kind, limit] of channel.limitsOf(join)) add(channel, kind, limit);
    return sendings;
  }

  #connect(
    socket: WebSocket,
    address: string,
    channels: readonly RoomChannel[],
    join: AdmittedJoin,
    sendings: ReadonlyMap<number, Sending>,
  ): void {
    const sockets = this.#sockets;
    const connection: RoomConnection = {
      id: ++this.#lastId,
      address,
      get isOpen() {
        return socket.readyState === socket.OPEN;
      },
      get waitingBytes() {
        return socket.bufferedAmount;
      },
      send: (message, onLeft) => sockets.send(socket, message, onLeft),
      refuse(reason) {
        if (socket.readyState === socket.OPEN) socket.send(encodeProblem({ reason, isOver: true }));
        socket.close(CODE_REFUSED);
      },
      cut: () => socket.terminate(),
    };
    socket.on('close', () => {
      for (const channel of channels) channel.leave(connection);
    });
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (!connection.isOpen) return;
      const refusal = isBinary
        ? this.#receive(connection, sendings, data as Buffer)
        : 'message: expected binary, got text.';
      if (refusal !== null) connection.refuse(refusal);
    });
    for (const channel of channels) if (connection.isOpen) channel.connect(connection, join);
  }

  /** Null, or why the message is refused. */
  #receive(connection: RoomConnection, sendings: ReadonlyMap<number, Sending>, data: Buffer): string | null {
    const read = readKind(data);
    if (!read.ok) return refusalOf(read);
    const kind = read.value;
    const sending = sendings.get(kind);
    if (sending === undefined) return `message: expected a kind that was joined for, got kind ${kind}.`;
    const { mostBytes, rate, left, channel } = sending;
    if (data.length > mostBytes) {
      return `message of kind ${kind}: expected at most ${mostBytes} bytes, got ${data.length}.`;
    }
    const nowMs = this.#options.clock.nowMs();
    if (!takeMessage(rate, left, nowMs)) {
      return `too many messages at once of kind ${kind}; send at most ${rate.perSecond} a second.`;
    }
    // A copy: the data may be a piece of a larger block, which would be kept with it.
    const bytes = new Uint8Array(data);
    if (channel === null) this.#answerTime(connection, bytes, nowMs);
    else channel.receive(connection, kind, bytes, nowMs);
    return null;
  }

  #answerTime(connection: RoomConnection, bytes: Uint8Array, receivedMs: number): void {
    const times = decodeTimes(bytes, 1);
    if (!times.ok) return;
    connection.send(encodeTimes(roomKind.pong, times.value[0], receivedMs, this.#options.clock.nowMs()));
  }
}
