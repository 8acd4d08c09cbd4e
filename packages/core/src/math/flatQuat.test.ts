import { expect, test } from 'vitest';
import { randomQuat, seededRandom, seeds } from '../testing.js';
import { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from './flatQuat.js';
import { createQuat, quat } from './index.js';

test.each(seeds(20))("flat products are gl-matrix's, also in place (seed %i)", (seed) => {
  const random = seededRandom(seed);
  const [a, b] = [randomQuat(random), randomQuat(random)];
  const flat = Float64Array.of(9, ...a, ...b);
  const inverse = (q: typeof a) => quat.conjugate(createQuat(), q);
  const results = [
    [multiplyFlat, quat.multiply(createQuat(), a, b)],
    [multiplyInverseFlat, quat.multiply(createQuat(), inverse(a), b)],
    [multiplyByInverseFlat, quat.multiply(createQuat(), a, inverse(b))],
  ] as const;
  for (const [product, expected] of results) {
    for (const at of [1, 5]) {
      const out = flat.slice();
      product(out, at, out, 1, out, 5);
      for (let k = 0; k < 4; k++) expect(out[at + k]).toBeCloseTo(expected[k], 14);
      expect(out[0]).toBe(9);
    }
  }
});
