import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { FormatError } from '../formatError.js';
import { findSharedMocap } from '../sharedMocap.testing.js';
import type { C3dProcessor } from './c3dFile.js';
import { parseC3d } from './parseC3d.js';
import { readC3d } from './readC3d.js';
import { type C3dMarkers, writeC3d } from './writeC3d.js';

const shared = await findSharedMocap();
const random = seededRandom(1);
const markers: C3dMarkers = {
  rate: 100,
  labels: ['LASI', 'RASI', 'a longer name'],
  frameCount: 40,
  positions: Float64Array.from({ length: 40 * 9 }, (_, i) => (i >= 90 && i < 93 ? Number.NaN : 4 * random() - 2)),
};

describe('what is written is read', () => {
  test.each<[C3dProcessor, number | undefined]>([
    ['intel', undefined],
    ['dec', undefined],
    ['mips', undefined],
    ['intel', 0.1],
    ['dec', 0.1],
    ['mips', 0.1],
  ])('from %s, scale %s', (processor, integerScale) => {
    const file = parseC3d(writeC3d(markers, { processor, ...(integerScale !== undefined && { integerScale }) }));
    expect(file).toMatchObject({
      processor,
      rate: 100,
      frameCount: 40,
      labels: markers.labels,
      firstFrame: 1,
      analog: null,
    });
    const tolerance = integerScale === undefined ? 1e-6 : 0.051e-3;
    file.positions.forEach((value, i) => {
      if (i >= 90 && i < 93) expect(value).toBeNaN();
      else expect(Math.abs(value - markers.positions[i])).toBeLessThan(tolerance);
    });
    expect(file.residuals[30]).toBe(-1);
    expect(file.residuals[29]).toBe(0);
  });
});

describe('what is wrong is said', () => {
  const good = writeC3d(markers);
  const changed = (at: number, value: number) => {
    const bytes = good.slice();
    bytes[at] = value;
    return bytes;
  };

  test.each<[string, Uint8Array, RegExp]>([
    ['text', new TextEncoder().encode('HIERARCHY '.repeat(100)), /^C3D: expected a C3D file/],
    ['nothing', new Uint8Array(0), /^C3D: expected a C3D file/],
    ['another machine', changed(512 + 3, 99), /^C3D byte 515: processor 99/],
    ['cut off', good.slice(0, 1800), /^C3D byte 1800: the file ends after \d+ of 40 frames/],
    ['cut off in the header', good.slice(0, 512), /^C3D byte 512: the file ends before its parameters/],
  ])('%s', (_, bytes, message) => {
    expect(() => parseC3d(bytes)).toThrow(FormatError);
    expect(() => parseC3d(bytes)).toThrow(message);
  });

  test('any damage gives markers or a FormatError, nothing else, and ends', () => {
    const noise = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const bytes = good.slice(0, round % 3 === 0 ? Math.floor(noise() * good.length) : good.length);
      for (let k = 0; k < 4; k++) bytes[Math.floor(noise() * Math.min(900, bytes.length))] = Math.floor(noise() * 256);
      try {
        parseC3d(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe.skipIf(shared === null)('real files', () => {
  const read = (name: string) => readC3d(shared?.read(`c3d/${name}.c3d.gz`) ?? '');

  test('clusters of a wheelchair racer', async () => {
    const file = await read('kinematics_racing_full');
    expect(file.frameCount).toBe(700);
    expect(file.rate).toBeCloseTo(70, 1);
    expect(file.labels).toContain('ForearmR1');
    expect(file.labels).toContain('MedialEpicondyleR');
  });

  test('39 markers without a gap', async () => {
    const file = await read('kinematics_tennis_serve');
    expect(file).toMatchObject({ frameCount: 1092, rate: 50 });
    expect(file.labels.length).toBeGreaterThanOrEqual(39);
    expect(file.positions.subarray(0, 39 * 3).every((value) => Math.abs(value) < 5)).toBe(true);
    // Its unit is "m" and three zero bytes.
    expect(Math.max(...file.positions.subarray(0, 39 * 3))).toBeGreaterThan(1);
  });

  test('the markers of CMU 02_01, in millimetres', async () => {
    const file = await read('02_01');
    expect(file.rate).toBe(120);
    expect(file.labels.length).toBeGreaterThanOrEqual(41);
    const heights = file.positions.filter((_, i) => i % 3 === 2).filter(Number.isFinite);
    expect(Math.max(...heights)).toBeGreaterThan(1.5);
    expect(Math.max(...heights)).toBeLessThan(2);
  });
});
