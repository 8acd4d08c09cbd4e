import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildStudio, buildTypes } from './build.mjs';
import { staleOutputs } from './packedFiles.mjs';
import { root, runMain, StopError } from './project.mjs';

/**
 * `prepack` of every public package, run by npm in the package's folder: compiles it and what it needs. @leib/server also
 * gets the built studio, so that it has a page to serve.
 */
await runMain(async () => {
  const dir = process.cwd();
  for (const file of staleOutputs(dir)) rmSync(join(dir, file));
  const path = relative(root, dir);
  await need(buildTypes([path]));
  if (path === join('apps', 'server')) await copyStudio(join(dir, 'studio'));
});

async function need(building) {
  const { ok, output } = await building;
  if (!ok) throw new StopError(output);
}

/** Without source maps: the studio's sources are not packed. */
async function copyStudio(copy) {
  await need(buildStudio());
  rmSync(copy, { recursive: true, force: true });
  const isPacked = (path) => !path.endsWith('.map') && !path.endsWith('.build-hash');
  cpSync(join(root, 'apps/studio/dist'), copy, { recursive: true, filter: isPacked });
}
