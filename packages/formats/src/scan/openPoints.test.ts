import { describe, expect, test } from 'vitest';
import { type KnownPoints, randomPoints, writeE57, writeLas, writeLaz, writePlyPoints } from '../testing.js';
import { openPoints } from './openPoints.js';
import { rangeSourceOf } from './rangeSource.js';

const noLaz = () => Promise.reject(new Error('no LAZ here'));
const open = (bytes: Uint8Array) => openPoints(rangeSourceOf('test', bytes), noLaz);
const known = randomPoints(20_011, 5);

async function readAll(bytes: Uint8Array): Promise<KnownPoints> {
  const file = await open(bytes);
  const [positions, colours, intensities]: number[][] = [[], [], []];
  for await (const batch of file.batches()) {
    for (let i = 0; i < batch.count; i++) {
      positions.push(...batch.positions.subarray(i * 3, i * 3 + 3));
      colours.push(...Array.from(batch.colours.subarray(i * 3, i * 3 + 3), (value) => value / 257));
      intensities.push(batch.intensities[i]);
    }
  }
  expect(positions.length).toBe(file.about.count * 3);
  return {
    positions: Float64Array.from(positions),
    colours: Uint8Array.from(colours),
    intensities: Uint16Array.from(intensities),
  };
}

function expectPlaces(read: KnownPoints): void {
  expect(read.positions.length).toBe(known.positions.length);
  let worst = 0;
  for (const [i, value] of read.positions.entries()) worst = Math.max(worst, Math.abs(value - known.positions[i]));
  // Millimetres of coordinates in millions.
  expect(worst).toBeLessThan(1e-6);
}

describe('the points of a file come back, each with its colour', () => {
  test.each(['ascii', 'binary_little_endian', 'binary_big_endian'] as const)('PLY, %s', async (encoding) => {
    const read = await readAll(writePlyPoints(known, encoding));
    expectPlaces(read);
    expect(read.colours).toEqual(known.colours);
  });

  test.each([
    [2, 0],
    [2, 2],
    [3, 3],
    [4, 6],
    [4, 7],
    [4, 8],
  ])('LAS 1.%i, point format %i', async (minor, format) => {
    const read = await readAll(writeLas(known, minor, format));
    expectPlaces(read);
    expect(read.intensities).toEqual(known.intensities);
    if (format !== 0 && format !== 6) expect(read.colours).toEqual(known.colours);
  });

  test('LAZ, whose chunks are found by its table', async () => {
    const few = { ...known, positions: known.positions.slice(0, 900), intensities: known.intensities.slice(0, 300) };
    const bytes = writeLaz(few);
    const file = await openPoints(rangeSourceOf('test', bytes), async () => (_header, packed) => packed.slice(0, 20));
    const found: number[] = [];
    for await (const { intensities, count } of file.batches()) found.push(...intensities.subarray(0, count));
    expect(file.about).toMatchObject({ kind: 'LAZ', count: 300, hasColours: false });
    expect(found).toEqual([...few.intensities]);
    for (let part = 0; part < 12; part++) {
      const cut = rangeSourceOf('test', bytes.slice(0, Math.floor((bytes.length * part) / 12)));
      await expect(openPoints(cut, async () => () => new Uint8Array(20))).rejects.toThrow(/LAS|LAZ|expected PLY/);
    }
  });

  test('E57 with whole numbers of 17 bits, placed by its scan position', async () => {
    const read = await readAll(writeE57(known, [100, -50, 2]));
    expectPlaces(read);
    expect(read.colours).toEqual(known.colours);
    expect(read.intensities).toEqual(known.intensities);
  });
});

describe('a wrong or cut file is refused in a sentence, and no reader allocates what it announces', () => {
  const files = {
    PLY: writePlyPoints(known, 'binary_little_endian'),
    'PLY as text': writePlyPoints(known, 'ascii'),
    LAS: writeLas(known, 4, 7),
    E57: writeE57(known),
  };

  test.each(Object.entries(files))('%s, cut anywhere', async (_name, bytes) => {
    for (let part = 0; part < 12; part++) {
      const cut = bytes.slice(0, Math.floor((bytes.length * part) / 12));
      await expect(readAll(cut)).rejects.toThrow(/cut off|ends before|no "end_header"|expected|numbers|has no/);
    }
  });

  test('a header that announces more than the file has', async () => {
    const las = files.LAS.slice();
    new DataView(las.buffer).setBigUint64(247, 10n ** 15n, true);
    await expect(open(las)).rejects.toThrow('the file is cut off: 20011 of 1000000000000000 points are there');
    const ply = new TextEncoder().encode(
      'ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n',
    );
    await expect(open(ply)).rejects.toThrow('the file is cut off, it cannot hold 2000000000 of vertex');
  });

  test('bytes that are damaged at random end in a sentence or in points, and at once', async () => {
    for (const bytes of Object.values(files)) {
      for (let seed = 1; seed <= 40; seed++) {
        const damaged = bytes.slice();
        for (let k = 0; k < 12; k++)
          damaged[(seed * 7919 + k * k * 104_729) % Math.min(600, damaged.length)] ^= 1 << (k % 8);
        await readAll(damaged).catch((error: Error) => expect(error.name).toBe('FormatError'));
      }
    }
  });

  test('Gaussian splats are called by their name', async () => {
    const splats = new TextEncoder().encode(
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty float f_dc_0\nend_header\n0 0 0 0\n',
    );
    await expect(open(splats)).rejects.toThrow('holds Gaussian splats, which are not points');
  });
});

test('a file has no more points than its bytes can be: scan positions of E57 may all have the same bytes', async () => {
  const few = randomPoints(20_000, 6);
  expect((await open(writeE57(few, [0, 0, 0], 2))).about.count).toBe(40_000);
  await expect(open(writeE57(few, [0, 0, 0], 200))).rejects.toThrow(
    /^E57: expected at most \d+ points in a file of this/,
  );
});
