import { type BridgeFeed, encodeBridgeDatagram } from '@leib/feeds';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { TimeShare } from '../common/timeShare.js';
import { DatagramQueue } from './datagramQueue.js';
import { type FeedSpec, openUdpFeed, type UdpFeed } from './udpFeed.js';

/** Sends datagrams to the pages, oldest first. */
export type HandOn = (messages: readonly Uint8Array<ArrayBuffer>[]) => void;

export interface FeedSocketsOptions {
  readonly clock?: ServerClock;
  /** Computing of this thread so far, milliseconds. Reading is not limited unless given: the thread may have other work. */
  readonly workedMs?: () => number;
}

/** Handing datagrams to pages takes at most so much of the time of the thread that serves them; more are dropped. */
const SHARE_OF_PAGES = 0.25;
/** So much of it may be taken at once, milliseconds. */
const PAGES_CREDIT_MS = 10;
/** Datagrams times pages that are handed on at once: less than a millisecond of work. */
const SENDS_AT_ONCE = 64;
/** How long is waited for the share of time, milliseconds. */
const WAIT_MS = 5;
/** Reading takes at most so much of a processor core; it is measured once in so many datagrams. */
const SHARE_OF_CORE = 0.25;
const DATAGRAMS_PER_LOOK = 32;

/**
 * The UDP sockets of all feeds. Senders are told apart and limited here; what is left goes to the thread that serves the pages, a
 * few at a time, the next ones only after finish(): a flood costs that thread no more than its share.
 */
export class FeedSockets {
  readonly #handOn: HandOn;
  readonly #clock: ServerClock;
  readonly #workedMs: () => number;
  readonly #queue = new DatagramQueue();
  /** Of datagrams per feed, modulo 2^32. */
  readonly #sequences: Uint32Array;
  readonly #pagesTime: TimeShare;
  readonly #readTime: TimeShare;
  #readCount = 0;
  #lookedMs = 0;
  #feeds: readonly UdpFeed[] = [];
  #pageCount = 0;
  #isUnderWay = false;
  #stopWaiting: (() => void) | null = null;

  private constructor(specs: readonly FeedSpec[], handOn: HandOn, options: FeedSocketsOptions) {
    const { clock = systemClock, workedMs = () => 0 } = options;
    this.#handOn = handOn;
    this.#clock = clock;
    this.#workedMs = workedMs;
    this.#sequences = new Uint32Array(specs.length);
    this.#pagesTime = new TimeShare(clock.nowMs(), PAGES_CREDIT_MS);
    this.#readTime = new TimeShare(clock.nowMs());
    this.#lookedMs = workedMs();
  }

  /** Never rejects over one of the feeds: see `feeds[i].problem`. */
  static async open(
    specs: readonly FeedSpec[],
    handOn: HandOn,
    options: FeedSocketsOptions = {},
  ): Promise<FeedSockets> {
    const sockets = new FeedSockets(specs, handOn, options);
    sockets.#feeds = await Promise.all(
      specs.map((spec, index) =>
        openUdpFeed(
          spec,
          (datagram, sender, receivedMs) => sockets.#receive(index, datagram, sender, receivedMs),
          sockets.#clock,
        ),
      ),
    );
    return sockets;
  }

  get feeds(): readonly BridgeFeed[] {
    return this.#feeds.map(({ info }) => info);
  }

  setPageCount(count: number): void {
    this.#pageCount = count;
    if (count === 0) this.#queue.clear();
  }

  /** The datagrams that were handed on last are with the pages, which took so long. */
  finish(workMs: number): void {
    this.#isUnderWay = false;
    this.#pagesTime.take(workMs);
    this.#handOnNext();
  }

  close(): void {
    this.#stopWaiting?.();
    for (const feed of this.#feeds) feed.close();
  }

  /** False where the datagram is dropped for lack of time. */
  #receive(feedIndex: number, datagram: Buffer, sender: number, receivedMs: number): boolean {
    // Counted without pages too: a later one starts at any number.
    const sequence = this.#sequences[feedIndex]++;
    if (!this.#mayRead(receivedMs)) return false;
    if (this.#pageCount === 0) return true;
    const message = encodeBridgeDatagram(feedIndex, sequence, receivedMs, datagram, sender);
    for (const dropped of this.#queue.push({ feedIndex, sender, message })) this.#feeds[dropped.feedIndex]?.drop();
    this.#handOnNext();
    return true;
  }

  #mayRead(nowMs: number): boolean {
    if (++this.#readCount % DATAGRAMS_PER_LOOK === 0) {
      const workedMs = this.#workedMs();
      this.#readTime.take(workedMs - this.#lookedMs);
      this.#lookedMs = workedMs;
    }
    return this.#readTime.mayStart(nowMs, SHARE_OF_CORE);
  }

  #handOnNext(): void {
    if (this.#isUnderWay || this.#queue.length === 0) return;
    if (!this.#pagesTime.mayStart(this.#clock.nowMs(), SHARE_OF_PAGES)) {
      this.#stopWaiting ??= this.#clock.every(WAIT_MS, () => this.#handOnNext());
      return;
    }
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#isUnderWay = true;
    this.#handOn(this.#queue.take(Math.max(1, Math.floor(SENDS_AT_ONCE / this.#pageCount))));
  }
}
