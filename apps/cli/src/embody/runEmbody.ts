import { FormatError } from '@leib/formats';
import { type CommandRun, UsageError } from '../command.js';
import type { embodyOptions } from '../commands/embody.js';
import { checkStandardOutput, readJson } from '../files.js';
import { named, withPath } from '../named.js';
import { readTrackersWithHead } from '../readTrackers.js';
import { createSolver } from '../solvers.js';
import { readTextLines, writeTextPieces } from '../textLines.js';
import { createEmbodyLines } from './embodyLines.js';

export const runEmbody: CommandRun<typeof embodyOptions> = async (_operands, options, output) => {
  const inPath = required('in', options.in);
  const outPath = required('out', options.out);
  checkStandardOutput(outPath, options.json);
  const points = readTrackersWithHead(options.trackers);
  const settings = options.settings === undefined ? undefined : await readJson(options.settings);
  const solver = await named(options.settings ?? '', () => createSolver(options.solver, settings, options.prior));
  const lines = createEmbodyLines(solver, points);
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
    throw error instanceof FormatError ? withPath(inPath, error) : error;
  }
  if (!lines.hasHead) output.note('no head was tracked, so the body stands at the origin in its T-pose throughout');
  const seconds = (performance.now() - startMs) / 1000;
  const framesPerSecond = Math.round(lines.frameCount / seconds);
  const summary = { in: inPath, out: outPath, frames: lines.frameCount, seconds, framesPerSecond };
  if (options.json) output.print(JSON.stringify(summary));
  else if (outPath !== '-') output.print(`${outPath}: ${lines.frameCount} frames, ${framesPerSecond} a second`);
};

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`--${name}`, `expected a value, got nothing; see leib embody --help`);
  return value;
}
