import { setBridgeDropped } from '@leib/feeds';
import type { RoomConnection } from '../room/roomChannel.js';

/** Bytes that may be under way to a page before it counts as slow. */
const HIGH_WATER_BYTES = 128 * 1024;
/** Datagrams kept for a slow page: half a second at 240 Hz. */
const MAX_WAITING = 128;

/**
 * One page that listens to the feeds. A slow one is not waited for: the newest datagrams are kept, the oldest dropped and counted, so
 * that it sees the present when it gets to see anything, and the server's memory stays as it is.
 */
export class FeedsClient {
  dropped = 0;
  readonly #connection: RoomConnection;
  readonly #waiting: Uint8Array<ArrayBuffer>[] = [];

  constructor(connection: RoomConnection) {
    this.#connection = connection;
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The bytes may be shared by all clients: what is sent is a copy. */
  send(message: Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(message);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.dropped++;
    }
    this.#flush();
  }

  readonly #flush = (): void => {
    const connection = this.#connection;
    while (this.#waiting.length > 0 && connection.isOpen && connection.waitingBytes < HIGH_WATER_BYTES) {
      const message = (this.#waiting.shift() as Uint8Array<ArrayBuffer>).slice();
      setBridgeDropped(message, this.dropped);
      // Called when the bytes have left: whatever waits then has its chance.
      connection.send(message, this.#flush);
    }
  };
}
