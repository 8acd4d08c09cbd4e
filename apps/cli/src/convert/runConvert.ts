import { gzip } from '@leib/formats';
import type { CommandRun } from '../command.js';
import type { convertOptions } from '../commands/convert.js';
import { writeOutput } from '../files.js';
import { named } from '../named.js';
import { readRateOption } from '../readRateOption.js';
import { readTrackers } from '../readTrackers.js';
import { readVersion } from '../version.js';
import { type Content, isSolved, readContent } from './content.js';
import { encodeContent } from './encodeContent.js';
import { type FileKind, kindToWrite } from './fileKind.js';
import { readAsOptions } from './readAs.js';
import { resampleContent } from './resample.js';

export const runConvert: CommandRun<typeof convertOptions> = async ([inPath, outPath], options, output) => {
  const to = kindToWrite(outPath, options.to);
  const hz = readRateOption('hz', options.hz);
  const points = readTrackers(options.trackers);
  output.progress(`reading ${inPath} …`);
  const read = await readContent(inPath, readAsOptions(options), output);
  const content = hz === undefined ? read : resampleContent(read, hz);
  output.progress(`writing ${outPath} …`);
  const versions = { '@leib/cli': readVersion() };
  const encoded = await named(inPath, () => encodeContent(content, to, { points, versions }));
  const bytes = /\.gz$/i.test(outPath) ? await gzip(encoded.bytes) : encoded.bytes;
  await writeOutput(outPath, bytes);

  const summary = {
    in: inPath,
    out: outPath,
    from: content.from,
    to,
    frames: encoded.frameCount,
    hz: encoded.hz,
    seconds: Math.max(0, encoded.frameCount - 1) / encoded.hz,
    bytes: bytes.length,
    assumptions: content.assumptions,
    notes: notesOn(content, to),
  };
  if (options.json) return output.print(JSON.stringify(summary));
  if (content.assumptions.length > 0) output.note(assumedIn(content));
  for (const { isSure, sentence } of content.assumptions) if (!isSure) output.note(`not sure: ${sentence}`);
  for (const note of summary.notes) output.note(note);
  output.print(
    `${outPath}: ${summary.frames} frames at ${round(summary.hz)} Hz, ${round(summary.seconds)} s, ${bytes.length} bytes`,
  );
};

/** One line on what was taken for true; the reasons are for `leib info`. */
function assumedIn({ assumptions }: Content): string {
  return `assumed: ${assumptions.map(({ short }) => short).join(', ')}; leib info says why, --up, --unit, --rest and --bones change it`;
}

function notesOn(content: Content, to: FileKind): readonly string[] {
  const isGuess = isSolved(content) && (to === 'bvh' || to === 'glb' || to === 'joints');
  return isGuess ? [...content.notes, 'the body between the trackers was worked out, not recorded'] : content.notes;
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
