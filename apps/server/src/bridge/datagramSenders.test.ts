import { expect, test } from 'vitest';
import { DatagramSenders } from './datagramSenders.js';

test('senders have numbers of their own, the same after a start, and at most sixteen are known', () => {
  const senders = new DatagramSenders('json');
  const numbers = Array.from({ length: 16 }, (_, i) => senders.admit(`10.0.0.1:${i}`, 100, 0));
  expect(new Set(numbers).size).toBe(16);
  expect(new DatagramSenders('json').admit('10.0.0.1:3', 100, 0)).toBe(numbers[3]);
  for (let packet = 0; packet < 5; packet++) {
    for (let i = 0; i < 16; i++) expect(senders.admit(`10.0.0.1:${i}`, 100, packet)).toBe(numbers[i]);
  }
  expect(senders.admit('10.0.0.2:1', 100, 10)).toBeNull();
  // One that was silent for a second gives way.
  expect(senders.admit('10.0.0.2:1', 100, 1010)).not.toBeNull();
});

test.each([
  [100, 8000],
  [60_000, 16e6 / 60_000],
])(
  'of datagrams of %i bytes a sender gets through about %i a second, and does not cost others theirs',
  (size, most) => {
    const senders = new DatagramSenders('json');
    let passed = 0;
    for (let ms = 0; ms < 15_000; ms += 10) {
      for (let i = 0; i < 100; i++) if (senders.admit('flood', size, ms) !== null && ms >= 10_000) passed++;
      expect(senders.admit('honest', 500, ms)).not.toBeNull();
    }
    expect(passed / 5).toBeGreaterThan(0.9 * most);
    expect(passed / 5).toBeLessThan(1.1 * most);
  },
);
