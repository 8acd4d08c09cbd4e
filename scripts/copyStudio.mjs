import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runMain, StopError } from './project.mjs';

/** Before @leib/cli is packed: the built studio goes into it, so that `leib serve` has a page to serve. No source maps. */
await runMain(async () => {
  const built = join(root, 'apps/studio/dist');
  if (!existsSync(join(built, 'index.html'))) throw new StopError('the studio is not built; run npm run build first.');
  const copy = join(root, 'apps/cli/studio');
  rmSync(copy, { recursive: true, force: true });
  cpSync(built, copy, { recursive: true, filter: (path) => !path.endsWith('.map') && !path.endsWith('.build-hash') });
});
