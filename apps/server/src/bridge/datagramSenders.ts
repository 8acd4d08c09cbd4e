import { countSenderPacket, createSenderTable, enterSender, type SenderTable } from '@leib/feeds';
import { createRateState, type RateLimit, type RateState, takeMessage } from '../common/messageRate.js';

/** A sender that gives every bone a datagram of its own sends some thousand a second; more are dropped. */
const datagramRate: RateLimit = { perSecond: 8000, burst: 2000 };

interface NumberedSender {
  number: number;
  rate: RateState | null;
}

/** Tells the senders of one feed apart by their address, so that pages can decode them apart. */
export class DatagramSenders {
  readonly #senders: SenderTable<string, NumberedSender>;
  readonly #numbers = new Set<number>();

  constructor(feed: string) {
    const create = (): NumberedSender => ({ number: 0, rate: null });
    this.#senders = createSenderTable(feed, create, ({ number }) => this.#numbers.delete(number));
  }

  /** Number of the sender with this address; null when its datagram is dropped: too many of it, or too many senders. */
  admit(address: string, nowMs: number): number | null {
    const entry = enterSender(this.#senders, address, nowMs);
    if (entry === null) return null;
    const { value } = entry;
    if (value.rate === null) {
      value.rate = createRateState(datagramRate, nowMs);
      value.number = this.#freeNumber(address);
    }
    if (!takeMessage(datagramRate, value.rate, nowMs)) return null;
    countSenderPacket(entry, nowMs);
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
