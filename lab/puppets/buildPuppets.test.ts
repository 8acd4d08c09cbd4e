import { readFileSync } from 'node:fs';
import { examplePuppetNames } from '@leib/puppet';
import { expect, test } from 'vitest';
import { makePuppet } from './buildPuppets.ts';

test.each(examplePuppetNames)('the %s that ships is what its code makes', (name) => {
  const shipped = readFileSync(new URL(`../../packages/puppet/assets/${name}.glb`, import.meta.url));
  expect(Buffer.compare(makePuppet(name), shipped), 'Run: npm run puppets --prefix lab').toBe(0);
});
