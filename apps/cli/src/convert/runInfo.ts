import { findTrack, jointOfBone, requiredBones, skeletonOfTrack, type Track } from '@leib/core';
import { type C3dFile, readC3d, sniffFormat, statureOfSkeleton } from '@leib/formats';
import { placesOfLabels } from '@leib/mocap';
import { isRoomRecording, namesOfRoom } from '@leib/together';
import type { CommandRun } from '../command.js';
import type { infoOptions } from '../commands/convert.js';
import { named } from '../fileErrors.js';
import { type Content, checkReadAs, readAsOptions, readContent, readMovementFile } from './content.js';

/** What a file holds: for programs as it is, for people line by line. */
interface FileInfo {
  readonly kind: string;
  readonly frames: number;
  readonly hz: number;
  readonly seconds: number;
  readonly [more: string]: unknown;
}

export const runInfo: CommandRun<typeof infoOptions> = async ([path], options, output) => {
  const readAs = readAsOptions(options);
  const { bytes, name } = await readMovementFile(path);
  let info: FileInfo;
  if (sniffFormat(bytes, name) === 'c3d') {
    checkReadAs(readAs, 'C3D', path);
    info = infoOfMarkers(await named(path, () => readC3d(bytes)));
  } else {
    info = infoOf(await readContent(path, readAs, output));
  }
  if (options.json) return output.print(JSON.stringify({ in: path, ...info }));
  const { kind, frames, hz, seconds, ...more } = info;
  output.print(`${path}: ${kind}, ${frames} frames at ${round(hz)} Hz, ${round(seconds)} s`);
  for (const [name, value] of Object.entries(more))
    for (const line of linesOf(value)) output.print(`  ${name}: ${line}`);
};

function linesOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? String(item.sentence) : String(item)));
  return value === null || value === undefined ? [] : [String(value)];
}

function infoOf({ from, recording, assumptions, notes }: Content): FileInfo {
  const { tracks, documents, events } = recording;
  const track = ['pose', 'joints', 'devices'].map((kind) => tracks.find((each) => each.kind === kind)).find(Boolean);
  const { momentCount: frames = 0, hz = 0 } = track ?? tracks[0] ?? {};
  const pose = findTrack(recording, 'pose');
  const skeleton = pose && skeletonOfTrack(pose);
  const missing = skeleton ? requiredBones.filter((bone) => jointOfBone(skeleton, bone) < 0) : [];
  return {
    kind: from,
    frames,
    hz,
    seconds: hz > 0 ? Math.max(0, frames - 1) / hz : 0,
    ...(isRoomRecording(recording) && { room: `a room of people, with ${namesOfRoom(recording).join(', ')}` }),
    ...(recording.files && { bodies: `${recording.files.size} of people’s own files` }),
    ...(skeleton && { joints: skeleton.jointCount, stature: round(statureOfSkeleton(skeleton)) }),
    ...(missing.length > 0 && { missing: missing.join(', ') }),
    ...(from === 'MCAP' && { tracks: tracks.map(describeTrack) }),
    ...(documents.length > 0 && { settings: `${documents.length} times` }),
    ...(events.length > 0 && { events: events.length }),
    ...(assumptions.length > 0 && { assumed: assumptions }),
    ...(notes.length > 0 && { note: notes }),
  };
}

/** "reached (joints): 360 moments at 90 Hz, with delay". */
function describeTrack({ name, kind, momentCount, hz, channels, bytes }: Track): string {
  if (kind === 'sound') return `${name} (sound): ${bytes?.length ?? 0} bytes`;
  const delay = channels.delay === undefined ? '' : ', with delay';
  return `${name} (${kind}): ${momentCount} moments at ${round(hz)} Hz${delay}`;
}

function infoOfMarkers(file: C3dFile): FileInfo {
  const { rate, frameCount, labels, analog } = file;
  const places = placesOfLabels(labels);
  const known = labels.filter((_, i) => places[i] !== null);
  const unknown = labels.filter((_, i) => places[i] === null);
  return {
    kind: 'C3D',
    frames: frameCount,
    hz: rate,
    seconds: Math.max(0, frameCount - 1) / rate,
    processor: file.processor,
    markers: labels.length,
    known:
      known.length > 0
        ? `${known.length} labels name a place of the body: ${known.join(', ')}`
        : 'no label names a place of the body',
    ...(unknown.length > 0 && { unknown: unknown.join(', ') }),
    ...(analog && { analog: `${analog.labels.length} signals at ${round(analog.rate)} Hz` }),
    ...(file.notes.length > 0 && { note: file.notes }),
  };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
