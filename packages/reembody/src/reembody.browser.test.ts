import wasmUrl from '@mujoco/mujoco/mujoco.wasm?url';
import { expect, test } from 'vitest';
import { loadMujoco } from './engine/loadMujoco.js';
import { RemoteWorld } from './world/remoteWorld.js';
import { bodyWith, play, SUM_AFTER_ONE_SECOND } from './world/world.testing.js';

test('in a browser the body moves as in Node', async () => {
  const world = new RemoteWorld(await loadMujoco({ wasmUrl }), [bodyWith()]);
  play(world, 1, 90);
  expect(world.resetCount).toBe(0);
  expect(world.bodies[0].pose.worldPositions.reduce((sum, value) => sum + value, 0)).toBeCloseTo(
    SUM_AFTER_ONE_SECOND,
    9,
  );
  world.dispose();
});
