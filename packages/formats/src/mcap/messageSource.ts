import type { McapStreamReader, McapTypes } from '@mcap/core';
import { FormatError, reasonOf } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import { sessionMetadata, versionsMetadata } from './topics.js';

/** Bytes that can be read anywhere: an array, a Blob, a file handle, HTTP ranges. */
export interface RandomAccess {
  readonly byteLength: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export interface StoredMessage {
  readonly topic: string;
  /** Channel metadata: where a stream's header is. */
  readonly channelMetadata: ReadonlyMap<string, string>;
  readonly logTime: bigint;
  readonly data: Uint8Array;
}

/** The messages of an MCAP file, whether it has its index or lost it. */
export interface MessageSource {
  /** Size of the whole file. */
  readonly byteLength: number;
  readonly topics: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
  readonly epochNs: bigint;
  /** null without messages. */
  readonly firstLogTime: bigint | null;
  readonly lastLogTime: bigint | null;
  readonly warnings: readonly string[];
  /** In the order of their log times, both ends included. */
  messages(fromLogTime: bigint, toLogTime: bigint): AsyncIterable<StoredMessage>;
  /** Whole files that lie in it. */
  attachments(): AsyncIterable<StoredFile>;
}

export type StoredFile = Pick<McapTypes.Attachment, 'name' | 'mediaType' | 'data'>;

const magic = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];

export function looksLikeMcap(bytes: Uint8Array): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** Opens a file by its index; a file without one, because it was cut off, is read from the front as far as it goes. */
export async function openMessageSource(access: RandomAccess): Promise<MessageSource> {
  if (access.byteLength === 0) throw new FormatError('MCAP', '', 'the file is empty');
  if (!looksLikeMcap(await access.read(0, Math.min(magic.length, access.byteLength)))) {
    throw new FormatError('MCAP', 'byte 0', 'does not begin with the MCAP magic bytes');
  }
  return (await openIndexed(access)) ?? (await recover(await access.read(0, access.byteLength)));
}

async function openIndexed(access: RandomAccess): Promise<MessageSource | null> {
  const { McapIndexedReader } = await import('@mcap/core');
  const readable = {
    size: async () => BigInt(access.byteLength),
    read: (offset: bigint, size: bigint) => access.read(Number(offset), Number(size)),
  };
  try {
    const reader = await McapIndexedReader.Initialize({ readable });
    const { statistics, channelsById } = reader;
    if (statistics === undefined || reader.chunkIndexes.length !== statistics.chunkCount) return null;
    // Other writers may leave messages outside of chunks, where no index leads to them.
    if (statistics.chunkCount === 0 && statistics.messageCount > 0n) return null;
    const metadata: McapTypes.Metadata[] = [];
    for await (const record of reader.readMetadata()) metadata.push(record);
    const isEmpty = statistics.messageCount === 0n;
    return {
      byteLength: access.byteLength,
      topics: Array.from(channelsById.values(), (channel) => channel.topic),
      ...describe(metadata),
      firstLogTime: isEmpty ? null : statistics.messageStartTime,
      lastLogTime: isEmpty ? null : statistics.messageEndTime,
      warnings: [],
      async *messages(startTime, endTime) {
        try {
          for await (const { channelId, logTime, data } of reader.readMessages({ startTime, endTime })) {
            const channel = channelsById.get(channelId);
            if (channel) yield { topic: channel.topic, channelMetadata: channel.metadata, logTime, data };
          }
        } catch (error) {
          throw error instanceof FormatError ? error : new FormatError('MCAP', '', reasonOf(error));
        }
      },
      async *attachments() {
        try {
          yield* reader.readAttachments();
        } catch (error) {
          throw new FormatError('MCAP', 'attachments', reasonOf(error));
        }
      },
    };
  } catch {
    // No usable index: whatever is wrong is found again, and named, by reading from the front.
    return null;
  }
}

function describe(records: readonly McapTypes.Metadata[]): Pick<MessageSource, 'versions' | 'epochNs'> {
  const versions: [string, string][] = [];
  let epochNs = 0n;
  for (const { name, metadata } of records) {
    if (name === versionsMetadata) versions.push(...metadata);
    const epoch = name === sessionMetadata ? metadata.get('epochNs') : undefined;
    if (epoch !== undefined && /^\d{1,19}$/.test(epoch)) epochNs = BigInt(epoch);
  }
  return { versions: Object.fromEntries(versions), epochNs };
}

interface Recovered {
  readonly messages: StoredMessage[];
  readonly metadata: McapTypes.Metadata[];
  readonly channels: Map<number, McapTypes.Channel>;
  readonly attachments: StoredFile[];
}

/** Bytes handed to the stream reader at a time. */
const slice = 1 << 20;

/** Reads from the front to the end of the file or to the first damage, and reports which it was. */
async function recover(bytes: Uint8Array): Promise<MessageSource> {
  const { McapStreamReader, McapRecordBuilder } = await import('@mcap/core');
  const found: Recovered = { messages: [], metadata: [], channels: new Map(), attachments: [] };
  const reader = new McapStreamReader();
  let damage: string | null = null;
  let readTo = 0;
  try {
    while (readTo < bytes.length && !reader.done()) {
      reader.append(bytes.subarray(readTo, readTo + slice));
      readTo = Math.min(readTo + slice, bytes.length);
      takeRecords(reader, found);
    }
  } catch (error) {
    damage = reasonOf(error);
  }
  const cutAt = damage === null ? readTo - reader.bytesRemaining() : readTo;
  if (damage === null && !reader.done()) {
    damage = 'the file is cut off';
    const rest = partialChunk(bytes, cutAt);
    if (rest !== null) {
      // The rest of the file may rely on channels named before: a reader that starts here must hear of them first.
      const known = new McapRecordBuilder();
      for (const channel of found.channels.values()) known.writeChannel(channel);
      const restReader = new McapStreamReader({ noMagicPrefix: true });
      try {
        restReader.append(known.buffer);
        restReader.append(rest);
        takeRecords(restReader, found);
      } catch {
        // Messages before the damage are kept; the warning that the end is missing is there already.
      }
    }
  }
  const { messages } = found;
  if (damage !== null && messages.length === 0) {
    throw new FormatError('MCAP', `byte ${cutAt}`, `${damage}; no complete message before it`);
  }
  messages.sort((a, b) => (a.logTime < b.logTime ? -1 : a.logTime > b.logTime ? 1 : 0));
  return {
    byteLength: bytes.length,
    topics: Array.from(new Set(Array.from(found.channels.values(), (channel) => channel.topic))),
    ...describe(found.metadata),
    firstLogTime: messages.at(0)?.logTime ?? null,
    lastLogTime: messages.at(-1)?.logTime ?? null,
    warnings:
      damage === null ? [] : [`MCAP byte ${cutAt}: ${damage}; ${messages.length} messages before that are kept`],
    async *messages(from, to) {
      for (const message of messages) if (message.logTime >= from && message.logTime <= to) yield message;
    },
    async *attachments() {
      yield* found.attachments;
    },
  };
}

function takeRecords(reader: McapStreamReader, found: Recovered): void {
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === 'Channel') found.channels.set(record.id, record);
    else if (record.type === 'Metadata') found.metadata.push(record);
    else if (record.type === 'Attachment') found.attachments.push({ ...record, data: record.data.slice() });
    else if (record.type === 'Message') {
      const channel = found.channels.get(record.channelId);
      if (channel === undefined) continue;
      const { logTime, data } = record;
      // The reader's buffer moves on; these bytes must not.
      found.messages.push({ topic: channel.topic, channelMetadata: channel.metadata, logTime, data: data.slice() });
    }
  }
}

const chunkOpcode = 0x06;

/** The records inside a chunk whose end is missing; null when it is not a chunk, is compressed, or has no records yet. */
function partialChunk(bytes: Uint8Array, at: number): Uint8Array | null {
  // opcode 1, length 8, start time 8, end time 8, uncompressed size 8, CRC 4, compression 4 + n, records length 8
  const compressionAt = at + 1 + 8 + 8 + 8 + 8 + 4;
  if (bytes[at] !== chunkOpcode || compressionAt + 4 + 8 > bytes.length) return null;
  const view = viewOf(bytes);
  const isCompressed = view.getUint32(compressionAt, true) !== 0;
  return isCompressed ? null : bytes.subarray(compressionAt + 4 + 8);
}
