import { type ByteReader, readCString, readInt32, readUint64, skipBytes, skipCString } from './byteReader.js';
import type { NatNetVersion } from './natNetFrame.js';

/** Numbers of the NatNet messages that are used here. */
export const natNetMessage = {
  connect: 0,
  serverInfo: 1,
  requestModelDef: 4,
  modelDef: 5,
  frameOfData: 7,
  keepAlive: 10,
} as const;

/** Motive’s port for requests. */
export const NATNET_COMMAND_PORT = 1510;

/** A request to Motive: number, length, zero-terminated text ("Ping" to connect). */
export function encodeNatNetRequest(message: 'connect' | 'requestModelDef' | 'keepAlive'): Uint8Array<ArrayBuffer> {
  const text = message === 'connect' ? 'Ping' : '';
  const bytes = new Uint8Array(4 + text.length + 1);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, natNetMessage[message], true);
  view.setUint16(2, text.length + 1, true);
  new TextEncoder().encodeInto(text, bytes.subarray(4));
  return bytes;
}

/** Version and clock of the server. */
export interface NatNetServer {
  version: NatNetVersion;
  /** Ticks per second of the clock in its frames; 0 when unknown. */
  clockHz: number;
}

/** char name[256], version[4], NatNet version[4], and from 3.0 on: clock, port, multicast address. */
export function readNatNetServer(reader: ByteReader): NatNetServer | null {
  skipBytes(reader, 256 + 4);
  const at = reader.at;
  skipBytes(reader, 4);
  if (reader.isShort) return null;
  const version = reader.view.getUint8(at) * 100 + reader.view.getUint8(at + 1);
  const clockHz = readUint64(reader);
  return { version, clockHz: reader.isShort ? 0 : clockHz };
}

const MAX_DATASETS = 4096;

/**
 * Names of the rigid bodies in a MODELDEF message, by id. From 4.1 on every description has its size, and unknown kinds
 * are skipped; before, reading ends at the first unknown kind.
 */
export function readNatNetNames(reader: ByteReader, version: NatNetVersion): Map<number, string> {
  const names = new Map<number, string>();
  const count = readInt32(reader);
  for (let i = 0; i < count && i < MAX_DATASETS && !reader.isShort; i++) {
    const kind = readInt32(reader);
    const size = version >= 401 ? readInt32(reader) : -1;
    const start = reader.at;
    if (kind === 0) skipMarkerSet(reader);
    else if (kind === 1) readBody(reader, version, names);
    else if (kind === 2) skipSkeleton(reader, version);
    else if (size < 0) break;
    if (size >= 0) {
      if (size > reader.end - start) break;
      reader.at = start + size;
    }
  }
  return names;
}

function skipMarkerSet(reader: ByteReader): void {
  skipCString(reader);
  const count = readInt32(reader);
  for (let i = 0; i < count && !reader.isShort; i++) skipCString(reader);
}

function readBody(reader: ByteReader, version: NatNetVersion, names: Map<number, string> | null): void {
  const name = version >= 200 ? readCString(reader) : '';
  const id = readInt32(reader);
  // Parent and offset; from 4.2 on a rotation too.
  skipBytes(reader, 4 + 12 + (version >= 402 ? 16 : 0));
  if (version >= 300) {
    const markerCount = readInt32(reader);
    skipBytes(reader, markerCount * 16);
    if (version >= 400) for (let i = 0; i < markerCount && !reader.isShort; i++) skipCString(reader);
  }
  if (!reader.isShort && name !== '') names?.set(id, name.slice(0, 64));
}

function skipSkeleton(reader: ByteReader, version: NatNetVersion): void {
  skipCString(reader);
  skipBytes(reader, 4);
  const bones = readInt32(reader);
  for (let i = 0; i < bones && !reader.isShort; i++) readBody(reader, version, null);
}
