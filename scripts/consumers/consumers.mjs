import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumFlags, ensureChromium } from '../chromium.mjs';
import { checkPacked, listAll, packAll } from '../pack.mjs';
import { root, runMain, StopError } from '../project.mjs';
import { consumers } from './apps.mjs';

/**
 * npm run consumers: packs every package with npm, installs the tarballs into empty folders, builds an app there with each tool
 * and watches it in Chromium. Needs the registry and some minutes; therefore not part of npm test.
 *
 *   --only vite,next   some of them, by the start of their names
 *   --keep             leaves the folders, and says where they are
 */
await runMain(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } });
  const wanted = values.only?.split(',') ?? [''];
  const folder = mkdtempSync(join(tmpdir(), 'leib-consumers-'));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    const packed = await packAll(root, join(folder, 'tarballs'));
    checkTarballs(packed);
    console.log('| app | node_modules | code, kB | decoders, kB | MuJoCo, kB | runs |\n|---|---|---|---|---|---|');
    let failed = 0;
    for (const consumer of consumers.filter(({ name }) => wanted.some((start) => name.startsWith(start)))) {
      const result = await consumer.run({ dir: join(folder, consumer.name), packed, browser }).catch((error) => {
        failed++;
        return { installed: '', emitted: null, outcome: `NO: ${error.message}` };
      });
      console.log(formatRow(consumer.name, result));
    }
    if (failed > 0) throw new StopError(`${failed} of the apps above do not work.`);
  } finally {
    await browser.close();
    if (values.keep) console.log(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
});

/** npm's own list of files is what npm test assumes, and is fit to be published. */
function checkTarballs(packed) {
  const listed = new Map(listAll(root).map(({ name, files }) => [name, files]));
  const reasons = packed.flatMap(checkPacked);
  for (const { name, files } of packed) {
    const [npms, ours] = [new Set(files), new Set(listed.get(name))];
    const differing = [...npms.symmetricDifference(ours)];
    if (differing.length > 0)
      reasons.push(`${name}: npm and scripts/packedFiles.mjs differ in ${differing.join(', ')}`);
  }
  if (reasons.length > 0) throw new StopError(reasons.join('\n'));
}

function formatRow(name, { installed, emitted, outcome }) {
  const kilobytes = (bytes) => (bytes / 1000).toFixed(0);
  const sizes = ['code', 'decoders', 'engine'].map((kind) => (emitted ? kilobytes(emitted[kind]) : ''));
  return `| ${[name, installed, ...sizes, outcome].join(' | ')} |`;
}
