import { describe, expect, test } from 'vitest';
import { viewOf } from '../io/bytes.js';
import { gzip } from '../io/unpack.js';
import { randomPoints, splatBall, writePlyPoints, writeSplat, writeSplatPly, writeSpzUnpacked } from '../testing.js';
import { rangeSourceOf } from './rangeSource.js';
import { isSplatPly, readSplatsAbout } from './readSplats.js';

const about = (name: string, bytes: Uint8Array) => readSplatsAbout(rangeSourceOf(name, bytes));
const ball = splatBall(300, [0, 1, 0], 1, [1, 0, 0]);
const ply = writeSplatPly(ball);
const splat = writeSplat(ball);
const spz = writeSpzUnpacked(ball);

/** A PLY of SuperSplat's: chunks of 256 splats. */
function packedPly(splats: number, chunks: number): Uint8Array {
  const list = (type: string, names: readonly string[]) => names.map((name) => `property ${type} ${name}`);
  const bounds = ['min_x', 'min_y', 'min_z', 'max_x', 'max_y', 'max_z'];
  const packed = ['packed_position', 'packed_rotation', 'packed_scale', 'packed_color'];
  const head = ['ply', 'format binary_little_endian 1.0', `element chunk ${chunks}`, ...list('float', bounds)];
  const text = [...head, `element vertex ${splats}`, ...list('uint', packed), 'end_header\n'].join('\n');
  return new Uint8Array([...new TextEncoder().encode(text), ...new Uint8Array(chunks * 24 + splats * 16)]);
}

/** The same file with another number in its header. */
function changed(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = bytes.slice();
  change(viewOf(copy));
  return copy;
}

function withZeros(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}

const withHeader = (bytes: Uint8Array, from: string, to: string) => {
  const end = new TextDecoder('latin1').decode(bytes).indexOf('end_header\n') + 11;
  const header = new TextDecoder('latin1').decode(bytes.subarray(0, end)).replace(from, to);
  return new Uint8Array([...new TextEncoder().encode(header), ...bytes.subarray(end)]);
};

test('what a file has is told by its header, and which way is up by its kind', async () => {
  expect(await about('a.ply', ply)).toEqual({ kind: 'PLY', count: 300, up: '-y' });
  expect(await about('a.ply', packedPly(300, 2))).toEqual({ kind: 'PLY', count: 300, up: '-y' });
  expect(await about('a.spz', await gzip(spz))).toEqual({ kind: 'SPZ', count: 300, up: 'y' });
  expect(await about('a.splat', splat)).toEqual({ kind: 'splat', count: 300, up: '-y' });
  expect([isSplatPly(ply), isSplatPly(packedPly(9, 1))]).toEqual([true, true]);
  expect(isSplatPly(writePlyPoints(randomPoints(5, 1), 'ascii'))).toBe(false);
  expect(isSplatPly(splat)).toBe(false);
});

describe('refused in a sentence, before anything is made of it', () => {
  test.each<[string, string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['a PLY that is cut off', 'a.ply', () => ply.slice(0, -1), 'the file is cut off, it cannot hold 300 splats'],
    [
      'a PLY that announces too many',
      'a.ply',
      () => withHeader(ply, 'vertex 300', 'vertex 4000000000'),
      'expected at most 4000000 splats, got 4000000000',
    ],
    [
      'a PLY without sizes',
      'a.ply',
      () => withHeader(ply, 'scale_1', 'scale_9'),
      'has no property scale_1 of type float32',
    ],
    [
      'a PLY of text',
      'a.ply',
      () => withHeader(ply, 'binary_little_endian', 'ascii'),
      'as binary_little_endian, got ascii',
    ],
    [
      'a PLY with lists',
      'a.ply',
      () => withHeader(ply, 'end_header', 'element face 1\nproperty list uchar int of\nend_header'),
      'expected single numbers, no lists',
    ],
    ['a PLY of points', 'a.ply', () => writePlyPoints(randomPoints(5, 1), 'ascii'), 'got points or a surface'],
    ['a PLY without its chunks', 'a.ply', () => packedPly(300, 1), 'expected one for each 256 splats, got 1'],
    ['an SPZ that is cut off', 'a.spz', async () => (await gzip(spz)).slice(0, 900), 'cut off or damaged'],
    ['an SPZ with less than it announces', 'a.spz', () => gzip(spz.slice(0, 900)), 'expected 5716 bytes, got 900'],
    [
      'an SPZ that announces too many',
      'a.spz',
      () => gzip(changed(spz, (view) => view.setUint32(8, 4_000_001, true)) as Uint8Array<ArrayBuffer>),
      'expected at most 4000000 splats, got 4000001',
    ],
    [
      'an SPZ of a later version',
      'a.spz',
      () => gzip(changed(spz, (view) => view.setUint32(4, 4, true)) as Uint8Array<ArrayBuffer>),
      'expected version 1 to 3, got 4',
    ],
    [
      'an SPZ with harmonics that there are not',
      'a.spz',
      () => gzip(changed(spz, (view) => view.setUint8(12, 200)) as Uint8Array<ArrayBuffer>),
      'degree 0 to 3, got 200',
    ],
    ['anything else that is packed', 'a.spz', () => gzip(new Uint8Array(500)), 'something else that is packed by gzip'],
    ['a bomb', 'a.spz', () => gzip(withZeros(spz, 4_000_000)), 'expected 5716 bytes for 300 splats, got more'],
    ['a .splat that is cut off', 'a.splat', () => splat.slice(0, -1), 'expected 32 bytes for each splat'],
    ['an empty .splat', 'a.splat', () => new Uint8Array(0), 'expected 32 bytes for each splat'],
    ['a .splat that is none', 'a.splat', () => new Uint8Array(64).fill(255), 'expected a place and sizes of a splat'],
    ['a .splat with too many', 'a.splat', () => new Uint8Array(32 * 4_000_001), 'expected at most 4000000 splats'],
    ['another file', 'a.txt', () => new TextEncoder().encode('hello'), 'expected Gaussian splats: PLY, SPZ or .splat'],
  ])('%s', async (_what, name, bytes, reason) => {
    await expect(about(name, await bytes())).rejects.toThrow(reason);
  });

  test('bytes that are damaged at random end in a sentence or in a count, and at once', async () => {
    for (const [name, bytes] of Object.entries({ 'a.ply': ply, 'a.splat': splat, 'a.spz': spz })) {
      for (let seed = 1; seed <= 60; seed++) {
        const damaged = bytes.slice();
        for (let k = 0; k < 6; k++)
          damaged[(seed * 7919 + k * k * 104_729) % Math.min(400, damaged.length)] ^= 1 << (k % 8);
        const read = about(name, name === 'a.spz' ? await gzip(damaged) : damaged);
        await read.then(
          ({ count }) => expect(count).toBeLessThanOrEqual(4_000_000),
          (error: Error) => expect(error.name).toBe('FormatError'),
        );
      }
    }
  });
});
