import { expect, test } from 'vitest';
import { measureBridge } from './bridge.js';

// 60 packets fit into a socket's buffer, so none is lost however busy the machine is. How soon they arrive depends on
// the machine: `leib bench --only bridge` measures it, with a minute of packets.
test('ten trackers at 240 Hz, eight times 60 packets: nothing lost, nothing out of order', async () => {
  for (let round = 0; round < 8; round++) {
    const { latencies, bareLatencies, ...counts } = await measureBridge({ trackerCount: 10, hz: 240, seconds: 0.25 });
    expect(counts).toEqual({ sent: 60, received: 60, lost: 0, reordered: 0, damaged: 0 });
    expect([latencies.length, bareLatencies.length]).toEqual([60, 60]);
  }
});
