import { createSocket, type Socket } from 'node:dgram';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { InputError } from '@leib/core';
import {
  BRIDGE_OUTPUT_HEADER_SIZE,
  BRIDGE_VERSION,
  type BridgeFeed,
  type BridgeHello,
  type BridgeOutput,
  type BridgePong,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  MAX_DATAGRAM_SIZE,
  readBridgePing,
} from '@leib/feeds';
import type { RawData, WebSocket } from 'ws';
import { GuardedSockets } from '../common/guardedSockets.js';
import { createRateState, type RateLimit, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { TimeShare } from '../common/timeShare.js';
import { BridgeClient } from './bridgeClient.js';
import { type FeedSpec, openUdpFeed, type UdpFeed } from './udpFeed.js';

export interface BridgeOptions {
  /** Ports to listen on; no others are opened. */
  readonly feeds?: readonly FeedSpec[];
  /** Targets that pages may send to; they cannot name others. */
  readonly outputs?: readonly BridgeOutput[];
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  readonly clock?: ServerClock;
}

/** UDP on one side, pages on the other. */
export interface Bridge {
  /** With the ports that were opened, or the problem why not. */
  readonly feeds: readonly BridgeFeed[];
  readonly clientCount: number;
  /** Takes over an HTTP connection that asks for a WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const MAX_CLIENTS = 16;
const MAX_PER_ADDRESS = 12;
const HEARTBEAT_MS = 10_000;
/**
 * A page asks for the time a few times a second, and sends some datagrams for each frame. More are dropped, and a page that
 * goes on like that is disconnected.
 */
const messageRate: RateLimit = { perSecond: 2000, burst: 2000 };
const MAX_DROPPED_MESSAGES = 2000;
/** Output that the network does not take is dropped. */
const MAX_SEND_QUEUE_BYTES = 1 << 20;
/** Handing datagrams to pages takes at most so much of the time of this process's thread; more are dropped. */
const SHARE_OF_TIME = 0.25;
/** The header has one byte for the feed's number. */
const MAX_FEEDS = 256;

/** Opens the feeds. Never rejects over one of them: see `feeds[i].problem`. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { feeds: specs = [], clock = systemClock } = options;
  if (specs.length > MAX_FEEDS) {
    throw new InputError('feeds', `expected at most ${MAX_FEEDS}, got ${specs.length}`);
  }
  const clients = new Set<BridgeClient>();
  const sequences = new Uint32Array(specs.length);
  const time = new TimeShare(clock.nowMs());
  const onDatagram = (feedIndex: number, datagram: Buffer, sender: number, receivedMs: number): boolean => {
    // Counted without clients too: a later one starts at any number.
    const sequence = sequences[feedIndex]++;
    if (clients.size === 0) return true;
    if (!time.mayStart(receivedMs, SHARE_OF_TIME)) return false;
    const message = encodeBridgeDatagram(feedIndex, sequence, receivedMs, datagram, sender);
    for (const client of clients) client.send(message);
    time.take(clock.nowMs() - receivedMs);
    return true;
  };
  const feeds = await Promise.all(
    specs.map((spec, index) =>
      openUdpFeed(spec, (datagram, sender, receivedMs) => onDatagram(index, datagram, sender, receivedMs), clock),
    ),
  );
  return new RunningBridge(options, clock, feeds, clients);
}

class RunningBridge implements Bridge {
  readonly feeds: readonly BridgeFeed[];
  readonly #openFeeds: readonly UdpFeed[];
  readonly #clients: Set<BridgeClient>;
  readonly #clock: ServerClock;
  readonly #outputs: readonly BridgeOutput[];
  readonly #sender: Socket | null;
  readonly #sockets: GuardedSockets;
  #isClosed = false;

  constructor(
    { outputs = [], allowedOrigins = [] }: BridgeOptions,
    clock: ServerClock,
    openFeeds: readonly UdpFeed[],
    clients: Set<BridgeClient>,
  ) {
    this.feeds = openFeeds.map(({ info }) => info);
    this.#openFeeds = openFeeds;
    this.#clients = clients;
    this.#clock = clock;
    this.#outputs = outputs;
    this.#sender = outputs.length > 0 ? createSocket('udp4') : null;
    this.#sender?.on('error', () => {});
    this.#sockets = new GuardedSockets({
      clock,
      allowedOrigins,
      maxClients: MAX_CLIENTS,
      maxPerAddress: MAX_PER_ADDRESS,
      maxPayload: BRIDGE_OUTPUT_HEADER_SIZE + MAX_DATAGRAM_SIZE,
      heartbeatMs: HEARTBEAT_MS,
    });
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.open(request, socket, head, (opened) => this.#connect(opened));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const feed of this.#openFeeds) feed.close();
    this.#sender?.close();
    this.#sockets.close();
  }

  #connect(socket: WebSocket): void {
    const client = new BridgeClient(socket);
    this.#clients.add(client);
    const rate = createRateState(messageRate, this.#clock.nowMs());
    let droppedCount = 0;
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const receivedMs = this.#clock.nowMs();
      if (!takeMessage(messageRate, rate, receivedMs)) {
        if (++droppedCount > MAX_DROPPED_MESSAGES) socket.terminate();
      } else if (isBinary) this.#sendOut(data as Buffer);
      else this.#answerPing(socket, String(data), receivedMs);
    });
    socket.on('close', () => this.#clients.delete(client));
    const hello: BridgeHello = {
      type: 'hello',
      version: BRIDGE_VERSION,
      feeds: this.feeds,
      outputs: this.#outputs,
    };
    this.#sockets.send(socket, JSON.stringify(hello));
  }

  #sendOut(bytes: Buffer): void {
    const message = decodeBridgeOutput(bytes);
    const output = message === null ? undefined : this.#outputs[message.outputIndex];
    if (this.#sender === null || message === null || output === undefined) return;
    if (this.#sender.getSendQueueSize() > MAX_SEND_QUEUE_BYTES) return;
    this.#sender.send(message.payload, output.port, output.address, () => {});
  }

  #answerPing(socket: WebSocket, text: string, receivedMs: number): void {
    const ping = readBridgePing(text);
    if (ping === null) return;
    const pong: BridgePong = { type: 'pong', t0: ping.t0, t1: receivedMs, t2: this.#clock.nowMs() };
    this.#sockets.send(socket, JSON.stringify(pong));
  }
}
