import { recordingOf, requireDecoded, trackOfMotion } from '@leib/core';
import { trackOfJoints } from '@leib/formats';
import {
  defaultDhSkeleton,
  describeSetup,
  describeWarnings,
  guessedLengths,
  type MocapOffsets,
  parseDhSkeleton,
  parseOffsets,
  solveRecording,
} from '@leib/mocap';
import { trackOfDevices } from '@leib/tracking';
import type { CommandRun } from '../command.js';
import type { mocapSolveOptions } from '../commands/mocap.js';
import { contentOf } from '../convert/content.js';
import { encodeContent, kindOfMotionFile, writePacked } from '../convert/encodeContent.js';
import { readUpAxis } from '../feeds/readFeedOptions.js';
import { readText } from '../files.js';
import { readWordOption, requiredOption } from '../options.js';
import { readBodies, readBodyMap } from './readBodies.js';

type SolvedRecording = ReturnType<typeof solveRecording>;

export const runMocapSolve: CommandRun<typeof mocapSolveOptions> = async (_operands, options, output) => {
  const inPath = requiredOption('in', options.in);
  const offsetsPath = requiredOption('offsets', options.offsets);
  const outPath = requiredOption('out', options.out);
  const kind = kindOfMotionFile(outPath);
  const method = readWordOption('method', options.method ?? 'dh', ['dh', 'refined']);
  const offsets = requireDecoded(parseOffsets(await readText(offsetsPath)), offsetsPath);
  const skeleton =
    options.skeleton === undefined
      ? defaultDhSkeleton
      : requireDecoded(parseDhSkeleton(await readText(options.skeleton)), options.skeleton);
  const bodyMap = await readBodyMap(options.bodies);
  const { tracking, remarks } = await readBodies(inPath, bodyMap, readUpAxis(options.up));
  const solved = solveRecording(tracking, {
    offsets,
    skeleton,
    method,
    clock: () => performance.now() / 1000,
    onFrame: (frame) => output.progress(`${inPath}: ${frame + 1} of ${tracking.frameCount} frames`),
  });
  const tracks = [trackOfMotion(solved.motion), trackOfJoints(solved.joints), trackOfDevices(tracking)];
  const content = contentOf('rigid bodies', recordingOf(tracks));
  await writePacked(outPath, (await encodeContent(content, kind)).bytes);

  const notes = [...remarks, ...notesOn(solved, offsets)];
  const summary = { in: inPath, out: outPath, method, ...figuresOf(solved), notes };
  if (options.json) return output.print(JSON.stringify(summary));
  for (const note of notes) output.note(note);
  const { frames, meanFrameUs, meanResidualCm } = summary;
  output.print(`${outPath}: ${frames} frames, ${meanFrameUs} us a frame, residual ${meanResidualCm} cm`);
};

/** Numbers about the run: times in microseconds, lengths in centimetres. */
function figuresOf(solved: SolvedRecording) {
  const { joints, bodyNames, lostFrames, residuals, frameSeconds, state } = solved;
  const sorted = [...frameSeconds].sort((a, b) => a - b);
  const inUs = (seconds: number | undefined) => round((seconds ?? 0) * 1e6, 1);
  const cm = Object.entries(residuals).map(([name, metres]): [string, number] => [name, round(metres * 100, 2)]);
  const mean = cm.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, cm.length);
  return {
    frames: joints.frameCount,
    hz: joints.hz,
    bodies: bodyNames.length,
    lostFrames: Object.fromEntries(bodyNames.map((name, body) => [name, lostFrames[body]])),
    lengthsGuessed: guessedLengths(state.lengths),
    meanResidualCm: round(mean, 2),
    residualsCm: Object.fromEntries(cm),
    meanFrameUs: inUs(sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length)),
    medianFrameUs: inUs(sorted[sorted.length >> 1]),
    p99FrameUs: inUs(sorted[Math.floor(sorted.length * 0.99)]),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** What the user should know: bodies without offsets, offsets without bodies, lengths that are guesses, refused frames. */
function notesOn({ bodyNames, state }: SolvedRecording, offsets: MocapOffsets): string[] {
  const guessed = guessedLengths(state.lengths);
  return [
    ...describeSetup(bodyNames, offsets),
    ...(state.isPlaced ? [] : ['no body on the trunk was seen, so the actor stands in the T-pose throughout']),
    ...(guessed.length > 0 ? [`lengths not measured, guessed from the others: ${guessed.join(', ')}`] : []),
    ...state.lengths.bones.flatMap(({ problem }) => (problem === null ? [] : [problem])),
    ...describeWarnings(state.bodies.warnings),
  ];
}
