import { expect, test } from 'vitest';
import { measureBridge } from './bridge.js';
import { median } from './measureTimes.js';

test('two seconds of ten trackers at 240 Hz: nothing lost, nothing out of order', async () => {
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
  // How soon they arrive depends on the machine: `leib bench --only bridge` measures it.
  expect(median([...latencies])).toBeGreaterThan(0);
});
