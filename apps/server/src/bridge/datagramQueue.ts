/** A datagram on its way to the pages. */
export interface QueuedDatagram {
  readonly feedIndex: number;
  /** Number of its sender within the feed. */
  readonly sender: number;
  /** As pages get it. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/** A quarter of a second at 1000 datagrams a second. */
const MAX_COUNT = 256;
const MAX_BYTES = 4 << 20;

/** What one sender has in a queue. */
interface Waiting {
  count: number;
  bytes: number;
}

/**
 * Datagrams that wait for the pages, oldest first. Where there are too many, or too many bytes, the sender with the most of them
 * loses its oldest: one that floods costs the others none of theirs.
 */
export class DatagramQueue {
  readonly #waiting: QueuedDatagram[] = [];
  /** Of each sender that has any. */
  readonly #senders = new Map<string, Waiting>();
  #byteCount = 0;

  get length(): number {
    return this.#waiting.length;
  }

  /** Adds one, and returns those that were dropped for it. */
  push(datagram: QueuedDatagram): readonly QueuedDatagram[] {
    this.#waiting.push(datagram);
    this.#count(datagram, 1);
    const dropped: QueuedDatagram[] = [];
    while (this.#waiting.length > MAX_COUNT || this.#byteCount > MAX_BYTES) {
      const crowd = this.#largestSender(this.#waiting.length > MAX_COUNT ? 'count' : 'bytes');
      const [oldest] = this.#waiting.splice(
        this.#waiting.findIndex((other) => keyOf(other) === crowd),
        1,
      );
      this.#count(oldest, -1);
      dropped.push(oldest);
    }
    return dropped;
  }

  /** Takes the oldest out, at most so many. */
  take(count: number): Uint8Array<ArrayBuffer>[] {
    const taken = this.#waiting.splice(0, count);
    for (const datagram of taken) this.#count(datagram, -1);
    return taken.map(({ message }) => message);
  }

  clear(): void {
    this.take(this.length);
  }

  #count(datagram: QueuedDatagram, step: 1 | -1): void {
    const key = keyOf(datagram);
    const bytes = step * datagram.message.length;
    const sender = this.#senders.get(key) ?? { count: 0, bytes: 0 };
    sender.count += step;
    sender.bytes += bytes;
    if (sender.count > 0) this.#senders.set(key, sender);
    else this.#senders.delete(key);
    this.#byteCount += bytes;
  }

  #largestSender(by: keyof Waiting): string {
    let [largest, most] = ['', 0];
    for (const [key, sender] of this.#senders) if (sender[by] > most) [largest, most] = [key, sender[by]];
    return largest;
  }
}

function keyOf({ feedIndex, sender }: QueuedDatagram): string {
  return `${feedIndex}:${sender}`;
}
