import { gzip } from '@leib/formats';
import { defineCommand, UsageError } from '../command.js';
import { type Content, isSolved, readContent } from '../convert/content.js';
import { encodeContent } from '../convert/encodeContent.js';
import { type FileKind, fileKinds, kindToWrite } from '../convert/fileKind.js';
import { resampleContent } from '../convert/resample.js';
import { writeOutput } from '../files.js';
import { readTrackers } from '../readTrackers.js';
import { readVersion } from '../version.js';

export const convertCommand = defineCommand({
  name: 'convert',
  summary: 'BVH, tracking, joints, glTF animation and recordings into each other',
  operands: ['in', 'out'],
  options: {
    to: { type: 'string', value: 'KIND', help: `${fileKinds.join(', ')}; by the name of <out> when absent` },
    hz: { type: 'string', value: 'HZ', help: 'frames per second of <out>; those of <in> when absent' },
    scale: {
      type: 'string',
      value: 'METRES',
      help: 'length of a unit of a BVH <in>; guessed from the body when absent',
    },
    trackers: { type: 'string', value: 'POINTS', help: 'points that tracking made from joints has: head,leftHand,...' },
    json: { type: 'boolean', help: 'print one JSON object about what was done' },
  },
  details: [
    'What <in> is, its content says; any of them may be gzip’d. Names of <out>:',
    '  *.bvh   *.tracking.jsonl   *.joints.jsonl   *.glb or *.vrma   *.mcap   each with .gz to pack it',
    'From tracking to BVH, joints or glTF the body between the trackers is worked out, on the skeleton that the recording',
    'carries, else on the default body.',
  ].join('\n'),
  async run([inPath, outPath], options, output) {
    const to = kindToWrite(outPath, options.to);
    const hz = readPositive('hz', options.hz);
    const points = readTrackers(options.trackers);
    output.progress(`reading ${inPath} …`);
    const read = await readContent(inPath, readPositive('scale', options.scale));
    const content = hz === undefined ? read : resampleContent(read, hz);
    output.progress(`writing ${outPath} …`);
    const encoded = await encodeContent(content, to, { points, versions: { '@leib/cli': readVersion() } });
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
      notes: notesOn(content, to),
    };
    if (options.json) return output.print(JSON.stringify(summary));
    for (const note of summary.notes) output.note(note);
    output.print(
      `${outPath}: ${summary.frames} frames at ${round(summary.hz)} Hz, ${round(summary.seconds)} s, ${bytes.length} bytes`,
    );
  },
});

function notesOn(content: Content, to: FileKind): readonly string[] {
  const isGuess = isSolved(content) && (to === 'bvh' || to === 'glb' || to === 'joints');
  return isGuess ? [...content.notes, 'the body between the trackers was worked out, not recorded'] : content.notes;
}

function readPositive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value < Infinity) return value;
  throw new UsageError(`--${name} "${text}" is not a number above zero.`);
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
