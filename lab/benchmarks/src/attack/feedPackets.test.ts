import { expect, test } from 'vitest';
import { attackFeeds } from './feedPackets.js';

test('hostile packets throw nowhere, move nothing of a known sender, and are forgotten', () => {
  // `npm run attack` sends many more.
  const { inputs, outcomes, faults } = attackFeeds(1, 5500);
  expect(faults.slice(0, 10)).toEqual([]);
  expect(inputs).toBe(5500);
  for (const outcome of ['read', 'refused', 'from strangers', 'slimevr'])
    expect(outcomes[outcome]).toBeGreaterThan(300);
});
