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
  MAX_DATAGRAM_SIZE,
  readBridgePing,
} from '@leib/feeds';
import type { RawData, WebSocket } from 'ws';
import { GuardedSockets } from '../common/guardedSockets.js';
import { createRateState, type RateLimit, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { BridgeClient } from './bridgeClient.js';
import type { FeedHost } from './feedHost.js';
import { openInlineFeeds } from './inlineFeeds.js';
import { openThreadFeeds } from './threadFeeds.js';
import type { FeedSpec } from './udpFeed.js';

export interface BridgeOptions {
  /** Ports to listen on; no others are opened. */
  readonly feeds?: readonly FeedSpec[];
  /** Targets that pages may send to; they cannot name others. */
  readonly outputs?: readonly BridgeOutput[];
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  /** Script of the feeds' own thread; null keeps them in this one. By default the built script, where there is one. */
  readonly threadScript?: URL | null;
  /** Feeds in a thread of their own always have the system's. */
  readonly clock?: ServerClock;
}

/** UDP on one side, pages on the other. */
export interface Bridge {
  /** With the ports that were opened, or the problem why not. */
  readonly feeds: readonly BridgeFeed[];
  readonly clientCount: number;
  /** Takes over an HTTP connection that asks for a WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Resolves when the ports are free. */
  close(): Promise<void>;
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
/** The header has one byte for the feed's number. */
const MAX_FEEDS = 256;

/** Opens the feeds. Never rejects over one of them: see `feeds[i].problem`. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { feeds: specs = [], clock = systemClock, threadScript = builtThreadScript() } = options;
  if (specs.length > MAX_FEEDS) {
    throw new InputError('feeds', `expected at most ${MAX_FEEDS}, got ${specs.length}`);
  }
  const clients = new Set<BridgeClient>();
  const handOn = (messages: readonly Uint8Array<ArrayBuffer>[]) => {
    for (const message of messages) for (const client of clients) client.send(message);
  };
  const host =
    threadScript === null || specs.length === 0
      ? await openInlineFeeds(specs, handOn, clock)
      : await openThreadFeeds(threadScript, specs, handOn);
  return new RunningBridge(options, clock, host, clients);
}

class RunningBridge implements Bridge {
  readonly feeds: readonly BridgeFeed[];
  readonly #host: FeedHost;
  readonly #clients: Set<BridgeClient>;
  readonly #clock: ServerClock;
  readonly #outputs: readonly BridgeOutput[];
  readonly #sender: Socket | null;
  readonly #sockets: GuardedSockets;
  #isClosed = false;

  constructor(
    { outputs = [], allowedOrigins = [] }: BridgeOptions,
    clock: ServerClock,
    host: FeedHost,
    clients: Set<BridgeClient>,
  ) {
    this.feeds = host.feeds;
    this.#host = host;
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

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sender?.close();
    this.#sockets.close();
    await this.#host.close();
  }

  #connect(socket: WebSocket): void {
    const client = new BridgeClient(socket);
    this.#clients.add(client);
    this.#host.setPageCount(this.#clients.size);
    const rate = createRateState(messageRate, this.#clock.nowMs());
    let droppedCount = 0;
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const receivedMs = this.#clock.nowMs();
      if (!takeMessage(messageRate, rate, receivedMs)) {
        if (++droppedCount > MAX_DROPPED_MESSAGES) socket.terminate();
      } else if (isBinary) this.#sendOut(data as Buffer);
      else this.#answerPing(socket, String(data), receivedMs);
    });
    socket.on('close', () => {
      this.#clients.delete(client);
      this.#host.setPageCount(this.#clients.size);
    });
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

/** Threads need a built script; when run from the sources there is none beside this file. */
function builtThreadScript(): URL | null {
  return import.meta.url.endsWith('.js') ? new URL('./feedThread.js', import.meta.url) : null;
}
