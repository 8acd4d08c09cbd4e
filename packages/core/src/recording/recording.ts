import { type Channel, channelSize, createMoment, momentAt, sampleTrack, type Track, type TrackKind } from './track.js';

/** Settings, a stage: whatever is edited, as it stood from a moment on. */
export interface TimedDocument {
  /** On the recorder's clock. */
  readonly seconds: number;
  /** Plain JSON. */
  readonly doc: unknown;
}

/** Something that happened in a frame: a contact, an answer, a take that began. */
export interface StageEvent {
  readonly seconds: number;
  readonly kind: string;
  /** Plain JSON. */
  readonly data: unknown;
}

/** Named tracks on one time axis, documents, events: what every file becomes. Read-only. */
export interface Recording {
  readonly tracks: readonly Track[];
  /** In the order of their times. */
  readonly documents: readonly TimedDocument[];
  readonly events: readonly StageEvent[];
  /** Versions of whatever took part, by name: "@leib/embody" -> "0.1.0". */
  readonly versions: Readonly<Record<string, string>>;
  /** Files that its documents refer to, by the SHA-256 of their bytes: bodies of people. Absent: none. */
  readonly files?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A recording of tracks that were made elsewhere. */
export function recordingOf(
  tracks: readonly (Track | null)[],
  more: Partial<Omit<Recording, 'tracks'>> = {},
): Recording {
  const found = tracks.filter((track) => track !== null);
  return { tracks: found, documents: [], events: [], versions: {}, ...more };
}

/** First track of a kind, or of a kind and a name. */
export function findTrack({ tracks }: Recording, kind: TrackKind, name?: string): Track | null {
  return tracks.find((track) => track.kind === kind && (name === undefined || track.name === name)) ?? null;
}

/** First and last moment of all that was recorded; 0 and 0 where nothing was. */
export function recordingSpan({ tracks, documents, events }: Recording): readonly [start: number, end: number] {
  const ends = [
    ...tracks.flatMap(({ momentCount, times }) => (momentCount > 0 ? [times[0], times[momentCount - 1]] : [])),
    ...[...documents, ...events].map(({ seconds }) => seconds),
  ];
  return ends.length === 0 ? [0, 0] : [Math.min(...ends), Math.max(...ends)];
}

/** The document in force at a time; null before the first. */
function documentAt({ documents }: Pick<Recording, 'documents'>, seconds: number): TimedDocument | null {
  return documents.findLast((each) => each.seconds <= seconds) ?? null;
}

/** Times are written with nine digits. */
const SLACK = 1e-6;

/** What lies between two times on the recorder's clock. The document that is in force at the first one stays. */
export function trimRecording(recording: Recording, fromSeconds: number, toSeconds: number): Recording {
  const isInside = ({ seconds }: { readonly seconds: number }) =>
    seconds >= fromSeconds - SLACK && seconds <= toSeconds + SLACK;
  const before = documentAt(recording, fromSeconds);
  const inside = recording.documents.filter((each) => isInside(each) && each !== before);
  return {
    ...recording,
    tracks: recording.tracks
      .map((track) => trimTrack(track, fromSeconds, toSeconds))
      .filter(({ kind, momentCount }) => momentCount > 0 || kind === 'sound'),
    documents: before === null ? inside : [{ ...before, seconds: Math.max(before.seconds, fromSeconds) }, ...inside],
    events: recording.events.filter(isInside),
  };
}

/** The moments of a track between two times. A sound stays whole: its first time says where it began. */
export function trimTrack(track: Track, fromSeconds: number, toSeconds: number): Track {
  if (track.kind === 'sound') return track;
  const { times, momentCount } = track;
  let first = momentCount;
  let end = momentCount;
  for (let i = momentCount - 1; i >= 0 && times[i] >= fromSeconds - SLACK; i--) {
    first = i;
    if (times[i] > toSeconds + SLACK) end = i;
  }
  const channels: Record<string, Channel> = {};
  for (const [name, channel] of Object.entries(track.channels)) {
    const size = channelSize(channel);
    channels[name] = { ...channel, values: channel.values.slice(first * size, end * size) };
  }
  return { ...track, momentCount: end - first, times: times.slice(first, end), channels };
}

/** A track at an even rate over the same time. The caller has compared `momentCount` with what it allows. */
export function resampleTrack(track: Track, hz: number, momentCount: number): Track {
  if (track.kind === 'sound' || track.momentCount === 0) return track;
  const times = Float64Array.from({ length: momentCount }, (_, i) => track.times[0] + i / hz);
  const channels: Record<string, Channel> = {};
  for (const [name, channel] of Object.entries(track.channels)) {
    const values = new (channel.values.constructor as Float64ArrayConstructor)(momentCount * channelSize(channel));
    channels[name] = { ...channel, values };
  }
  const moment = createMoment(track);
  for (let i = 0; i < momentCount; i++) {
    sampleTrack(track, nearest(track.times, track.momentCount, times[i]), moment);
    for (const name in channels) channels[name].values.set(moment.values[name], i * channelSize(channels[name]));
  }
  return { ...track, hz, momentCount, times, channels };
}

/** The recorded time where it is one but for rounding, so that its moment is copied bit for bit. */
function nearest(times: Float64Array, momentCount: number, seconds: number): number {
  const before = momentAt(times, momentCount, seconds + 1e-9);
  return Math.abs(times[before] - seconds) < 1e-9 ? times[before] : seconds;
}
