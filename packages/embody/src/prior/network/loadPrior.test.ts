import { InputError } from '@leib/core';
import { expect, test } from 'vitest';
import { loadPrior } from './loadPrior.js';
import { readPriorBytes } from './prior.testing.js';
import { FEATURE_COUNT } from './priorLayout.js';

const bytes = await readPriorBytes();

/** The file with one byte changed; `repair` makes the checksum good again. */
function changed(at: number, value: number, repair = false): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return repair ? repaired(copy) : copy;
}

function repaired(copy: Uint8Array): Uint8Array {
  const view = new DataView(copy.buffer);
  let sum = 0x811c9dc5;
  for (let i = 16; i < copy.length; i += 4) sum = Math.imul(sum ^ view.getUint32(i, true), 0x01000193);
  view.setUint32(12, sum, true);
  return copy;
}

/** The first mean with all bits of its exponent set. */
function infiniteMean(): Uint8Array {
  const copy = bytes.slice();
  copy[50] |= 0x80;
  copy[51] |= 0x7f;
  return repaired(copy);
}

test('the shipped weights load and are small', () => {
  const model = loadPrior(bytes);
  expect(model.featureMeans).toHaveLength(FEATURE_COUNT);
  expect(model.featureScales.every((scale) => scale > 0 && scale <= 100)).toBe(true);
  expect(bytes.length).toBeLessThanOrEqual(1.2e6);
});

test('bytes in the middle of a larger buffer load alike', () => {
  const larger = new Uint8Array(bytes.length + 11);
  larger.set(bytes, 7);
  const model = loadPrior(larger.subarray(7, 7 + bytes.length));
  expect([...model.kernel.weights.subarray(0, 99)]).toEqual([...loadPrior(bytes).kernel.weights.subarray(0, 99)]);
});

test.each([
  ['nothing', new Uint8Array(0), 'prior, byte 0'],
  ['something else', changed(0, 65), 'prior, byte 0'],
  ['a header alone', bytes.slice(0, 30), 'prior, byte 0'],
  ['another version', changed(8, 9), 'version: expected 1, got 9'],
  ['a flipped weight', changed(bytes.length - 100, bytes[bytes.length - 100] ^ 1), 'damaged'],
  ['half the file', bytes.slice(0, bytes.length >> 1), 'damaged'],
  ['another number of features', changed(16, 3, true), `expected ${FEATURE_COUNT} features`],
  ['sizes that do not add up', changed(24, bytes[24] ^ 32, true), 'bytes by its sizes'],
  ['a mean that is infinite', infiniteMean(), 'expected finite numbers'],
])('%s is refused with the reason', (_, broken, reason) => {
  expect(() => loadPrior(broken)).toThrow(InputError);
  expect(() => loadPrior(broken)).toThrow(reason);
});
