import { examplePuppetNames } from '@leib/puppet';
import { expect, test } from 'vitest';
import type { Clock } from '../../../time/clock.js';
import { loadExamplePuppet } from '../files/examplePuppets.js';
import { serveExamplePuppets } from '../files/examplePuppets.testing.js';
import { puppetShape } from '../puppetShape.js';
import { Partner } from './partner.js';

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
