import { defaultEvalClipOptions, evaluateSolvers, formatEvaluation, formatGlides } from '@leib/embody/evaluate';
import type { CommandRun } from '../command.js';
import type { evalOptions } from '../commands/eval.js';
import { readJson, writeOutput } from '../files.js';
import { named } from '../named.js';
import { readTrackersWithHead } from '../readTrackers.js';
import { createAllSolvers } from '../solvers.js';
import { listEvalFolder, loadEvalClip } from './evalFolder.js';
import { measureAllGlides } from './measureAllGlides.js';

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
