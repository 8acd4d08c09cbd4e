import { FormatError, resampleRecording } from '@leib/formats';
import type { TrackedPoint } from '@leib/tracking';
import type { CommandOutput, CommandRun } from '../command.js';
import type { convertOptions } from '../commands/convert.js';
import { named, withPath } from '../fileErrors.js';
import { checkStandardOutput } from '../files.js';
import { readRateOption, readTrackers } from '../options.js';
import { writeTextPieces } from '../textLines.js';
import type { FileKind } from '../words.js';
import { type Content, checkReadAs, isSolved, readAsOptions, readContent } from './content.js';
import { encodeContent, formatOfKind, kindToWrite, writePacked } from './encodeContent.js';
import { formatOfFile, openTrackingBvh } from './streamTracking.js';

const solvedNote = 'the body between the trackers was worked out, not recorded';

/** What was written. */
interface Converted extends Pick<Content, 'from' | 'assumptions' | 'notes'> {
  readonly frames: number;
  readonly hz: number;
  readonly bytes: number;
}

export const runConvert: CommandRun<typeof convertOptions> = async ([inPath, outPath], options, output) => {
  const to = kindToWrite(outPath, options.to);
  const hz = readRateOption('hz', options.hz);
  const points = readTrackers(options.trackers);
  checkStandardOutput(outPath, options.json);
  const readAs = readAsOptions(options);
  const call: ConvertCall = { inPath, outPath, to, hz };
  // Long recordings do not fit into memory as a motion.
  const isStreamed = to === 'bvh' && (await formatOfFile(inPath)) === 'tracking';
  if (isStreamed) checkReadAs(readAs, 'leib-tracking/1', inPath);
  const converted = isStreamed
    ? await convertStream(call, output)
    : await convertWhole(call, await readContent(inPath, readAs, output), points);
  report(call, converted, options.json, output);
};

interface ConvertCall {
  readonly inPath: string;
  readonly outPath: string;
  readonly to: FileKind;
  readonly hz: number | undefined;
}

async function convertStream({ inPath, outPath, hz }: ConvertCall, output: CommandOutput): Promise<Converted> {
  try {
    const bvh = await named(inPath, () => openTrackingBvh(inPath, hz, output));
    const bytes = await writeTextPieces(outPath, bvh.pieces());
    const notes = [solvedNote];
    return { from: 'leib-tracking/1', assumptions: [], notes, frames: bvh.frameCount, hz: bvh.hz, bytes };
  } catch (error) {
    throw error instanceof FormatError ? withPath(inPath, error) : error;
  }
}

async function convertWhole(
  { inPath, outPath, to, hz }: ConvertCall,
  read: Content,
  points: readonly TrackedPoint[] | undefined,
): Promise<Converted> {
  const content = hz === undefined ? read : { ...read, recording: resampleRecording(read.recording, hz) };
  const encoded = await named(inPath, () => encodeContent(content, to, points));
  const bytes = await writePacked(outPath, encoded.bytes);
  const { from, assumptions } = content;
  const { frameCount: frames, hz: rate } = encoded;
  return { from, assumptions, notes: notesOn(content, to), frames, hz: rate, bytes };
}

function report({ inPath, outPath, to }: ConvertCall, converted: Converted, isJson: boolean, output: CommandOutput) {
  const { from, frames, hz, bytes, assumptions, notes } = converted;
  const seconds = Math.max(0, frames - 1) / hz;
  if (isJson) {
    return output.print(
      JSON.stringify({ in: inPath, out: outPath, from, to, frames, hz, seconds, bytes, assumptions, notes }),
    );
  }
  if (assumptions.length > 0) output.note(assumedIn(converted));
  for (const { isSure, sentence } of assumptions) if (!isSure) output.note(`not sure: ${sentence}`);
  for (const note of notes) output.note(note);
  if (outPath === '-') return;
  output.print(`${outPath}: ${frames} frames at ${round(hz)} Hz, ${round(seconds)} s, ${bytes} bytes`);
}

/** One line on what was taken for true; the reasons are for `leib info`. */
function assumedIn({ assumptions }: Pick<Content, 'assumptions'>): string {
  return `assumed: ${assumptions.map(({ short }) => short).join(', ')}; leib info says why, --up, --unit, --rest and --bones change it`;
}

function notesOn(content: Content, to: FileKind): readonly string[] {
  const { documents, tracks } = content.recording;
  const isGuess = isSolved(content) && isBody(to);
  const hasSettings = documents.length > 0;
  return [
    ...content.notes,
    ...(isGuess ? [solvedNote] : []),
    ...(isGuess && hasSettings ? ['it was worked out with the default settings, not with those of the recording'] : []),
    ...(hasSettings && to !== 'mcap'
      ? [`the settings that it was recorded with are left out: ${to} has no place for them`]
      : []),
    ...leftOut(tracks, to),
  ];
}

/** Whether a kind of file has a body in it, and nothing else. */
function isBody(to: FileKind): boolean {
  return to === 'bvh' || to === 'glb' || to === 'bones' || to === 'joints';
}

/** Tracks that a kind of file has no place for, but for those that it is made of. */
function leftOut(tracks: Content['recording']['tracks'], to: FileKind): string[] {
  const { holds } = formatOfKind(to);
  if (holds === null) return [];
  const made = new Set<string>(isBody(to) ? ['devices', 'pose'] : to === 'tracking' ? ['joints', 'pose'] : []);
  const gone = tracks.filter(
    ({ kind, name }) =>
      name === 'reached' || !(holds.includes(kind) || made.has(kind) || (isBody(to) && kind === 'joints')),
  );
  return gone.map(({ name }) =>
    name === 'reached'
      ? `what the second body reached is left out: ${to} has no place for it`
      : `the track ${name} is left out: ${to} has no place for it`,
  );
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
