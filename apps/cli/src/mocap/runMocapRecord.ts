import { InputError } from '@leib/core';
import { gunzipIfNeeded } from '@leib/formats';
import { type BodyReader, createBodyReader, describeWarnings, packetsOfDTrackLog, readPacket } from '@leib/mocap';
import { openUdpFeed } from '@leib/server';
import { type CommandOutput, type CommandRun, type OptionValues, UsageError } from '../command.js';
import type { mocapRecordOptions } from '../commands/mocap.js';
import { readEndpoint, readUpAxis } from '../feeds/readFeedOptions.js';
import { named } from '../fileErrors.js';
import { readInput } from '../files.js';
import { readPositiveOption, requiredOption } from '../options.js';
import { untilStopped } from '../process.js';
import { readBodyMap } from './readBodies.js';
import { kindOfRecording, openRecordingFile, type RecordingFile } from './recordingFile.js';

export const runMocapRecord: CommandRun<typeof mocapRecordOptions> = async (_operands, options, output) => {
  const outPath = requiredOption('out', options.out);
  const kind = kindOfRecording(outPath);
  const seconds = readPositiveOption('seconds', options.seconds);
  if ((options.dtrack === undefined) === (options.in === undefined)) {
    throw new UsageError('', 'expected --dtrack PORT or --in LOG, got both or none; give one of them');
  }
  const map = await readBodyMap(options.bodies);
  const recorder = createBodyReader(map, readUpAxis(options.up));
  const source = options.in ?? `UDP ${options.dtrack}`;
  const file =
    options.in === undefined
      ? await recordLive(recorder, { options, seconds, open: () => openRecordingFile(outPath, kind), output })
      : await recordLog(recorder, options.in, () => openRecordingFile(outPath, kind));
  if (recorder.sequence.received === 0) {
    await file.discard();
    throw new InputError(
      source,
      'expected DTrack packets, got none; check address and port in DTrack’s output settings',
    );
  }
  await file.close();
  report(recorder, source, outPath, options.json, output);
};

interface LiveRecording {
  readonly options: OptionValues<typeof mocapRecordOptions>;
  readonly seconds: number | undefined;
  readonly open: () => Promise<RecordingFile>;
  readonly output: CommandOutput;
}

async function recordLive(recorder: BodyReader, { options, seconds, open, output }: LiveRecording) {
  const endpoint = readEndpoint('dtrack', options.dtrack ?? '');
  const file = await open();
  const isFromOne = createOneSender();
  const feed = await openUdpFeed({ protocol: 'dtrack', ...endpoint }, (datagram, sender, receivedMs) => {
    if (!isFromOne(sender, receivedMs)) return;
    const isTaken = readPacket(recorder, datagram, receivedMs / 1000);
    if (isTaken) file.append(recorder, datagram, receivedMs / 1000);
  });
  if (feed.info.problem !== null) {
    await file.discard();
    throw new InputError('', feed.info.problem);
  }
  output.note(
    `listening on UDP ${feed.info.address}:${feed.info.port}; ${seconds === undefined ? 'Ctrl-C ends' : `${seconds} s`}`,
  );
  const timer = setInterval(() => output.progress(progressText(recorder)), 500);
  await untilStopped(seconds);
  clearInterval(timer);
  feed.close();
  return file;
}

/** A sender that is silent for this long was stopped, and another may follow it. */
const SENDER_SILENCE_MS = 1000;

/** Tells whether a datagram is of the sender that is recorded: the first, until it is silent. */
function createOneSender(): (sender: number, receivedMs: number) => boolean {
  let recorded = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (sender, receivedMs) => {
    if (sender !== recorded && receivedMs - lastMs < SENDER_SILENCE_MS) return false;
    recorded = sender;
    lastMs = receivedMs;
    return true;
  };
}

async function recordLog(recorder: BodyReader, path: string, open: () => Promise<RecordingFile>) {
  const bytes = await named(path, async () => gunzipIfNeeded(await readInput(path)));
  const file = await open();
  for (const packet of packetsOfDTrackLog(bytes)) {
    if (readPacket(recorder, packet.bytes, packet.receivedSeconds)) {
      file.append(recorder, packet.bytes, packet.receivedSeconds);
    }
  }
  return file;
}

const percent = (lost: number, seen: number) => ((100 * lost) / Math.max(1, lost + seen)).toFixed(1);

/** "12.0 s, 720 packets, 0 lost; head 60.0 Hz 0.0 %, ...": bodies with their rate and how much of the time they were lost. */
function progressText({ frame, sequence, counts }: BodyReader): string {
  const bodies = counts
    .filter(({ seen }) => seen > 0)
    .map((count) => `${count.name} ${rateText(count.seen, frame.timeSeconds)} Hz ${percent(count.lost, count.seen)} %`);
  return `${frame.timeSeconds.toFixed(1)} s, ${sequence.received} packets, ${sequence.lost} lost; ${bodies.join(', ')}`;
}

function rateText(seen: number, seconds: number): string {
  return (Math.max(0, seen - 1) / Math.max(seconds, 1e-3)).toFixed(1);
}

function report(recorder: BodyReader, source: string, out: string, isJson: boolean, output: CommandOutput): void {
  const { frame, sequence, counts, damagedPackets, damagedLines, damagedBodies, warnings } = recorder;
  const seconds = frame.timeSeconds;
  const { received, lost, reordered, duplicated, restarts } = sequence;
  const bodies = counts.map(({ name, seen, lost: missing, longestGap }) => ({
    name,
    rateHz: Number(rateText(seen, seconds)),
    lostPercent: Number(percent(missing, seen)),
    longestGapSeconds: Number(longestGap.toFixed(3)),
  }));
  const notes = describeWarnings(warnings);
  for (const note of notes) output.note(note);
  for (const { name, rateHz, lostPercent, longestGapSeconds } of bodies) {
    output.note(`${name}: ${rateHz.toFixed(1)} Hz, ${lostPercent} % lost, longest gap ${longestGapSeconds} s`);
  }
  const packets = {
    received,
    lost,
    late: reordered,
    doubled: duplicated,
    restarts,
    damaged: damagedPackets,
    damagedLines,
    damagedBodies,
  };
  output.print(
    isJson
      ? JSON.stringify({ in: source, out, seconds, packets, bodies, notes })
      : `${out}: ${seconds.toFixed(2)} s, ${received} packets, ${lost} lost, ${damagedPackets} damaged`,
  );
}
