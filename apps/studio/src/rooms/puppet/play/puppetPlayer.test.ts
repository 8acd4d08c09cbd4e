import { buildPuppetModel, createPuppetState, examplePuppetNames } from '@leib/puppet';
import { expect, test } from 'vitest';
import type { Clock } from '../../../time/clock.js';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import { serveExamplePuppets } from '../files/examplePuppets.testing.js';
import { puppetShape } from '../puppetShape.js';
import { Partner, PuppetPlayer } from './puppetPlayer.js';

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

serveExamplePuppets();

const clock = { hold: () => () => {} } as unknown as Clock;

test('every example may stand beside the first puppet', () => {
  const values = puppetShape.partner.controls.partner.options.map(({ value }) => value);
  expect(values).toEqual(expect.arrayContaining([...examplePuppetNames]));
});

test('an own puppet stands there while it is chosen, whether it was opened before or after', async () => {
  const partner = new Partner(clock);
  await partner.show('own');
  expect(partner.player).toBeNull();
  const lamp = { ...(await loadExamplePuppet('lamp')), meshFile: null, example: null };
  await partner.takeOwn({ ...lamp, file: { ...lamp.file, name: 'Mine' } });
  expect(partner.player?.model.file.name).toBe('Mine');
  await partner.show('none');
  expect(partner.player).toBeNull();
  await partner.show('own');
  expect(partner.player?.model.mesh).toBe(lamp.mesh);
});
