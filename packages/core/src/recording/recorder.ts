import { InputError } from '../check/inputError.js';
import type { Recording, StageEvent, TimedDocument } from './recording.js';
import { type Channel, type ChannelValues, channelSize, itemSizes, mixItems, type Track } from './track.js';

/** A channel before anything is in it. */
export interface ChannelSpec extends Pick<Channel, 'kind' | 'count'> {
  readonly grade?: string | undefined;
  /** Double where absent. */
  readonly store?: 'double' | 'single' | 'bytes' | undefined;
}

export interface TrackSpec extends Pick<Track, 'name' | 'kind' | 'hz' | 'about'> {
  readonly channels: Readonly<Record<string, ChannelSpec>>;
  /** After so many moments nothing more is taken. */
  readonly mostMoments?: number;
  /** Moments that will come, where that is known: there is room for them at once, and none for more until they are full. */
  readonly moments?: number;
}

interface GrowingChannel extends ChannelSpec {
  values: ChannelValues;
}

/** A track while it is recorded: its arrays double when they are full, so a moment now and then pays for many. */
export interface GrowingTrack extends Omit<Track, 'channels' | 'times' | 'momentCount' | 'hz' | 'about'> {
  hz: number;
  about: Readonly<Record<string, unknown>>;
  momentCount: number;
  times: Float64Array;
  readonly channels: Record<string, GrowingChannel>;
  readonly mostMoments: number;
}

/** What is gathered while something is recorded. */
export interface Recorder {
  readonly tracks: GrowingTrack[];
  readonly documents: TimedDocument[];
  readonly events: StageEvent[];
}

const firstCapacity = 256;

export function createRecorder(): Recorder {
  return { tracks: [], documents: [], events: [] };
}

/** Begins a track. Its name must be new in the recording. */
export function addTrack({ tracks }: Recorder, spec: TrackSpec): GrowingTrack {
  if (tracks.some(({ name }) => name === spec.name))
    throw new InputError('tracks', `expected another name, got "${spec.name}" twice`);
  const { name, kind, hz, about, mostMoments = Number.POSITIVE_INFINITY, moments = firstCapacity } = spec;
  const times = new Float64Array(Math.max(1, moments));
  const track: GrowingTrack = { name, kind, hz, about, momentCount: 0, times, channels: {}, mostMoments };
  for (const [channel, each] of Object.entries(spec.channels)) addChannel(track, channel, each);
  tracks.push(track);
  return track;
}

/** Begins a channel, also in a track that has moments: until now it was at rest, and lost where it is graded. */
export function addChannel(track: GrowingTrack, name: string, spec: ChannelSpec): void {
  const values = grown(new Stores[spec.store ?? 'double'](0), spec, track.times.length);
  track.channels[name] = { ...spec, values };
}

const Stores = { double: Float64Array, single: Float32Array, bytes: Uint8Array } as const;

/** Longer arrays; what is new is at rest: zeros, and rotations that turn nothing. */
function grown(values: ChannelValues, spec: ChannelSpec, capacity: number): ChannelValues {
  const longer = new Stores[spec.store ?? 'double'](capacity * channelSize(spec));
  longer.set(values);
  const size = itemSizes[spec.kind];
  if (size > 1) for (let w = values.length + size - 1; w < longer.length; w += size) longer[w] = 1;
  return longer;
}

/** Numbers of a moment by channel; one that is absent holds its last ones. */
export type MomentValues = Readonly<Record<string, ArrayLike<number>>>;

/** Adds a moment; its numbers are copied. False where it is not taken: time is none or falls, or the track is full. */
export function appendMoment(track: GrowingTrack, seconds: number, values: MomentValues): boolean {
  const { momentCount, channels } = track;
  const isInOrder = Number.isFinite(seconds) && (momentCount === 0 || seconds >= track.times[momentCount - 1]);
  if (!isInOrder || momentCount >= track.mostMoments) return false;
  if (momentCount === track.times.length) {
    const times = new Float64Array(momentCount * 2);
    times.set(track.times);
    track.times = times;
    for (const name in channels) channels[name].values = grown(channels[name].values, channels[name], times.length);
  }
  track.times[momentCount] = seconds;
  for (const name in channels) {
    const size = channelSize(channels[name]);
    const given = values[name];
    if (given !== undefined) channels[name].values.set(given, momentCount * size);
    else if (momentCount > 0)
      channels[name].values.copyWithin(momentCount * size, (momentCount - 1) * size, momentCount * size);
  }
  track.momentCount++;
  return true;
}

/** What keeps a track at an even rate, whatever rate its moments come at. */
export interface EvenTrack {
  readonly track: GrowingTrack;
  /** Of the last moment that came in, seconds since the first; -1 before it. */
  seconds: number;
  readonly last: Record<string, ChannelValues>;
  readonly mixed: Record<string, ChannelValues>;
}

export function createEvenTrack(track: GrowingTrack): EvenTrack {
  const create = () =>
    Object.fromEntries(
      Object.entries(track.channels).map(([name, spec]) => [name, new Float64Array(channelSize(spec))]),
    );
  return { track, seconds: -1, last: create(), mixed: create() };
}

/** Takes the next moment, `dtSeconds` after the one before; moments of the rate between the two are interpolated. */
export function appendEvenly(even: EvenTrack, values: MomentValues, dtSeconds: number): boolean {
  const { track, last, mixed } = even;
  const before = even.seconds;
  const now = before < 0 ? 0 : before + dtSeconds;
  let isTaken = track.momentCount < track.mostMoments;
  // Sums of steps are not exact: a hair is added.
  while (isTaken && track.momentCount <= now * track.hz + 1e-6) {
    const seconds = track.momentCount / track.hz;
    const share = before >= 0 && now > before ? Math.min(1, Math.max(0, (seconds - before) / (now - before))) : 1;
    for (const name in mixed) {
      const { kind, count } = track.channels[name];
      const [from, to] = share === 1 ? [values[name], values[name]] : [last[name], values[name]];
      mixItems(kind, count, [mixed[name], 0], [from, 0], [to, 0], share === 1 ? 0 : share);
    }
    isTaken = appendMoment(track, seconds, mixed) && track.momentCount < track.mostMoments;
  }
  for (const name in last) last[name].set(values[name]);
  even.seconds = now;
  return isTaken;
}

/** A track as far as it was recorded; recording may go on afterwards. */
export function finishTrack({ mostMoments, ...track }: GrowingTrack): Track {
  const channels: Record<string, Channel> = {};
  for (const [name, { kind, count, grade, values }] of Object.entries(track.channels)) {
    // A full one is copied before the next moment is written.
    const isFull = track.momentCount === track.times.length;
    const recorded = isFull ? values : values.slice(0, track.momentCount * channelSize({ kind, count }));
    channels[name] = { kind, count, ...(grade !== undefined && { grade }), values: recorded };
  }
  return { ...track, times: track.times.slice(0, track.momentCount), channels };
}

/** All that was recorded so far, without tracks that have no moment. */
export function finishRecording({ tracks, documents, events }: Recorder): Recording {
  return {
    tracks: tracks.filter(({ momentCount }) => momentCount > 0).map(finishTrack),
    documents: [...documents],
    events: [...events],
    versions: {},
  };
}
