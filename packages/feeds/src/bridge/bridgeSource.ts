import { type CreateSocket, RoomClient, type RoomState, roomKind, roomUrl } from '@leib/net';
import { applyFeedPacket, meterSilence } from '@leib/tracking';
import type { FeedProtocol } from '../protocol/feedDecoder.js';
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
  type BridgeFeedList,
  type BridgeOutput,
  decodeBridgeDatagram,
  decodeFeedList,
  encodeBridgeOutput,
} from './bridgeMessage.js';
import { FeedInput } from './feedInput.js';

type ClockOffset = RoomClient['clock'];

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

class BridgeConnection extends DeviceSource implements BridgeSource {
  outputs: readonly BridgeOutput[] = [];
  droppedByBridge = 0;
  readonly #room: RoomClient;
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

  constructor(url: string, { label = 'Tracker feed', createSocket, nowMs }: BridgeSourceOptions) {
    super(label, nowMs);
    const events = {
      onState: (state: RoomState) => this.#onState(state),
      onMessage: (kind: number, bytes: Uint8Array<ArrayBuffer>) => this.#onMessage(kind, bytes),
    };
    const options = { nowMs: this.nowMs, ...(createSocket && { createSocket }) };
    this.#room = new RoomClient(roomUrl(url, { feeds: true }), events, options);
  }

  get connection(): FeedConnection {
    const { state } = this.#room;
    return state === 'refused' ? 'lost' : state;
  }

  get clock(): ClockOffset {
    return this.#room.clock;
  }

  get feeds(): readonly FeedStatus[] {
    const nowMs = this.nowMs();
    for (const { meter } of this.#feeds) meterSilence(meter, nowMs);
    return this.#feeds;
  }

  send(protocol: FeedProtocol, datagram: Uint8Array): boolean {
    let isSent = false;
    for (let i = 0; i < this.outputs.length; i++) {
      if (this.outputs[i].protocol === protocol) isSent = this.#room.send(encodeBridgeOutput(i, datagram)) || isSent;
    }
    return isSent;
  }

  override dispose(): void {
    this.#room.dispose();
  }

  #onState(state: RoomState): void {
    if (state === 'open') return;
    this.#droppedBefore += this.#droppedNow;
    this.#droppedNow = 0;
  }

  #onMessage(kind: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (kind === roomKind.datagram) {
      if (decodeBridgeDatagram(bytes, this.#datagram)) this.#onDatagram(this.#datagram);
    } else if (kind === roomKind.feeds) {
      const list = decodeFeedList(bytes);
      if (list.ok) this.#onFeeds(list.value);
    }
  }

  #onFeeds({ feeds, outputs }: BridgeFeedList): void {
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
    const onTheWayMs = nowMs - (receivedMs - this.#room.clock.offsetMs);
    const inSenderMs = Number.isNaN(packet.senderLatencySeconds) ? 0 : packet.senderLatencySeconds * 1000;
    // A negative latency is the error of the clock offset.
    const latencyMs = Math.max(0, onTheWayMs) + inSenderMs;
    feed.meterPacket(nowMs, latencyMs);
    feed.ignored += applyFeedPacket(this.table, from, packet, latencyMs, nowMs) > 0 ? 1 : 0;
  }
}

/**
 * The feeds of a server, by the address of any of its pages ("http://127.0.0.1:8080/", location.href); reconnects while the
 * server is not reachable.
 */
export function createBridgeSource(serverUrl: string, options: BridgeSourceOptions = {}): BridgeSource {
  return new BridgeConnection(serverUrl, options);
}
