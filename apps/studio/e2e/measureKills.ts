import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStudio } from '../../../scripts/build.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * `npm run measure-kills -w @leib/studio -- [--count 40] [--seed 1]`: kills a page that edits a shared document so many times,
 * and its server in some of the rounds. Prints one JSON object; exit code 1 where something was lost.
 */
// Node finds a neighbour by the ending that it has, the type checker by that of what it becomes.
const neighbour = (name: string) => import(new URL(name, import.meta.url).href);
const { killPages } = (await neighbour('killPages.ts')) as typeof import('./killPages.js');
const { copyWithBoxes } = (await neighbour('globalSetup.ts')) as typeof import('./globalSetup.js');
const { values } = parseArgs({
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const studioDir = copyWithBoxes(join(root, 'apps/studio/dist'));
const figures = await killPages({ studioDir, count: Number(values.count), seed: Number(values.seed) });
console.log(JSON.stringify(figures, null, 2));
if (figures.faults.length > 0) process.exitCode = 1;
