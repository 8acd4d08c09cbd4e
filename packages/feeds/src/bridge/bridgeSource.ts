import { applyFeedPacket, meterSilence } from '@leib/tracking';
import type { FeedProtocol } from '../protocol/feedDecoder.js';
import { type CreateSocket, FeedSocket } from '../source/feedSocket.js';
import {
  DeviceSource,
  type FeedConnection,
  type FeedSource,
  type FeedStatus,
  type NowMs,
} from '../source/feedSource.js';
import { checkSequence } from '../source/sequenceCheck.js';
import {
  type BridgeDatagram,
  type BridgeHello,
  type BridgeOutput,
  decodeBridgeDatagram,
  encodeBridgeOutput,
  readBridgeText,
} from './bridgeMessage.js';
import { addClockSample, type ClockOffset, createClockOffset } from './clockOffset.js';
import { FeedInput } from './feedInput.js';

export interface BridgeSourceOptions {
  readonly label?: string;
  /** Default: the global WebSocket. */
  readonly createSocket?: CreateSocket;
  readonly nowMs?: NowMs;
}

/** All feeds of a server's bridge as one source. */
export interface BridgeSource extends FeedSource {
  /** Offset of the server's clock, and the round-trip delay of its measurement. NaN before the first answer. */
  readonly clock: Readonly<Pick<ClockOffset, 'offsetMs' | 'delayMs'>>;
  /** Datagrams that the server dropped because this page was too slow. */
  readonly droppedByBridge: number;
  /** Destinations that the server may send to. */
  readonly outputs: readonly BridgeOutput[];
  /** Sends a datagram to every output of a protocol, through the server. False without an output or a connection. */
  send(protocol: FeedProtocol, datagram: Uint8Array): boolean;
}

/** A few pings at once, then one per second: the first answers are slow. */
const FIRST_PINGS = 6;
const FIRST_PING_MS = 40;
const PING_MS = 1000;

class BridgeConnection extends DeviceSource implements BridgeSource {
  connection: FeedConnection = 'connecting';
  outputs: readonly BridgeOutput[] = [];
  droppedByBridge = 0;
  readonly clock: ClockOffset = createClockOffset();
  readonly #socket: FeedSocket;
  readonly #datagram: BridgeDatagram = {
    feedIndex: 0,
    sequence: 0,
    receivedMs: 0,
    dropped: 0,
    sender: 0,
    payload: new Uint8Array(0),
  };
  /** Feeds by name; they outlive a connection, since a restarted server is the same bridge. */
  readonly #inputs = new Map<string, FeedInput>();
  #feeds: readonly FeedInput[] = [];
  #droppedBefore = 0;
  #droppedNow = 0;
  #pingTimer: ReturnType<typeof setTimeout> | null = null;
  #pings = 0;

  constructor(url: string, { label = 'Tracker feed', createSocket, nowMs }: BridgeSourceOptions) {
    super(label, nowMs);
    const handlers = {
      onOpen: () => this.#onOpen(),
      onMessage: (data: string | ArrayBuffer) => this.#onMessage(data),
      onClose: () => this.#onClose(),
    };
    this.#socket = new FeedSocket(url, handlers, createSocket);
  }

  get feeds(): readonly FeedStatus[] {
    const nowMs = this.nowMs();
    for (const { meter } of this.#feeds) meterSilence(meter, nowMs);
    return this.#feeds;
  }

  send(protocol: FeedProtocol, datagram: Uint8Array): boolean {
    let isSent = false;
    for (let i = 0; i < this.outputs.length; i++) {
      if (this.outputs[i].protocol === protocol) isSent = this.#socket.send(encodeBridgeOutput(i, datagram)) || isSent;
    }
    return isSent;
  }

  override dispose(): void {
    if (this.#pingTimer !== null) clearTimeout(this.#pingTimer);
    this.#socket.dispose();
    this.connection = 'closed';
  }

  #onOpen(): void {
    this.connection = 'open';
    this.#pings = 0;
    this.#ping();
  }

  #onClose(): void {
    this.connection = 'lost';
    this.#droppedBefore += this.#droppedNow;
    this.#droppedNow = 0;
    if (this.#pingTimer !== null) clearTimeout(this.#pingTimer);
  }

  #ping(): void {
    this.#socket.send(JSON.stringify({ type: 'ping', t0: this.nowMs() }));
    this.#pings++;
    this.#pingTimer = setTimeout(() => this.#ping(), this.#pings < FIRST_PINGS ? FIRST_PING_MS : PING_MS);
  }

  #onMessage(data: string | ArrayBuffer): void {
    if (typeof data === 'string') this.#onText(data);
    else if (decodeBridgeDatagram(data, this.#datagram)) this.#onDatagram(this.#datagram);
  }

  #onText(text: string): void {
    const message = readBridgeText(text);
    if (message?.type === 'pong') addClockSample(this.clock, message.t0, message.t1, message.t2, this.nowMs());
    else if (message?.type === 'hello') this.#onHello(message);
  }

  #onHello({ feeds, outputs }: BridgeHello): void {
    this.outputs = outputs;
    this.#feeds = feeds.map((feed) => {
      const key = `${feed.protocol}:${feed.port} ${feed.up} ${feed.problem}`;
      const input = this.#inputs.get(key) ?? new FeedInput(feed);
      this.#inputs.set(key, input);
      // The server counts from zero for each connection; the sender's counter goes on.
      Object.assign(input.arrival, { last: -1, lateRun: 0 });
      return input;
    });
  }

  #onDatagram({ feedIndex, sequence, receivedMs, dropped, sender, payload }: BridgeDatagram): void {
    const feed = this.#feeds[feedIndex];
    if (feed === undefined) return;
    const nowMs = this.nowMs();
    this.#droppedNow = dropped;
    this.droppedByBridge = this.#droppedBefore + dropped;
    feed.packets++;
    const arrival = checkSequence(feed.arrival, sequence, nowMs);
    if (arrival === 'late' || arrival === 'duplicate') return;
    const from = feed.read(sender, payload, nowMs);
    if (from === null) return;
    const { packet } = feed;
    const onTheWayMs = nowMs - (receivedMs - this.clock.offsetMs);
    const inSenderMs = Number.isNaN(packet.senderLatencySeconds) ? 0 : packet.senderLatencySeconds * 1000;
    // A negative latency is the error of the clock offset.
    const latencyMs = Math.max(0, onTheWayMs) + inSenderMs;
    feed.meterPacket(nowMs, latencyMs);
    feed.ignored += applyFeedPacket(this.table, from, packet, latencyMs, nowMs) > 0 ? 1 : 0;
  }
}

/**
 * Connects to a server's bridge ("ws://127.0.0.1:8080/api/feeds"; bridgeUrl() knows the page's own) and
 * reconnects while the server is not reachable.
 */
export function createBridgeSource(url: string, options: BridgeSourceOptions = {}): BridgeSource {
  return new BridgeConnection(url, options);
}
