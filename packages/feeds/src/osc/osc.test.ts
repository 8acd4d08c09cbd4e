import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { damagedVersions, noise } from '../protocol/protocol.testing.js';
import { createOscMessage, type OscArgument, readOscPacket } from './oscReader.js';
import { createOscWriter, flushOscBundle, writeOscMessage } from './oscWriter.js';

interface Read {
  address: string;
  values: OscArgument[];
}

function readAll(bytes: Uint8Array): { isWhole: boolean; messages: Read[] } {
  const messages: Read[] = [];
  const isWhole = readOscPacket(bytes, createOscMessage(), ({ address, values, argumentCount }) => {
    messages.push({ address, values: values.slice(0, argumentCount) });
  });
  return { isWhole, messages };
}

/** "text" with its zero byte and padding; other numbers as bytes. */
function packet(...parts: (string | number[])[]): Uint8Array {
  const bytes = parts.flatMap((part) => {
    if (typeof part !== 'string') return part;
    const text = [...new TextEncoder().encode(part), 0];
    return [...text, ...new Array((4 - (text.length % 4)) % 4).fill(0)];
  });
  return Uint8Array.from(bytes);
}

describe('reading', () => {
  test('the examples of the OSC 1.0 specification', () => {
    // "OSC Message Examples": /oscillator/4/frequency with the float 440, and /foo with iisff.
    const frequency = packet('/oscillator/4/frequency', ',f', [0x43, 0xdc, 0, 0]);
    expect(readAll(frequency)).toEqual({
      isWhole: true,
      messages: [{ address: '/oscillator/4/frequency', values: [440] }],
    });
    const foo = packet(
      '/foo',
      ',iisff',
      [0, 0, 0x03, 0xe8, 0xff, 0xff, 0xff, 0xff],
      'hello',
      [0x3f, 0x9d, 0xf3, 0xb6, 0x40, 0xb5, 0xb2, 0x2d],
    );
    const [{ values }] = readAll(foo).messages;
    expect(values.slice(0, 3)).toEqual([1000, -1, 'hello']);
    expect(values[3]).toBeCloseTo(1.234, 6);
    expect(values[4]).toBeCloseTo(5.678, 6);
  });

  test('all types have their length, known or not', () => {
    const bytes = packet(
      '/a',
      ',hdtbcTFNI[i]s',
      [0, 0, 0, 1, 0, 0, 0, 2, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
      [0, 0, 0, 3, 9, 9, 9, 0, 0, 0, 0, 65],
      [0, 0, 0, 7],
      'end',
    );
    expect(readAll(bytes)).toEqual({
      isWhole: true,
      messages: [{ address: '/a', values: [2 ** 32 + 2, 1.5, null, null, null, true, false, null, null, 7, 'end'] }],
    });
  });

  test('a message without type tags has no arguments, and umlauts are umlauts', () => {
    expect(readAll(packet('/a')).messages).toEqual([{ address: '/a', values: [] }]);
    expect(readAll(packet('/a', ',s', 'Hüfte')).messages[0].values).toEqual(['Hüfte']);
  });

  test.each([
    ['nothing', []],
    ['a length that is no multiple of four', [0x2f, 0, 0]],
    ['no slash', [0x61, 0, 0, 0]],
    ['an address without an end', [0x2f, 0x61, 0x61, 0x61]],
    ['an unknown type', [...packet('/a', ',q')]],
    ['too few bytes for its types', [...packet('/a', ',ff', [0, 0, 0, 0])]],
    ['a blob longer than the packet', [...packet('/a', ',b', [0x7f, 0xff, 0xff, 0xff])]],
    ['a blob of negative length', [...packet('/a', ',b', [0xff, 0xff, 0xff, 0xff])]],
    ['a bundle with an element longer than itself', [...packet('#bundle', [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0])]],
    ['a bundle that is cut off', [...packet('#bundle', [0, 0, 0, 0])]],
  ])('%s is damage', (_what, bytes) => {
    expect(readAll(Uint8Array.from(bytes)).isWhole).toBe(false);
  });

  test('bundles in bundles are read, but not for ever', () => {
    let bytes = packet('/deep');
    for (let depth = 0; depth < 12; depth++) {
      bytes = packet('#bundle', [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, bytes.length >> 8, bytes.length & 255], [...bytes]);
      expect(readAll(bytes).isWhole).toBe(depth < 8);
    }
  });
});

describe('writing', () => {
  test('what is written is read back; a bundle never grows beyond its size, and nothing is left out', () => {
    const random = seededRandom(5);
    const bundles: Uint8Array[] = [];
    const writer = createOscWriter((bundle) => bundles.push(bundle.slice()), 512);
    const written: Read[] = [];
    for (let i = 0; i < 300; i++) {
      const values = [`Nümmer ${i} 手`, Math.fround(random() * 10), Math.floor(random() * 1e6) - 5e5, random() * 1e9];
      written.push({ address: `/thing/${i % 7}`, values });
      writeOscMessage(writer, `/thing/${i % 7}`, 'sfid', values);
    }
    flushOscBundle(writer);
    expect(Math.max(...bundles.map(({ length }) => length))).toBeLessThanOrEqual(512);
    expect(bundles.length).toBeLessThan(100);
    const read = bundles.map(readAll);
    expect(read.every(({ isWhole }) => isWhole)).toBe(true);
    expect(read.flatMap(({ messages }) => messages)).toEqual(written);
  });

  test('nothing written is nothing sent; a message that fits into no bundle is left out', () => {
    let count = 0;
    const writer = createOscWriter(() => count++, 64);
    flushOscBundle(writer);
    writeOscMessage(writer, '/long', 's', ['x'.repeat(100)]);
    flushOscBundle(writer);
    expect(count).toBe(0);
  });
});

test('damaged packets and noise never throw', () => {
  const random = seededRandom(6);
  const whole = packet(
    '#bundle',
    [0, 0, 0, 0, 0, 0, 0, 1],
    [0, 0, 0, 20],
    [...packet('/abc', ',sf', 'xy', [1, 2, 3, 4])],
  );
  expect(readAll(whole).isWhole).toBe(true);
  for (const bytes of [...damagedVersions(whole, random, 3000), ...noise(random, 1000, 80)]) readAll(bytes);
});
