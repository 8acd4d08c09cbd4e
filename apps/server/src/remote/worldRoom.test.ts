import { loadMujoco } from '@leib/reembody/mujoco';
import { encodeOpening } from '@leib/reembody/wire';
import { expect, test } from 'vitest';
import { ManualClock } from '../common/server.testing.js';
import { openingOf } from './remote.testing.js';
import { WorldRoom } from './worldRoom.js';

test('who makes a shared world too slow leaves it, and the others stay', async () => {
  const clock = new ManualClock();
  const refused: { client: number; reason: string; costMs: number }[] = [];
  // Each step takes as long as the test says.
  let [workedMs, stepMs] = [0, 4];
  const events = {
    send: () => {},
    refuse(client: number, reason: string, costMs = 0) {
      refused.push({ client, reason, costMs });
      stepMs = 4;
    },
  };
  const room = new WorldRoom(await loadMujoco(), events, {
    clock,
    workedMs: () => {
      workedMs += stepMs;
      return workedMs;
    },
  });
  for (const client of [1, 2, 3]) await room.receive(client, encodeOpening(openingOf()), clock.nowMs());
  clock.advance(2000);
  expect(refused).toEqual([]);
  stepMs = 200;
  clock.advance(1000);
  expect(refused.map(({ client }) => client)).toEqual([3]);
  expect(refused[0].reason).toContain('expected at most 14 ms a step');
  // After two steps of 200 ms instead of 11, which its address is held to account for.
  expect(refused[0].costMs).toBeCloseTo(2 * (200 - 1000 / 90), 6);
  room.dispose();
});
