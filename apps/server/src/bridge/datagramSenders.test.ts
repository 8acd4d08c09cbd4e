import { expect, test } from 'vitest';
import { DatagramSenders } from './datagramSenders.js';

/** A frame of the JSON feed, as large as asked for. */
const frame = (size = 0) => {
  const text = JSON.stringify({ format: 'leib-feed/1', devices: [{ id: 'a', pose: [0, 1, 0, 0, 0, 0, 1] }] });
  return new TextEncoder().encode(text.padEnd(size, ' '));
};
const valid = frame(100);
const garbage = new Uint8Array(1);

test('senders have numbers of their own, the same after a start, and at most sixteen are known', () => {
  const senders = new DatagramSenders('json');
  const numbers = Array.from({ length: 16 }, (_, i) => senders.admit(`10.0.0.1:${i}`, valid, 0));
  expect(new Set(numbers).size).toBe(16);
  expect(new DatagramSenders('json').admit('10.0.0.1:3', valid, 0)).toBe(numbers[3]);
  for (let packet = 0; packet < 5; packet++) {
    for (let i = 0; i < 16; i++) expect(senders.admit(`10.0.0.1:${i}`, valid, packet)).toBe(numbers[i]);
  }
  expect(senders.admit('10.0.0.1:16', valid, 10)).toBeNull();
  // One that was silent for a second gives way.
  expect(senders.admit('10.0.0.1:16', valid, 1010)).not.toBeNull();
});

test('sixteen ports of one machine that send valid frames do not keep a tracker of another out', () => {
  const senders = new DatagramSenders('json');
  const passed = { strangers: 0, tracker: 0 };
  for (let ms = 0; ms < 20_000; ms += 10) {
    for (let i = 0; i < 16; i++) if (senders.admit(`10.0.0.9:${i}`, valid, ms) !== null) passed.strangers++;
    if (ms >= 5000 && senders.admit('10.0.0.1:5000', valid, ms) !== null) passed.tracker++;
  }
  expect(passed.tracker).toBe(1500);
  // And fifteen of them stay; in the first moment the tracker came after them.
  expect(passed.strangers).toBe(2000 * 16 - 1499);
});

test('sixteen senders of garbage at 3 Hz do not keep a tracker out that starts later, and cannot push it out', () => {
  const senders = new DatagramSenders('json');
  let [sent, passed] = [0, 0];
  for (let ms = 0; ms < 30_000; ms++) {
    if (ms % 20 === 0) senders.admit(`10.0.0.9:${(ms / 20) % 17}`, garbage, ms);
    if (ms < 10_000 || ms % 16 !== 0) continue;
    sent++;
    if (senders.admit('10.0.0.1:5000', valid, ms) !== null) passed++;
  }
  expect(sent).toBe(1250);
  expect(passed).toBe(sent);
});

test('who was a tracker and sends garbage from then on gives way, too', () => {
  const senders = new DatagramSenders('json');
  for (let ms = 0; ms < 2000; ms += 10)
    for (let i = 0; i < 16; i++) senders.admit(`10.0.0.1:${i}`, ms < 500 ? valid : garbage, ms);
  expect(senders.admit('10.0.0.2:1', valid, 2000)).not.toBeNull();
});

test.each([
  [100, 8000],
  [60_000, 16e6 / 60_000],
])(
  'of datagrams of %i bytes a sender gets through about %i a second, and does not cost others theirs',
  (size, most) => {
    const senders = new DatagramSenders('json');
    const [flood, honest] = [frame(size), frame(500)];
    let passed = 0;
    for (let ms = 0; ms < 15_000; ms += 10) {
      for (let i = 0; i < 100; i++) if (senders.admit('flood', flood, ms) !== null && ms >= 10_000) passed++;
      expect(senders.admit('honest', honest, ms)).not.toBeNull();
    }
    expect(passed / 5).toBeGreaterThan(0.9 * most);
    expect(passed / 5).toBeLessThan(1.1 * most);
  },
);
