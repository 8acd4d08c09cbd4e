import { join } from 'node:path';
import { readBvh } from '@leib/formats';
import type { CommandRun } from '../../../apps/cli/dist/command.js';
import type { evalOptions } from '../../../apps/cli/dist/commands/eval.js';
import { type EvalManifestClip, listEvalFolder } from '../../../apps/cli/dist/evalFolder.js';
import { readInput, readJson, writeOutput } from '../../../apps/cli/dist/files.js';
import { named } from '../../../apps/cli/dist/named.js';
import { readTrackersWithHead } from '../../../apps/cli/dist/readTrackers.js';
import { createAllSolvers } from '../../../apps/cli/dist/solvers.js';
import { buildEvalClip, defaultEvalClipOptions, type EvalClip, type EvalClipOptions } from './evalClip.js';
import { evaluateSolvers } from './evaluateSolvers.js';
import { formatEvaluation } from './formatEvaluation.js';
import { measureAllGlides } from './measureAllGlides.js';
import { formatGlides } from './measureGlides.js';

export const runEval: CommandRun<typeof evalOptions> = async ([folder], options, output) => {
  const points = readTrackersWithHead(options.trackers) ?? defaultEvalClipOptions.points;
  const settings = options.settings === undefined ? undefined : await readJson(options.settings);
  const solvers = await named(options.settings ?? '', () => createAllSolvers(settings));
  if (folder === 'glides') {
    const results = measureAllGlides(solvers, (text) => output.progress(text));
    return report(results, results.map(({ solver, ways }) => formatGlides(solver, ways)).join('\n\n'));
  }
  const { clips, notes } = await listEvalFolder(folder, options.only);
  const clipOptions = { ...defaultEvalClipOptions, points };
  const results = await evaluateSolvers(
    clips.map((clip) => () => loadEvalClip(folder, clip, clipOptions)),
    solvers,
    (done, total, clip, solver) => output.progress(`${done + 1} of ${total}: ${clip}, ${solver}`),
  );
  for (const note of notes) output.note(note);
  return report(results, formatEvaluation(results));

  async function report(all: readonly unknown[], tables: string): Promise<void> {
    const json = JSON.stringify({ folder, hz: defaultEvalClipOptions.hz, trackers: points, results: all });
    if (options.json === '-') return output.print(json);
    if (options.json !== undefined) await writeOutput(options.json, new TextEncoder().encode(`${json}\n`));
    output.print(tables);
  }
};

/** Reads one clip. Errors begin with its file's path. */
async function loadEvalClip(folder: string, clip: EvalManifestClip, options: EvalClipOptions): Promise<EvalClip> {
  const path = join(folder, clip.file);
  const bytes = await readInput(path);
  return named(path, async () => buildEvalClip((await readBvh(bytes)).motion, clip, options));
}
