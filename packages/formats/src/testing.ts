import { seededRandom } from '@leib/core/testing';
import { viewOf } from './io/bytes.js';
import { BitModel, SymbolModel } from './scan/arithmeticDecoder.js';

/** Tests only: points with true coordinates, colours of 8 bits and intensities of 16. */
export interface KnownPoints {
  readonly positions: Float64Array;
  readonly colours: Uint8Array;
  readonly intensities: Uint16Array;
}

/** A cloud in a box of 8 x 6 x 3 m somewhere in UTM. */
export function randomPoints(count: number, seed: number, origin = [389_000, 5_819_000, 30]): KnownPoints {
  const random = seededRandom(seed);
  const positions = Float64Array.from({ length: count * 3 }, (_, i) => {
    const size = [8, 6, 3][i % 3];
    return origin[i % 3] + Math.round(random() * size * 1000) / 1000;
  });
  return {
    positions,
    colours: Uint8Array.from({ length: count * 3 }, () => Math.floor(random() * 256)),
    intensities: Uint16Array.from({ length: count }, () => Math.floor(random() * 65536)),
  };
}

type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** With doubles, as scanners in a country's coordinates write them. */
export function writePlyPoints({ positions, colours }: KnownPoints, encoding: PlyEncoding): Uint8Array<ArrayBuffer> {
  const count = colours.length / 3;
  const header = [
    ...['ply', `format ${encoding} 1.0`, `element vertex ${count}`],
    ...['x', 'y', 'z'].map((axis) => `property double ${axis}`),
    'property float confidence',
    ...['red', 'green', 'blue'].map((colour) => `property uchar ${colour}`),
    'element face 0\nproperty list uchar int vertex_indices\nend_header\n',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  if (encoding === 'ascii') {
    const lines = Array.from({ length: count }, (_, i) => {
      return [...positions.subarray(i * 3, i * 3 + 3), 0.5, ...colours.subarray(i * 3, i * 3 + 3)].join(' ');
    });
    return new TextEncoder().encode(`${header}${lines.join('\n')}\n`);
  }
  const isLittle = encoding === 'binary_little_endian';
  const out = new Uint8Array(head.length + count * 31);
  out.set(head);
  const view = viewOf(out);
  for (let i = 0; i < count; i++) {
    const at = head.length + i * 31;
    for (let k = 0; k < 3; k++) view.setFloat64(at + k * 8, positions[i * 3 + k], isLittle);
    view.setFloat32(at + 24, 0.5, isLittle);
    for (let k = 0; k < 3; k++) out[at + 28 + k] = colours[i * 3 + k];
  }
  return out;
}

const recordBytes = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
const colourAt = [0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30];

/** LAS 1.`minor` with millimetres; colours of 16 bits. */
export function writeLas(points: KnownPoints, minor: number, format: number): Uint8Array<ArrayBuffer> {
  const { positions, colours, intensities } = points;
  const headerBytes = minor === 4 ? 375 : minor === 3 ? 235 : 227;
  const recordLength = recordBytes[format];
  const out = new Uint8Array(headerBytes + intensities.length * recordLength);
  const view = viewOf(out);
  out.set(new TextEncoder().encode('LASF'));
  out.set([1, minor], 24);
  view.setUint16(94, headerBytes, true);
  view.setUint32(96, headerBytes, true);
  out[104] = format;
  view.setUint16(105, recordLength, true);
  if (minor === 4) view.setBigUint64(247, BigInt(intensities.length), true);
  else view.setUint32(107, intensities.length, true);
  const offset = [389_000, 5_819_000, 0];
  for (let k = 0; k < 3; k++) {
    view.setFloat64(131 + k * 8, 0.001, true);
    view.setFloat64(155 + k * 8, offset[k], true);
  }
  for (let i = 0; i < intensities.length; i++) {
    const at = headerBytes + i * recordLength;
    for (let k = 0; k < 3; k++) {
      view.setInt32(at + k * 4, Math.round((positions[i * 3 + k] - offset[k]) * 1000), true);
      if (colourAt[format] > 0) view.setUint16(at + colourAt[format] + k * 2, colours[i * 3 + k] * 257, true);
    }
    view.setUint16(at + 12, intensities[i], true);
  }
  return out;
}

/** E57 with one scan position, or several of the same bytes: coordinates as scaled whole numbers, colours and intensities; values begin in one packet and end in the next. */
export function writeE57(points: KnownPoints, translation = [0, 0, 0], scans = 1): Uint8Array<ArrayBuffer> {
  const { positions, colours, intensities } = points;
  const count = intensities.length;
  const origin = [0, 1, 2].map((k) => Math.floor(positions[k]) - 20);
  const fields = [
    ...[0, 1, 2].map((k) => ({
      xml: `<cartesian${'XYZ'[k]} type="ScaledInteger" minimum="0" maximum="100000" scale="0.001" offset="${origin[k] - translation[k]}"/>`,
      bits: 17,
      value: (i: number) => Math.round((positions[i * 3 + k] - origin[k]) * 1000),
    })),
    { xml: '<intensity type="Integer" minimum="0" maximum="65535"/>', bits: 16, value: (i: number) => intensities[i] },
    ...['Red', 'Green', 'Blue'].map((name, k) => ({
      xml: `<color${name} type="Integer" minimum="0" maximum="255"/>`,
      bits: 8,
      value: (i: number) => colours[i * 3 + k],
    })),
  ];
  const streams = fields.map(({ bits, value }) => packBits(count, bits, value));
  const packets: number[][] = [];
  const piece = 1001;
  for (let at = 0; streams.some(({ length }) => at < length); at += piece) {
    const parts = streams.map((stream) => [...stream.subarray(at, at + piece)]);
    const body = parts.flatMap(({ length }) => [length & 255, length >> 8]).concat(...parts);
    while ((body.length + 6) % 4 !== 0) body.push(0);
    const length = body.length + 5;
    packets.push([1, 0, length & 255, length >> 8, fields.length, 0, ...body]);
  }
  // Logical places; the header takes the first 48 bytes.
  const sectionAt = 48;
  const dataAt = sectionAt + 32;
  const data = packets.flat();
  const physical = (logical: number) => Math.floor(logical / 1020) * 1024 + (logical % 1020);
  const pose = `<pose><rotation><x>0</x><y>0</y><z>0</z><w>1</w></rotation><translation>${translation.map((part, k) => `<${'xyz'[k]}>${part}</${'xyz'[k]}>`).join('')}</translation></pose>`;
  const scan = `<vectorChild type="Structure">${pose}<points type="CompressedVector" fileOffset="${physical(sectionAt)}" recordCount="${count}"><prototype type="Structure">${fields.map((field) => field.xml).join('')}</prototype></points></vectorChild>`;
  const xml = new TextEncoder().encode(
    `<?xml version="1.0"?><e57Root type="Structure"><data3D type="Vector">${scan.repeat(scans)}</data3D></e57Root>`,
  );
  const xmlAt = dataAt + data.length;
  const logical = new Uint8Array(xmlAt + xml.length);
  const view = viewOf(logical);
  logical.set(new TextEncoder().encode('ASTM-E57'));
  view.setUint32(8, 1, true);
  const pages = Math.ceil(logical.length / 1020);
  for (const [k, value] of [pages * 1024, physical(xmlAt), xml.length, 1024].entries())
    view.setBigUint64(16 + k * 8, BigInt(value), true);
  logical[sectionAt] = 1;
  view.setBigUint64(sectionAt + 16, BigInt(physical(dataAt)), true);
  logical.set(data, dataAt);
  logical.set(xml, xmlAt);
  const out = new Uint8Array(pages * 1024);
  for (let page = 0; page < pages; page++) out.set(logical.subarray(page * 1020, page * 1020 + 1020), page * 1024);
  return out;
}

function packBits(count: number, bits: number, value: (i: number) => number): Uint8Array {
  const out = new Uint8Array(Math.ceil((count * bits) / 8));
  for (let i = 0, bit = 0; i < count; i++)
    for (let k = 0; k < bits; k++, bit++) if (Math.floor(value(i) / 2 ** k) & 1) out[bit >> 3] |= 1 << (bit & 7);
  return out;
}

/**
 * LAZ whose chunks have one point each: such a chunk is the plain record and what an arithmetic decoder starts with. Filling between
 * them makes their sizes differ, so that the table of chunks is not all zeros.
 */
export function writeLaz(points: KnownPoints): Uint8Array<ArrayBuffer> {
  const las = writeLas(points, 2, 0);
  const count = points.intensities.length;
  const sizes = Array.from({ length: count }, (_, i) => 24 + ((i * i * 37) % 90_000) * (i % 5 === 0 ? 1 : 0));
  const record = new Uint8Array(54 + 34 + 6);
  const recordView = viewOf(record);
  record.set(new TextEncoder().encode('laszip encoded'), 2);
  recordView.setUint16(18, 22204, true);
  recordView.setUint16(20, 40, true);
  // Chunks of points, arithmetic coder, version 2; one point a chunk; one item, POINT10 of 20 bytes, version 2.
  for (const [at, value] of [
    [0, 2],
    [4, 2],
    [32, 1],
    [34, 6],
    [36, 20],
    [38, 2],
  ])
    recordView.setUint16(54 + at, value, true);
  recordView.setUint32(54 + 12, 1, true);
  const pointsAt = 227 + record.length;
  const tableAt = pointsAt + 8 + sizes.reduce((sum, size) => sum + size, 0);
  const table = encodeIntegers(sizes);
  const out = new Uint8Array(tableAt + 8 + table.length);
  const view = viewOf(out);
  out.set(las.subarray(0, 227));
  out[104] |= 0x80;
  view.setUint32(96, pointsAt, true);
  view.setUint32(100, 1, true);
  out.set(record, 227);
  view.setBigInt64(pointsAt, BigInt(tableAt), true);
  let at = pointsAt + 8;
  for (const [i, size] of sizes.entries()) {
    out.set(las.subarray(227 + i * 20, 247 + i * 20), at);
    at += size;
  }
  view.setUint32(tableAt + 4, count, true);
  out.set(table, tableAt + 8);
  return out;
}

/** The other way of createIntegerDecoder(), each expected to be like the one before, in context 1: by exact whole numbers, as no program would do it. */
function encodeIntegers(values: readonly number[]): Uint8Array {
  let [low, length, shifts] = [0n, 0xffffffff, 0];
  const narrow = (from: number, next: number) => {
    low += BigInt(from);
    length = next;
    for (; length < 2 ** 24; length *= 256, shifts++) low *= 256n;
  };
  const symbol = (model: SymbolModel, value: number) => {
    const unit = length >>> 15;
    const from = unit * model.shares[value];
    const to = value + 1 < model.shares.length ? unit * model.shares[value + 1] : length;
    narrow(from, to - from);
    model.count(value);
  };
  const plain = (count: number, value: number) => {
    const unit = length >>> count;
    narrow(unit * value, unit);
  };
  const widths = new SymbolModel(33);
  const zero = new BitModel();
  const models = Array.from({ length: 33 }, (_, k) => new SymbolModel(2 ** Math.min(Math.max(1, k), 8)));
  let before = 0;
  for (const value of values) {
    const correction = value - before;
    before = value;
    if (correction === 0 || correction === 1) {
      symbol(widths, 0);
      const split = zero.zeroShare * (length >>> 13);
      narrow(correction ? split : 0, correction ? length - split : split);
      zero.count(correction);
      continue;
    }
    let width = 1;
    while (correction > 2 ** width || correction < -(2 ** width - 1)) width++;
    const code = correction > 0 ? correction - 1 : correction + 2 ** width - 1;
    symbol(widths, width);
    symbol(models[width], Math.floor(code / 2 ** Math.max(0, width - 8)));
    if (width > 8) plain(width - 8, code % 2 ** (width - 8));
  }
  const bytes = new Uint8Array(4 + shifts);
  for (let i = bytes.length - 1; i >= 0; i--, low /= 256n) bytes[i] = Number(low % 256n);
  return bytes;
}

/** Gaussian splats as they are seen, Y up. */
export interface KnownSplats {
  /** Metres, 3 each. */
  readonly positions: Float32Array;
  /** Standard deviations along their axes, which are the world's; metres, 3 each. */
  readonly scales: Float32Array;
  /** Red, green, blue, opacity from 0 to 1, 4 each. */
  readonly colours: Float32Array;
}

/** A ball of one colour: splats on its surface. */
export function splatBall(
  count: number,
  [x, y, z]: readonly number[],
  radius: number,
  colour: readonly number[],
): KnownSplats {
  const [positions, scales, colours] = [3, 3, 4].map((size) => new Float32Array(count * size));
  for (let i = 0; i < count; i++) {
    // Even over the sphere: the golden angle, with heights in equal steps.
    const height = 1 - (2 * i + 1) / count;
    const [ring, turn] = [Math.sqrt(1 - height * height), i * Math.PI * (3 - Math.sqrt(5))];
    positions.set([x + radius * ring * Math.cos(turn), y + radius * height, z + radius * ring * Math.sin(turn)], i * 3);
    scales.fill((radius * 2.5) / Math.sqrt(count), i * 3, i * 3 + 3);
    colours.set([...colour, 0.99], i * 4);
  }
  return { positions, scales, colours };
}

const SH_C0 = 0.28209479177387814;

/** As training writes them (Kerbl et al., "3D Gaussian Splatting for Real-Time Radiance Field Rendering", 2023). */
export function writeSplatPly({ positions, scales, colours }: KnownSplats): Uint8Array<ArrayBuffer> {
  const count = positions.length / 3;
  const names = 'x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3'.split(' ');
  const lines = ['ply', 'format binary_little_endian 1.0', `element vertex ${count}`];
  const head = new TextEncoder().encode(
    `${[...lines, ...names.map((name) => `property float ${name}`)].join('\n')}\nend_header\n`,
  );
  const out = new Uint8Array(head.length + count * names.length * 4);
  out.set(head);
  const view = viewOf(out);
  for (let i = 0; i < count; i++) {
    const opacity = colours[i * 4 + 3];
    const numbers = [
      ...positions.subarray(i * 3, i * 3 + 3),
      ...Array.from(colours.subarray(i * 4, i * 4 + 3), (part) => (part - 0.5) / SH_C0),
      Math.log(opacity / (1 - opacity)),
      ...Array.from(scales.subarray(i * 3, i * 3 + 3), Math.log),
      ...[1, 0, 0, 0],
    ];
    for (const [k, value] of numbers.entries()) view.setFloat32(head.length + (i * names.length + k) * 4, value, true);
  }
  return out;
}

/** 32 bytes each, without a header. */
export function writeSplat({ positions, scales, colours }: KnownSplats): Uint8Array<ArrayBuffer> {
  const count = positions.length / 3;
  const out = new Uint8Array(count * 32);
  const view = viewOf(out);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      view.setFloat32(i * 32 + k * 4, positions[i * 3 + k], true);
      view.setFloat32(i * 32 + 12 + k * 4, scales[i * 3 + k], true);
    }
    for (let k = 0; k < 4; k++) out[i * 32 + 24 + k] = Math.round(colours[i * 4 + k] * 255);
    out.set([255, 128, 128, 128], i * 32 + 28);
  }
  return out;
}

/** Version 2 before it is packed by gzip: a header of 16 bytes, then all positions, opacities, colours, scales, rotations. */
export function writeSpzUnpacked({ positions, scales, colours }: KnownSplats): Uint8Array<ArrayBuffer> {
  const count = positions.length / 3;
  const out = new Uint8Array(16 + count * 19);
  const view = viewOf(out);
  for (const [at, value] of [0x5053474e, 2, count].entries()) view.setUint32(at * 4, value, true);
  const fractionalBits = 12;
  out[13] = fractionalBits;
  const [opacityAt, colourAt, scaleAt, turnAt] = [9, 10, 13, 16].map((bytes) => 16 + count * bytes);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const steps = Math.round(positions[i * 3 + k] * 2 ** fractionalBits);
      for (let byte = 0; byte < 3; byte++) out[16 + i * 9 + k * 3 + byte] = (steps >> (byte * 8)) & 255;
      out[colourAt + i * 3 + k] = Math.round((((colours[i * 4 + k] - 0.5) / SH_C0) * 0.15 + 0.5) * 255);
      out[scaleAt + i * 3 + k] = Math.round((Math.log(scales[i * 3 + k]) + 10) * 16);
      out[turnAt + i * 3 + k] = 128;
    }
    out[opacityAt + i] = Math.round(colours[i * 4 + 3] * 255);
  }
  return out;
}
