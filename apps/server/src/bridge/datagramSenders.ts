import {
  countSenderPacket,
  createFeedDecoder,
  createSenderTable,
  enterSender,
  type FeedProtocol,
  type SenderTable,
} from '@leib/feeds';
import { createFeedPacket, isKnownSender } from '@leib/tracking';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';

/** A sender that gives every bone a datagram of its own sends some thousand a second; more are dropped. */
const datagramRate: RateLimit = { perSecond: 8000, burst: 2000 };
/** Bytes that a sender may send: pages take as long for one long datagram as for many short ones. */
const byteRate: RateLimit = { perSecond: 16e6, burst: 64e6 };

/** How often a datagram of a known sender is read to see that it still sends its protocol, milliseconds. */
const PROOF_MS = 200;

interface NumberedSender {
  number: number;
  readonly decoder: ReturnType<typeof createFeedDecoder>;
  provenMs: number;
  rates: { readonly datagrams: RateState; readonly bytes: RateState } | null;
}

/**
 * Tells the senders of one feed apart by their address, so that pages can decode them apart. A place is earned by datagrams that can
 * be read: who sends anything else gives way to the next one, and so does one of many of one machine to the first of another.
 */
export class DatagramSenders {
  readonly #packet = createFeedPacket();
  readonly #senders: SenderTable<string, NumberedSender>;
  readonly #numbers = new Set<number>();

  constructor(protocol: FeedProtocol) {
    const create = (): NumberedSender => ({
      number: 0,
      decoder: createFeedDecoder(protocol),
      provenMs: Number.NEGATIVE_INFINITY,
      rates: null,
    });
    this.#senders = createSenderTable(
      protocol,
      create,
      ({ number }) => this.#numbers.delete(number),
      (address) => address.replace(/:\d+$/, ''),
    );
  }

  /** Number of the sender with this address; null when its datagram is dropped: too many of it, or too many senders. */
  admit(address: string, datagram: Uint8Array, nowMs: number): number | null {
    const entry = enterSender(this.#senders, address, nowMs);
    if (entry === null) return null;
    const { value } = entry;
    if (value.rates === null) {
      value.rates = { datagrams: createRateState(datagramRate, nowMs), bytes: createRateState(byteRate, nowMs) };
      value.number = this.#freeNumber(address);
    }
    if (!takeMessage(datagramRate, value.rates.datagrams, nowMs)) return null;
    if (!takeMessage(byteRate, value.rates.bytes, nowMs, datagram.length)) return null;
    const isDue = !isKnownSender(entry.sender, nowMs) || nowMs - value.provenMs >= PROOF_MS;
    if (isDue && value.decoder.decode(datagram, this.#packet)) {
      value.provenMs = nowMs;
      countSenderPacket(entry, nowMs);
    }
    return value.number;
  }

  /** From the address, so that a sender has the same number when the server was started again. */
  #freeNumber(address: string): number {
    let number = hashOf(address);
    while (this.#numbers.has(number)) number = (number + 1) >>> 0;
    this.#numbers.add(number);
    return number;
  }
}

/** FNV-1a, 32 bits (Fowler, Noll & Vo). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
