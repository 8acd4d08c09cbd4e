import { InputError } from '@leib/core';
import { gunzipIfNeeded, readHandLines, readRecording, sniffFormat } from '@leib/formats';
import {
  type HandRecording,
  handGapSeconds,
  handOfTrack,
  handRecordingDuration,
  MAX_HAND_FRAMES,
} from '@leib/tracking/hands';
import type { CommandOutput } from '../command.js';
import { named } from '../fileErrors.js';
import { readInput } from '../files.js';

/** A time in which the hand was not seen, on the recording's clock. */
export interface HandGap {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface ReadHand {
  readonly recording: HandRecording;
  readonly gaps: readonly HandGap[];
  /** Lines that could not be read and were left out. */
  readonly badLines: number;
}

/**
 * Reads a recorded hand; what is missing in it is noted, one sentence for lines and one for gaps.
 * @param number of the puppet's hand that it plays: an MCAP recording of two hands has one for each
 */
export async function readHand(path: string, output: CommandOutput, number = 0): Promise<ReadHand> {
  const bytes = path === '-' ? await readStandardInput() : await readInput(path);
  const reasons: string[] = [];
  const recording = await named(path, async () => {
    const onBadLine = ({ message }: Error) => {
      reasons.push(message);
    };
    const unpacked = await gunzipIfNeeded(bytes);
    if (sniffFormat(unpacked, path) !== 'mcap') return readHandLines(unpacked, { onBadLine });
    const { tracks } = (await readRecording(unpacked)).recording;
    const hands = tracks.filter(({ kind }) => kind === 'hand');
    if (hands.length > 0) return handOfTrack(hands[number] ?? hands[0]);
    throw new InputError('', 'expected a recorded hand, got a recording without one');
  });
  const gaps = gapsOf(recording);
  if (reasons.length > 0) {
    const others = reasons.length === 1 ? '' : `, and ${reasons.length - 1} more`;
    output.note(`${path}: lines that cannot be read were left out: ${reasons[0]}${others}`);
  }
  if (gaps.length > 0) {
    const lost = gaps.reduce((sum, { fromSeconds, toSeconds }) => sum + toSeconds - fromSeconds, 0);
    const first = `the first at ${gaps[0].fromSeconds.toFixed(2)} s`;
    output.note(
      `${path}: the hand is lost ${gaps.length === 1 ? 'once' : `${gaps.length} times`}, ${lost.toFixed(2)} s in all, ${first}; the puppet goes to rest there`,
    );
  }
  return { recording, gaps, badLines: reasons.length };
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** Frames that are too far apart, and runs of frames in which the hand was lost. */
function gapsOf(recording: HandRecording): HandGap[] {
  const { frameCount, times, confidences } = recording;
  const longest = handGapSeconds(recording);
  const gaps: HandGap[] = [];
  let lostSince: number | null = null;
  for (let frame = 0; frame < frameCount; frame++) {
    const isLost = confidences[frame] === 0;
    const isLate = frame > 0 && times[frame] - times[frame - 1] > longest;
    if (lostSince === null && isLate) lostSince = times[frame - 1];
    if (lostSince === null && isLost) lostSince = times[frame];
    if (lostSince === null || (isLost && frame + 1 < frameCount)) continue;
    gaps.push({ fromSeconds: lostSince, toSeconds: times[frame] });
    lostSince = null;
  }
  return gaps;
}

interface PlayedHands {
  /** The puppet, and how many hands it has. */
  readonly source: string;
  readonly handCount: number;
  /** Path of the first recording. */
  readonly handPath: string;
}

/** Refuses more hands than the puppet has, and times that are wrong by hours and would be played for days. */
export function checkPlayedHands(
  { source, handCount, handPath }: PlayedHands,
  recordings: readonly HandRecording[],
  hz: number,
  restSeconds: number,
): void {
  const given = recordings.length;
  if (handCount < given) {
    const expected = `expected a puppet for ${given === 1 ? 'a hand' : 'two hands'}`;
    throw new InputError(source, `${expected}, got one with ${handCount} in "hands"`);
  }
  const duration = Math.max(...recordings.map(handRecordingDuration));
  const frames = Math.ceil((duration + restSeconds) * hz);
  if (frames <= MAX_HAND_FRAMES) return;
  const reason = `expected at most ${MAX_HAND_FRAMES} frames at ${hz} Hz, got ${frames}`;
  throw new InputError(handPath, `${reason}, because the hand's times are ${duration} s apart`);
}
