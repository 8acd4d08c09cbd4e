import { expect, test } from 'vitest';
import { measureBridge } from './bridge.js';
import { median } from './measureTimes.js';

test('two seconds of ten trackers at 240 Hz: nothing lost, nothing out of order, and soon', async () => {
  const { sent, received, lost, reordered, damaged, latencies } = await measureBridge({
    trackerCount: 10,
    hz: 240,
    seconds: 2,
  });
  expect({ sent, received, lost, reordered, damaged }).toEqual({
    sent: 480,
    received: 480,
    lost: 0,
    reordered: 0,
    damaged: 0,
  });
  // A quarter of a millisecond on a quiet machine; this one may be busy with other tests.
  expect(median([...latencies])).toBeLessThan(2000);
}, 20_000);
