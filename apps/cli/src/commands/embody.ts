import { FormatError } from '@leib/formats';
import { defineCommand, UsageError } from '../command.js';
import { createEmbodyLines } from '../embody/embodyLines.js';
import { readJson } from '../files.js';
import { readTrackersWithHead } from '../readTrackers.js';
import { createSolver, priorChoices, solverNames } from '../solvers.js';
import { readTextLines, writeTextPieces } from '../textLines.js';

export const embodyCommand = defineCommand({
  name: 'embody',
  summary: 'the whole body from what was tracked',
  operands: [],
  options: {
    in: { type: 'string', value: 'FILE', help: 'leib-tracking/1 (may be gzip’d), or - for standard input' },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'leib-joints/1 to be written (.gz packs it), or - for standard output',
    },
    trackers: { type: 'string', value: 'POINTS', help: 'only these are used: head,leftHand,...; all when absent' },
    settings: { type: 'string', value: 'FILE', help: 'JSON with the settings that differ from the solver’s own' },
    solver: { type: 'string', value: 'NAME', help: `${solverNames.join(' or ')}; the first when absent` },
    prior: {
      type: 'string',
      value: priorChoices.join('|'),
      help: 'hips and legs by the learned prior or by the rules; as the settings say when absent, which is on',
    },
    json: { type: 'boolean', help: 'print one JSON object about what was done' },
  },
  details: [
    'Needs nothing but the file. The body is the one in its header; without a skeleton there it is the default body at',
    'the header’s stature (1.70 m when absent). Every moment of the input becomes one line of the output, lost trackers',
    'or not, and no moment is worked out from later ones.',
  ].join('\n'),
  async run(_operands, options, output) {
    const inPath = required('in', options.in);
    const outPath = required('out', options.out);
    const points = readTrackersWithHead(options.trackers);
    const settings = options.settings === undefined ? undefined : await readJson(options.settings);
    const lines = createEmbodyLines(createSolver(options.solver, settings, options.prior), points);
    const startMs = performance.now();
    async function* embodied() {
      for await (const batch of readTextLines(inPath)) {
        yield batch.map((line) => lines.embodyLine(line)).join('');
        output.progress(`${inPath}: ${lines.frameCount} frames`);
      }
      lines.end();
    }
    try {
      await writeTextPieces(outPath, embodied());
    } catch (error) {
      throw error instanceof FormatError ? new Error(`${inPath}: ${error.message}`, { cause: error }) : error;
    }
    if (!lines.hasHead) output.note('no head was tracked, so the body stands at the origin in its T-pose throughout');
    const seconds = (performance.now() - startMs) / 1000;
    const framesPerSecond = Math.round(lines.frameCount / seconds);
    const summary = { in: inPath, out: outPath, frames: lines.frameCount, seconds, framesPerSecond };
    if (options.json) output.print(JSON.stringify(summary));
    else if (outPath !== '-') output.print(`${outPath}: ${lines.frameCount} frames, ${framesPerSecond} a second`);
  },
});

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`--${name} is missing; see leib embody --help.`);
  return value;
}
