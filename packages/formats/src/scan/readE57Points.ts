import { FormatError } from '../formatError.js';
import { textOf, viewOf } from '../io/bytes.js';
import { readXml, type XmlElement } from '../io/readXml.js';
import { BitStream, type E57Field, fieldOf } from './e57Fields.js';
import { createPointBatch, type PointBatch, type PointFile } from './pointBatch.js';
import type { RangeSource } from './rangeSource.js';

// ASTM E2807-11: a header, pages that end with a checksum, an XML document, and bytes of each field in packets.
const HEADER_BYTES = 48;
const CHECKSUM_BYTES = 4;
const MOST_XML_BYTES = 32 << 20;
const MOST_FIELDS = 64;
const DATA_PACKET = 1;
const PACKET_HEADER_BYTES = 6;
const MOST_PACKET_BYTES = 65_536;
/** Bytes that are read at once. */
const BLOCK_BYTES = 1 << 20;
/** Packets one after the other that bring no point. */
const MOST_EMPTY_PACKETS = 10_000;

export function looksLikeE57(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && textOf(bytes.subarray(0, 8)) === 'ASTM-E57';
}

/** One scan position in the file. */
interface E57Scan {
  readonly fields: readonly E57Field[];
  readonly count: number;
  /** Of the section, physical. */
  readonly at: number;
  readonly turn: readonly [number, number, number, number];
  readonly move: readonly [number, number, number];
}

/** Points of an E57 file: all its scan positions, in one place. Throws FormatError. */
export async function readE57Points(source: RangeSource): Promise<PointFile> {
  const header = (await source.read(0, HEADER_BYTES)).slice();
  if (header.length < HEADER_BYTES) throw fail(header.length, 'the header is cut off');
  const view = viewOf(header);
  const [length, xmlAt, xmlBytes, pageBytes] = [16, 24, 32, 40].map((at) => Number(view.getBigUint64(at, true)));
  if (length > source.size) throw fail(source.size, `the file is cut off, ${length} bytes were announced`);
  if (!(pageBytes >= 64 && pageBytes <= 1 << 20))
    throw fail(40, `expected pages of 64 bytes to 1 MB, got ${pageBytes}`);
  if (xmlBytes > MOST_XML_BYTES)
    throw fail(32, `expected at most ${MOST_XML_BYTES >> 20} MB of XML, got ${xmlBytes} bytes`);
  const pages = createPages(source, pageBytes);
  const xml = await pages.read(pages.logicalOf(xmlAt), xmlBytes);
  const root = readXml(textOf(xml), 'E57');
  const scans = scansOf(root);
  const count = scans.reduce((sum, scan) => sum + scan.count, 0);
  if (count === 0) throw new FormatError('E57', '', 'has no points');
  const have = (place: E57Field['place']) => scans.every(({ fields }) => fields.some((field) => field.place === place));
  return {
    about: {
      kind: 'E57',
      count,
      hasColours: have('red') && have('green') && have('blue'),
      hasIntensities: have('intensity'),
      up: 'z',
    },
    async *batches() {
      for (const scan of scans) yield* scanBatches(pages, scan);
    },
  };
}

function fail(at: number, reason: string): FormatError {
  return new FormatError('E57', `byte ${at}`, reason);
}

interface Pages {
  logicalOf(physical: number): number;
  /** Bytes without the checksums between them. Throws FormatError where there are fewer. */
  read(logicalAt: number, length: number): Promise<Uint8Array>;
}

function createPages(source: RangeSource, pageBytes: number): Pages {
  const payload = pageBytes - CHECKSUM_BYTES;
  /** What was read last: packets are small, and follow each other. */
  let [blockAt, block] = [0, new Uint8Array(0)];
  const load = async (logicalAt: number, length: number) => {
    const firstPage = Math.floor(logicalAt / payload);
    const pages = Math.ceil(Math.max(length, BLOCK_BYTES) / payload) + 1;
    const bytes = await source.read(firstPage * pageBytes, pages * pageBytes);
    const out = new Uint8Array(Math.ceil(bytes.length / pageBytes) * payload);
    let filled = 0;
    for (let at = 0; at < bytes.length; at += pageBytes) {
      const part = bytes.subarray(at, Math.min(at + payload, bytes.length));
      out.set(part, filled);
      filled += part.length;
    }
    blockAt = firstPage * payload;
    block = out.subarray(0, filled);
  };
  return {
    logicalOf: (physical) => Math.floor(physical / pageBytes) * payload + (physical % pageBytes),
    async read(logicalAt, length) {
      if (logicalAt < blockAt || logicalAt + length > blockAt + block.length) await load(logicalAt, length);
      if (logicalAt + length > blockAt + block.length) throw fail(source.size, 'the file is cut off');
      return block.subarray(logicalAt - blockAt, logicalAt - blockAt + length);
    },
  };
}

const childOf = (element: XmlElement | undefined, name: string) => element?.children.find((one) => one.name === name);

function numberIn(element: XmlElement | undefined, name: string, fallback: number): number {
  const text = childOf(element, name)?.text.trim();
  const value = text ? Number(text) : fallback;
  if (!Number.isFinite(value)) throw new FormatError('E57', name, 'expected a finite number');
  return value;
}

function scansOf(document: XmlElement): readonly E57Scan[] {
  const root = document.name === 'e57Root' ? document : childOf(document, 'e57Root');
  const scans = childOf(root, 'data3D')?.children ?? [];
  return scans.flatMap((scan): E57Scan[] => {
    const points = childOf(scan, 'points');
    const prototype = childOf(points, 'prototype');
    const count = Number(points?.attributes.recordCount ?? 0);
    const at = Number(points?.attributes.fileOffset ?? Number.NaN);
    if (!points || !prototype || count === 0) return [];
    if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(at))
      throw new FormatError('E57', 'points', 'expected recordCount and fileOffset');
    const limits = [childOf(scan, 'intensityLimits'), childOf(scan, 'colorLimits')];
    const fields = prototype.children.map((field) => fieldOf(field, limits));
    if (fields.length > MOST_FIELDS)
      throw new FormatError('E57', 'prototype', `expected at most ${MOST_FIELDS} fields`);
    const isPlaced = ['x', 'y', 'z'].every((place) => fields.some((field) => field.place === place));
    const isRound = ['range', 'azimuth', 'elevation'].every((place) => fields.some((field) => field.place === place));
    if (!isPlaced && !isRound) throw new FormatError('E57', 'prototype', 'expected cartesian or spherical coordinates');
    const [rotation, translation] = ['rotation', 'translation'].map((name) => childOf(childOf(scan, 'pose'), name));
    return [
      {
        ...{ fields, count, at },
        turn: [0, 1, 2, 3].map((k) => numberIn(rotation, 'xyzw'[k], k === 3 ? 1 : 0)) as unknown as E57Scan['turn'],
        move: [0, 1, 2].map((k) => numberIn(translation, 'xyz'[k], 0)) as unknown as E57Scan['move'],
      },
    ];
  });
}

async function* scanBatches(pages: Pages, scan: E57Scan): AsyncGenerator<PointBatch> {
  const section = viewOf(await pages.read(pages.logicalOf(scan.at), 32));
  if (section.getUint8(0) !== 1) throw fail(scan.at, 'expected a section of points');
  let at = pages.logicalOf(Number(section.getBigUint64(16, true)));
  const streams = scan.fields.map((field) => new BitStream(field));
  const batch = createPointBatch(Math.min(scan.count, MOST_PACKET_BYTES * 8));
  let [left, empty] = [scan.count, 0];
  while (left > 0) {
    const head = viewOf(await pages.read(at, PACKET_HEADER_BYTES));
    const length = head.getUint16(2, true) + 1;
    if (head.getUint8(0) === DATA_PACKET) {
      feed(await pages.read(at, length), streams, at);
      const ready = Math.min(left, batch.intensities.length, ...streams.map((stream) => stream.ready));
      if (!Number.isFinite(ready)) throw fail(at, 'expected fields that take room');
      place(streams, ready, scan, batch);
      left -= ready;
      empty = ready > 0 ? 0 : empty + 1;
      if (ready > 0) yield batch;
    } else if (length < 4) throw fail(at, 'expected a packet of 4 bytes or more');
    else empty++;
    if (empty > MOST_EMPTY_PACKETS) throw fail(at, 'expected points in the packets, got none in many');
    at += length;
  }
}

/** Gives each field its bytes of a packet. */
function feed(packet: Uint8Array, streams: readonly BitStream[], where: number): void {
  const view = viewOf(packet);
  let at = PACKET_HEADER_BYTES + streams.length * 2;
  if (packet.length < at || view.getUint16(4, true) !== streams.length)
    throw fail(where, `expected bytes of ${streams.length} fields`);
  for (const [i, stream] of streams.entries()) {
    const length = view.getUint16(PACKET_HEADER_BYTES + i * 2, true);
    if (at + length > packet.length) throw fail(where, 'a field reaches beyond its packet');
    if (!stream.feed(packet.subarray(at, at + length)))
      throw fail(where, 'expected fields that keep step with each other');
    at += length;
  }
}

function place(streams: readonly BitStream[], count: number, { turn, move }: E57Scan, batch: PointBatch): void {
  const of = (name: E57Field['place']) => streams.find(({ field }) => field.place === name);
  const [red, green, blue, intensity] = [of('red'), of('green'), of('blue'), of('intensity')];
  const used = new Set([red, green, blue, intensity]);
  const point = pointReader(of);
  for (const stream of point.streams) used.add(stream);
  const [qx, qy, qz, qw] = turn;
  const here = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    point.next(here);
    const [x, y, z] = here;
    // Turned by the quaternion: v + 2 q x (q x v + w v).
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    batch.positions[i * 3] = x + qw * tx + (qy * tz - qz * ty) + move[0];
    batch.positions[i * 3 + 1] = y + qw * ty + (qz * tx - qx * tz) + move[1];
    batch.positions[i * 3 + 2] = z + qw * tz + (qx * ty - qy * tx) + move[2];
    batch.colours[i * 3] = red?.nextShare() ?? 0;
    batch.colours[i * 3 + 1] = green?.nextShare() ?? 0;
    batch.colours[i * 3 + 2] = blue?.nextShare() ?? 0;
    batch.intensities[i] = intensity?.nextShare() ?? 0;
  }
  for (const stream of streams) if (!used.has(stream)) stream.skip(count);
  batch.count = count;
}

function pointReader(of: (name: E57Field['place']) => BitStream | undefined) {
  const [x, y, z] = [of('x'), of('y'), of('z')];
  const invalid = of('invalid');
  if (x && y && z)
    return {
      streams: [x, y, z, invalid],
      next(out: number[]) {
        out[0] = x.next();
        out[1] = y.next();
        out[2] = z.next();
        // 1: only the direction is known; 2: nothing is.
        if (invalid && invalid.next() > 0) out[0] = Number.NaN;
      },
    };
  const [range, azimuth, elevation] = [of('range'), of('azimuth'), of('elevation')];
  return {
    streams: [range, azimuth, elevation, invalid],
    next(out: number[]) {
      const [far, around, up] = [range?.next() ?? 0, azimuth?.next() ?? 0, elevation?.next() ?? 0];
      out[0] = far * Math.cos(up) * Math.cos(around);
      out[1] = far * Math.cos(up) * Math.sin(around);
      out[2] = far * Math.sin(up);
      if (invalid && invalid.next() > 0) out[0] = Number.NaN;
    },
  };
}
