import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { FormatError } from '../formatError.js';
import { findSharedMocap } from '../sharedMocap.testing.js';
import type { C3dProcessor } from './c3dParameters.js';
import { parseC3d, readC3d } from './parseC3d.js';
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
    ['cut off before the data', good.slice(0, 1030), /^C3D byte 1030: the file ends before the first of 40 frames/],
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

describe('header and parameters disagree', () => {
  const analog = {
    labels: ['Fz', 'EMG 1'],
    units: ['N', 'V'],
    samplesPerFrame: 3,
    values: Float64Array.from({ length: 40 * 6 }, (_, i) => i % 100),
  };
  const both = writeC3d({ ...markers, analog });
  const DATA_START = 512 + 4 + 10 + 2 + 10 + 2 + 2;

  /** The file with words of its header (by their byte) and a parameter's two bytes changed. */
  function changed(bytes: Uint8Array, words: Readonly<Record<number, number>>): Uint8Array {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    for (const [at, value] of Object.entries(words)) view.setUint16(Number(at), value, true);
    return copy;
  }

  function expectAll(bytes: Uint8Array, notes: readonly string[] = []): void {
    const file = parseC3d(bytes);
    expect(file).toMatchObject({ frameCount: 40, labels: markers.labels, rate: 100, notes });
    file.positions.forEach((value, i) => {
      if (Number.isFinite(markers.positions[i])) expect(value).toBeCloseTo(markers.positions[i], 5);
      else expect(value).toBeNaN();
    });
  }

  test('analog samples lie between the markers of two frames', () => {
    expectAll(both);
    const read = parseC3d(both).analog;
    expect(read).toMatchObject({ labels: analog.labels, units: analog.units, samplesPerFrame: 3, rate: 300 });
    expect(Array.from(read?.values ?? [])).toEqual(Array.from(analog.values));
  });

  test.each<[string, Readonly<Record<number, number>>]>([
    ['the header has no frames', { 6: 0, 8: 0 }],
    ['the header counts too many frames', { 8: 90 }],
    ['the header counts too few frames', { 8: 12 }],
    ['the header has no markers', { 2: 0 }],
    ['the header has no analog values', { 4: 0 }],
    ['the header starts the data elsewhere', { 16: 1 }],
    ['the parameters start the data at zero', { [DATA_START]: 0 }],
    ['the parameters start the data beyond the file', { [DATA_START]: 900 }],
  ])('%s', (_, words) => {
    expectAll(changed(both, words));
  });

  test('the count of parameter blocks is too small', () => {
    const many = writeC3d({
      ...markers,
      labels: Array.from({ length: 60 }, (_, i) => `a marker with a long name ${i}`),
      positions: Float64Array.from({ length: 40 * 180 }, () => 1),
    });
    many[512 + 2] = 1;
    expect(parseC3d(many).labels[59]).toBe('a marker with a long name 59');
  });

  test('a damaged parameter is left out and named', () => {
    const bytes = both.slice();
    const at = new TextDecoder('latin1').decode(bytes).indexOf('UNITS');
    bytes[at + 7] = 3;
    expectAll(bytes, ['parameter UNITS: expected type -1, 1, 2 or 4, got 3; it is left out']);
  });

  test('two scales of integers: the parameter counts, and the difference is said', () => {
    const bytes = writeC3d(markers, { integerScale: 0.1 });
    new DataView(bytes.buffer).setFloat32(12, 0.25, true);
    const file = parseC3d(bytes);
    expect(file.notes).toEqual(["the header's scale is 2.50 times that of POINT:SCALE, which is used"]);
    expect(file.positions[0]).toBeCloseTo(markers.positions[0], 3);
  });

  test('a rate that is missing is that of the analog samples, or assumed and said so', () => {
    const without = (bytes: Uint8Array) => {
      const text = new TextDecoder('latin1').decode(bytes);
      const copy = changed(bytes, { 20: 0, 22: 0 });
      copy[text.indexOf('RATE')] = 0x58;
      return copy;
    };
    expect(parseC3d(without(both))).toMatchObject({ rate: 100, notes: [] });
    expect(parseC3d(without(writeC3d(markers)))).toMatchObject({
      rate: 100,
      notes: ['the file does not say its rate; 100 Hz were assumed'],
    });
  });

  test('a file that ends early is read as far as it goes, and says so', () => {
    const file = parseC3d(writeC3d(markers).slice(0, 1024 + 48 * 17 + 20));
    expect(file).toMatchObject({ frameCount: 17, notes: ['the file ends after 17 of 40 frames'] });
  });

  test.each([
    ['m', 1],
    ['cm', 0.01],
    ['in', 0.0254],
  ])('a unit of %s', (unit, metres) => {
    const bytes = writeC3d(markers);
    const at = new TextDecoder('latin1').decode(bytes).indexOf('mm');
    bytes.set(new TextEncoder().encode(unit.padEnd(2)), at);
    expect(parseC3d(bytes).positions[0]).toBeCloseTo(markers.positions[0] * 1000 * metres, 3);
  });
});

describe('long files', () => {
  const frameCount = 70000;
  const positions = Float64Array.from({ length: frameCount * 3 }, (_, i) => (i % 1000) / 1000);

  test.each<[C3dProcessor, number | undefined]>([
    ['intel', undefined],
    ['dec', 1],
    ['mips', 1],
  ])('of more than 65535 frames, from %s', (processor, integerScale) => {
    const options = { processor, ...(integerScale !== undefined && { integerScale }) };
    const file = parseC3d(writeC3d({ rate: 200, labels: ['A'], frameCount, positions }, options));
    expect(file.frameCount).toBe(frameCount);
    expect(file.positions[frameCount * 3 - 1]).toBeCloseTo(positions[frameCount * 3 - 1], 3);
  });

  test('of more than 65535 frames, counted in one way only', () => {
    for (const names of [['LONG_FRAMES'], ['ACTUAL_START_FIELD'], ['LONG_FRAMES', 'ACTUAL_START_FIELD']]) {
      const bytes = writeC3d({ rate: 200, labels: ['A'], frameCount, positions });
      const text = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
      for (const name of names) bytes[text.indexOf(name)] = 0x58;
      const isCounted = names.length < 2;
      // Without either the words of the header, which began again at zero, are the count.
      if (!isCounted) new DataView(bytes.buffer).setUint16(8, frameCount % 65536, true);
      expect(parseC3d(bytes).frameCount).toBe(frameCount);
    }
  });

  test('of more than 255 markers', () => {
    const labels = Array.from({ length: 300 }, (_, i) => `M${i}`);
    const file = parseC3d(writeC3d({ rate: 50, labels, frameCount: 1, positions: positions.subarray(0, 900) }));
    expect(file.labels).toEqual(labels);
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
