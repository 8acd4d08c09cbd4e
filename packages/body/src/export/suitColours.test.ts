import { expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import { suitColours } from './suitColours.js';

test('face and hands are skin, trunk and limbs are covered', async () => {
  const { male } = await shippedBodies();
  const colours = suitColours(male, { suit: [0, 0, 0], skin: [1, 1, 1] });
  const at = (vertex: number) => colours[vertex * 3];
  const { glabella, occiput, middleFingertips, navel, nipples, kneecaps, glutealFolds, acromia } = defaultLandmarks;
  for (const vertex of [glabella, occiput, ...middleFingertips]) expect(at(vertex)).toBe(1);
  for (const vertex of [navel, ...nipples, ...kneecaps, ...glutealFolds, ...acromia]) expect(at(vertex)).toBe(0);
});
