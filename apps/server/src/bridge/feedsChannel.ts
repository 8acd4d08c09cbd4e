import { createSocket, type Socket } from 'node:dgram';
import { InputError } from '@leib/core';
import { type BridgeFeed, type BridgeOutput, decodeBridgeOutput, encodeFeedList, MAX_DATAGRAM_SIZE } from '@leib/feeds';
import { HEADER_SIZE, roomKind } from '@leib/net';
import type { ServerClock } from '../common/serverClock.js';
import type { MessageLimit, RoomChannel, RoomConnection } from '../room/roomChannel.js';
import { FeedSockets, type HandOn } from './feedSockets.js';
import { FeedsClient } from './feedsClient.js';
import { type FeedHost, openThreadFeeds } from './threadFeeds.js';
import type { FeedSpec } from './udpFeed.js';

export interface BridgeOptions {
  /** Ports to listen on; no others are opened. */
  readonly feeds?: readonly FeedSpec[];
  /** Targets that pages may send to; they cannot name others. */
  readonly outputs?: readonly BridgeOutput[];
  /** Script of the feeds' own thread; null keeps them in this one. By default the built script, where there is one. */
  readonly threadScript?: URL | null;
}

/** A page sends some datagrams for each frame. */
const limits: ReadonlyMap<number, MessageLimit> = new Map([
  [roomKind.output, { mostBytes: HEADER_SIZE + MAX_DATAGRAM_SIZE, rate: { perSecond: 2000, burst: 2000 } }],
]);
/** Output that the network does not take is dropped. */
const MAX_SEND_QUEUE_BYTES = 1 << 20;
/** The header has one byte for the feed's number. */
const MAX_FEEDS = 256;

/** Opens the feeds. Never rejects over one of them: see `feeds[i].problem`. Threads always have the system's clock. */
export async function openFeeds(options: BridgeOptions, clock: ServerClock): Promise<FeedsChannel> {
  const { feeds: specs = [], outputs = [], threadScript = builtThreadScript() } = options;
  if (specs.length > MAX_FEEDS) {
    throw new InputError('feeds', `expected at most ${MAX_FEEDS}, got ${specs.length}`);
  }
  const clients = new Map<number, FeedsClient>();
  const handOn = (messages: readonly Uint8Array<ArrayBuffer>[]) => {
    for (const message of messages) for (const client of clients.values()) client.send(message);
  };
  const host =
    threadScript === null || specs.length === 0
      ? await openInlineFeeds(specs, handOn, clock)
      : await openThreadFeeds(threadScript, specs, handOn);
  return new FeedsChannel(outputs, host, clients);
}

/** UDP on one side, pages on the other. */
export class FeedsChannel implements RoomChannel {
  readonly maxClients = 16;
  readonly maxPerAddress = 12;
  readonly hasHeartbeat = true;
  readonly #host: FeedHost;
  readonly #clients: Map<number, FeedsClient>;
  readonly #outputs: readonly BridgeOutput[];
  readonly #sender: Socket | null;

  constructor(outputs: readonly BridgeOutput[], host: FeedHost, clients: Map<number, FeedsClient>) {
    this.#host = host;
    this.#clients = clients;
    this.#outputs = outputs;
    this.#sender = outputs.length > 0 ? createSocket('udp4') : null;
    this.#sender?.on('error', () => {});
  }

  /** With the ports that were opened, or the problem why not. */
  get feeds(): readonly BridgeFeed[] {
    return this.#host.feeds;
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  limitsOf(): ReadonlyMap<number, MessageLimit> {
    return limits;
  }

  connect(connection: RoomConnection): void {
    this.#clients.set(connection.id, new FeedsClient(connection));
    this.#host.setPageCount(this.#clients.size);
    connection.send(encodeFeedList({ feeds: this.feeds, outputs: this.#outputs }));
  }

  leave({ id }: RoomConnection): void {
    this.#clients.delete(id);
    this.#host.setPageCount(this.#clients.size);
  }

  /** A datagram for an output; one that names none goes nowhere. */
  receive(_connection: RoomConnection, _kind: number, bytes: Uint8Array): void {
    const message = decodeBridgeOutput(bytes);
    const output = message.ok ? this.#outputs[message.value.outputIndex] : undefined;
    if (this.#sender === null || !message.ok || output === undefined) return;
    if (this.#sender.getSendQueueSize() > MAX_SEND_QUEUE_BYTES) return;
    this.#sender.send(message.value.payload, output.port, output.address, () => {});
  }

  /** Resolves when the ports are free. */
  async close(): Promise<void> {
    this.#sender?.close();
    await this.#host.close();
  }
}

/** Feeds in this thread: for tests and tools that run from sources, where there is no built script for a thread. */
async function openInlineFeeds(specs: readonly FeedSpec[], handOn: HandOn, clock: ServerClock): Promise<FeedHost> {
  const sockets = await FeedSockets.open(
    specs,
    (messages) => {
      const begunMs = clock.nowMs();
      handOn(messages);
      sockets.finish(clock.nowMs() - begunMs);
    },
    { clock },
  );
  return {
    feeds: sockets.feeds,
    setPageCount: (count) => sockets.setPageCount(count),
    close: async () => sockets.close(),
  };
}

/** Threads need a built script; when run from the sources there is none beside this file. */
function builtThreadScript(): URL | null {
  return import.meta.url.endsWith('.js') ? new URL('./feedThread.js', import.meta.url) : null;
}
