import { applyFeedPacket, meterSilence } from '@leib/tracking';
import type { BridgeFeed } from '../bridge/bridgeMessage.js';
import { FeedInput } from '../bridge/feedInput.js';
import { DeviceSource, type FeedConnection, type FeedSource, type FeedStatus, type NowMs } from './feedSource.js';

/** A feed whose datagrams the caller brings, from a socket of its own. */
export interface DatagramSource extends FeedSource {
  /** @param sender tells senders apart; @param receivedMs on the clock of the source */
  receive(datagram: Uint8Array, sender: number, receivedMs: number): void;
}

class LocalFeed extends DeviceSource implements DatagramSource {
  connection: FeedConnection = 'open';
  readonly #input: FeedInput;

  constructor(feed: BridgeFeed, nowMs?: NowMs) {
    super(`${feed.protocol}:${feed.port}`, nowMs);
    this.#input = new FeedInput(feed);
  }

  get feeds(): readonly FeedStatus[] {
    meterSilence(this.#input.meter, this.nowMs());
    return [this.#input];
  }

  receive(datagram: Uint8Array, sender: number, receivedMs: number): void {
    const feed = this.#input;
    feed.packets++;
    const from = feed.read(sender, datagram, receivedMs);
    if (from === null) return;
    const { packet } = feed;
    const latencyMs = Number.isNaN(packet.senderLatencySeconds) ? 0 : packet.senderLatencySeconds * 1000;
    feed.meterPacket(receivedMs, latencyMs);
    feed.ignored += applyFeedPacket(this.table, from, packet, latencyMs, receivedMs) > 0 ? 1 : 0;
  }

  override dispose(): void {
    this.connection = 'closed';
  }
}

/** `feed`: as openUdpFeed() of the server describes an open port. */
export function createDatagramSource(feed: BridgeFeed, nowMs?: NowMs): DatagramSource {
  return new LocalFeed(feed, nowMs);
}
