import { type Recording, recordingOf, type Track } from '@leib/core';
import { type PuppetTake, recordingOfTake, takeOfRecording } from '@leib/puppet';
import type { KeptTake } from '../../../files/takes/take.js';

/** A sound that goes with a take. */
export interface TakeSound {
  readonly name: string;
  /** Of the bytes: audio/webm and the like. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Time of the sound at which the take begins, seconds. */
  readonly startSeconds: number;
}

/** A kept take as this room plays it. Read-only: a change makes a new one. */
export interface TakeEntry {
  readonly id: string;
  readonly kept: KeptTake;
  readonly take: PuppetTake;
  readonly sound: TakeSound | null;
}

/** A take and its sound as a recording, which says whose it is: a file of it finds its puppet again. */
export function recordingOfEntry(take: PuppetTake, sound: TakeSound | null, puppet: string): Recording {
  const tracks = recordingOfTake(take).tracks.map((track) =>
    track.kind === 'parts' ? { ...track, about: { ...track.about, puppet } } : track,
  );
  return recordingOf([...tracks, sound && trackOfSound(sound)]);
}

function trackOfSound({ name, type, bytes, startSeconds }: TakeSound): Track {
  const times = Float64Array.of(-startSeconds);
  return {
    name: 'sound',
    kind: 'sound',
    hz: 1,
    about: { title: name, type },
    momentCount: 1,
    times,
    channels: {},
    bytes,
  };
}

/** What lies between the ends of a kept take, with the sound that belongs to it. Throws InputError where it is no puppet's. */
export function entryOf(kept: KeptTake, recording: Recording): TakeEntry {
  const take: PuppetTake = { ...takeOfRecording(recording), name: kept.name };
  const track = recording.tracks.find(({ kind }) => kind === 'sound');
  const sound = track?.bytes && {
    name: String(track.about.title ?? track.name),
    type: String(track.about.type ?? ''),
    bytes: track.bytes,
    startSeconds: kept.range[0] - track.times[0],
  };
  return { id: kept.id, kept, take, sound: sound ?? null };
}

/** Stands for the whole puppet in lists of parts. */
export const WHOLE_PUPPET = 'Whole puppet';
