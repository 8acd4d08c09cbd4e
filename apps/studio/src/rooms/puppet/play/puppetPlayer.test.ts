import { buildPuppetModel, createPuppetState } from '@leib/puppet';
import { expect, test } from 'vitest';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import { serveExamplePuppets } from '../files/examplePuppets.testing.js';
import { PuppetPlayer } from './puppetPlayer.js';

serveExamplePuppets();

test('back to rest: parts, springs and skin stand as in a puppet that is new', async () => {
  const { file, mesh } = await loadExamplePuppet('lamp');
  const clock = { hold: () => () => {} } as unknown as ConstructorParameters<typeof PuppetPlayer>[0];
  const player = new PuppetPlayer(clock, await buildPuppetModel(file, mesh));
  const turns = [{ part: 1, localRotation: [0.3, 0, 0, Math.sqrt(1 - 0.09)] as [number, number, number, number] }];
  for (let i = 0; i < 20; i++) player.step({ hands: [], drags: [], turns }, 1 / 60);
  const fresh = createPuppetState(player.model);
  expect(player.state.pose.localRotations).not.toEqual(fresh.pose.localRotations);
  player.rest();
  expect(player.state.pose).toEqual(fresh.pose);
  expect(player.state.chains.turnVelocities).toEqual(fresh.chains.turnVelocities);
  player.step({ hands: [], drags: [], turns: [] }, 1 / 60);
  expect(player.state.skin.maxOffset).toBeLessThan(1e-3);
});
