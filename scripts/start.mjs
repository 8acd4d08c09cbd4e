import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStudio, buildTypesIfChanged } from './build.mjs';
import { prepare } from './prepare.mjs';
import { cacheDir, root, runMain, StopError } from './project.mjs';

/** npm start: installs what is missing, builds what has changed, then is `leib serve`. */
await runMain(async () => {
  if (!(await prepare())) return;
  console.log('Building …');
  for (const [what, build] of [
    ['packages', buildTypesIfChanged],
    ['studio', buildStudio],
  ]) {
    const { ok, output } = await build();
    if (!ok) stopWithLog(what, output);
  }
  const { main } = await import(pathToFileURL(join(root, 'apps/cli/dist/main.js')).href);
  process.exitCode = await main(['serve', ...process.argv.slice(2)]);
});

function stopWithLog(what, output) {
  const logFile = join(cacheDir, 'build.log');
  writeFileSync(logFile, output);
  throw new StopError(`the ${what} could not be built (details in ${relative(root, logFile)}).`);
}
