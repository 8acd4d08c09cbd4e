import { defaultEvalClipOptions, evaluateSolvers, formatEvaluation } from '@leib/embody';
import { defineCommand } from '../command.js';
import { listEvalFolder, loadEvalClip } from '../eval/evalFolder.js';
import { readJson, writeOutput } from '../files.js';
import { readTrackersWithHead } from '../readTrackers.js';
import { createAllSolvers } from '../solvers.js';

export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'how far solvers are from motion capture: tables overall, per action, per subject, per joint',
  operands: ['folder'],
  options: {
    trackers: {
      type: 'string',
      value: 'POINTS',
      help: `what is tracked; ${defaultEvalClipOptions.points.join(',')} when absent`,
    },
    settings: { type: 'string', value: 'FILE', help: 'JSON with the settings of our solver that differ from its own' },
    only: { type: 'string', value: 'NAMES', help: 'only these clips or actions: 02_01,13_*,walk' },
    json: { type: 'string', value: 'FILE', help: 'also write everything as one JSON object; - prints it instead' },
  },
  details: [
    '<folder> holds BVH files (may be gzip’d), best with a manifest.json: {"clips": [{"file", "category", "subject"}]}.',
    'Each clip runs at 60 Hz through every solver, which sees perfect trackers on the actor’s joints and the actor’s',
    'skeleton, and nothing that comes later. The floor is where the toes rest. Solvers: embody is ours with the learned',
    'prior, rules ours without it, thesis what ours grew from, baseline the plain way.',
  ].join('\n'),
  async run([folder], options, output) {
    const points = readTrackersWithHead(options.trackers) ?? defaultEvalClipOptions.points;
    const settings = options.settings === undefined ? undefined : await readJson(options.settings);
    const solvers = createAllSolvers(settings);
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
  },
});
