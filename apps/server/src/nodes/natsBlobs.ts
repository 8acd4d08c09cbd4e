import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { StoredMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { ANSWER_MS, type NatsLink } from './natsLink.js';

/** Bytes of a part: below the largest message of a nats-server unless it is configured otherwise (1 MB). */
const PART_BYTES = 256 << 10;
const LENGTH = 'Leib-Bytes';

/** Bytes that are there. */
export interface FoundBlob {
  readonly bytes: number;
  readonly parts: AsyncIterable<Uint8Array>;
}

/** Bytes by their SHA-256 in a stream, in parts: `SUBJECT.HASH.NUMBER`; the last part says how long the whole is. */
export class NatsBlobs {
  readonly #nats: NatsLink;
  readonly #stream: string;
  readonly #subject: string;

  constructor(nats: NatsLink, stream: string, subject: string) {
    this.#nats = nats;
    this.#stream = stream;
    this.#subject = subject;
  }

  /** Resolves when all of it is kept. What is there already is not sent again. */
  async put(hash: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if ((await this.#findLast(hash)) !== null) return;
    let [count, length] = [0, 0];
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const send = async (isLast: boolean) => {
      const part = Buffer.concat(waiting);
      const more = headers();
      if (isLast) more.set(LENGTH, String(length));
      await this.#nats.js.publish(`${this.#subject}.${hash}.${isLast ? 'last' : count++}`, part, {
        headers: more,
        timeout: ANSWER_MS,
      });
      waiting = [];
      waitingBytes = 0;
    };
    for await (const chunk of bytes) {
      for (let at = 0; at < chunk.length; at += PART_BYTES) {
        const piece = chunk.subarray(at, at + PART_BYTES);
        if (waitingBytes + piece.length > PART_BYTES) await send(false);
        waiting.push(piece);
        waitingBytes += piece.length;
        length += piece.length;
      }
    }
    await send(true);
  }

  /** Its length and its parts in their order; null where it is not there. Whoever reads looks at the hash. */
  async find(hash: string): Promise<FoundBlob | null> {
    const last = await this.#findLast(hash);
    return last && { bytes: Number(last.header.get(LENGTH)), parts: this.#partsOf(hash, last) };
  }

  /** All of it; null where it is not there, or is other bytes. */
  async read(hash: string, mostBytes: number): Promise<Buffer | null> {
    const found = await this.find(hash);
    if (found === null || !(found.bytes <= mostBytes)) return null;
    const parts: Uint8Array[] = [];
    for await (const part of found.parts) parts.push(part);
    const bytes = Buffer.concat(parts);
    return createHash('sha256').update(bytes).digest('hex') === hash ? bytes : null;
  }

  async remove(hash: string): Promise<void> {
    await this.#nats.manager.streams.purge(this.#stream, { filter: `${this.#subject}.${hash}.*` });
  }

  async *#partsOf(hash: string, last: StoredMsg): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number++) {
      const part = await this.#read(`${hash}.${number}`);
      if (part === null) break;
      yield part.data;
    }
    yield last.data;
  }

  /** Null where the first part is gone: where there is no more room for all, the stream lets the oldest ones go. */
  async #findLast(hash: string): Promise<StoredMsg | null> {
    const last = await this.#read(`${hash}.last`);
    if (last === null) return null;
    const isWhole = last.data.length === Number(last.header.get(LENGTH)) || (await this.#read(`${hash}.0`)) !== null;
    return isWhole ? last : null;
  }

  #read(name: string) {
    return this.#nats.manager.streams.getMessage(this.#stream, { last_by_subj: `${this.#subject}.${name}` });
  }
}

/** A file in parts, as put() takes it. */
export const readParts = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: PART_BYTES });
