import { defaultEvalClipOptions, evaluateSolvers, formatEvaluation } from '@leib/embody/evaluate';
import type { CommandRun } from '../command.js';
import type { evalOptions } from '../commands/eval.js';
import { readJson, writeOutput } from '../files.js';
import { named } from '../named.js';
import { readTrackersWithHead } from '../readTrackers.js';
import { createAllSolvers } from '../solvers.js';
import { listEvalFolder, loadEvalClip } from './evalFolder.js';

export const runEval: CommandRun<typeof evalOptions> = async ([folder], options, output) => {
  const points = readTrackersWithHead(options.trackers) ?? defaultEvalClipOptions.points;
  const settings = options.settings === undefined ? undefined : await readJson(options.settings);
  const solvers = await named(options.settings ?? '', () => createAllSolvers(settings));
  const { clips, notes } = await listEvalFolder(folder, options.only);
  const clipOptions = { ...defaultEvalClipOptions, points };
  const results = await evaluateSolvers(
    clips.map((clip) => () => loadEvalClip(folder, clip, clipOptions)),
    solvers,
    (done, total, clip, solver) => output.progress(`${done + 1} of ${total}: ${clip}, ${solver}`),
  );
  for (const note of notes) output.note(note);
  const report = JSON.stringify({ folder, hz: clipOptions.hz, trackers: points, results });
  if (options.json === '-') return output.print(report);
  if (options.json !== undefined) await writeOutput(options.json, new TextEncoder().encode(`${report}\n`));
  output.print(formatEvaluation(results));
};
