import type { Motion, Recording } from '@leib/core';
import { motionOfRecording, recordingFormats, writableFormats } from '@leib/formats';
import { saveFile } from '../saveFile.js';
import type { KeptTakes } from './keptTakes.js';
import { describeBytes, fileNameOfTake, type KeptTake } from './take.js';

type RecordingFormat = (typeof recordingFormats)[number];

/** What a take can be saved as: a format of recordings, or what the page draws. */
export interface TakeFormat {
  readonly id: RecordingFormat['id'] | 'avatar' | 'video' | 'picture';
  readonly label: string;
  readonly help: string;
}

/** The formats that a take can be written in. */
export async function formatsOfTake(kept: KeptTakes, take: KeptTake): Promise<readonly RecordingFormat[]> {
  return writableFormats(await kept.recordingOf(take));
}

/**
 * The body as it moved when it was recorded: all joints of its avatar. Only the 22 joints of leib-joints/1 where the
 * avatar was changed meanwhile.
 */
export function motionOfTake({ name }: Pick<KeptTake, 'name'>, recording: Recording): Motion {
  const motion = motionOfRecording(oneBody(recording), name);
  if (motion === null) throw new Error(`${name}: expected a body in it, got none; export it as MCAP.`);
  return motion;
}

/** Without bodies where there are several: their joints are not the same. */
function oneBody(recording: Recording): Recording {
  const bodies = recording.tracks.filter(({ kind }) => kind === 'pose');
  if (bodies.length < 2) return recording;
  return { ...recording, tracks: recording.tracks.filter(({ kind }) => kind !== 'pose') };
}

/** Bytes of a take in a format; MCAP bit by bit as it was recorded where it is whole. */
export async function encodeTakeAs(
  kept: KeptTakes,
  take: KeptTake,
  id: TakeFormat['id'],
): Promise<Uint8Array<ArrayBuffer>> {
  const format = recordingFormats.find((each) => each.id === id);
  if (format === undefined) throw new Error(`${take.name}: expected a format of recordings, got ${id}.`);
  const isWhole = take.range[0] === 0 && take.range[1] === take.seconds;
  if (id === 'mcap' && isWhole) return kept.bytesOf(take);
  const recording = await kept.recordingOf(take);
  return format.write(id === 'mcap' ? recording : oneBody(recording), take.name);
}

/** Saves a take as a file; returns what was written, in a sentence. */
export async function saveTakeAs(kept: KeptTakes, take: KeptTake, { id }: TakeFormat): Promise<string> {
  const bytes = await encodeTakeAs(kept, take, id);
  const { ending = 'mcap', mediaType = '' } = recordingFormats.find((each) => each.id === id) ?? {};
  const name = fileNameOfTake(take, ending);
  saveFile(name, bytes, mediaType);
  return `Saved as ${name}: ${describeBytes(bytes.length)}.`;
}
