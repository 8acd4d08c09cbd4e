import { InputError } from '../check/inputError.js';

/** What a track is of. A program that knows none of a kind still keeps, trims, resamples and plays its numbers. */
export type TrackKind =
  /** Devices as they were, by the points of the body that they sit on. `about`: offsets, floor, stature. */
  | 'devices'
  /** Rigid bodies and loose trackers by their own names. */
  | 'bodies'
  /** Loose points. */
  | 'markers'
  /** The 22 SMPL joints in the world; `delay` where it is what a body reached. */
  | 'joints'
  /** Root and joint rotations of a skeleton, which is in `about`; fingers where it has some. */
  | 'pose'
  /** What one hand does: bends, spreads, wrist. */
  | 'hand'
  /** Parts of a puppet. */
  | 'parts'
  /** Weights of a face's expressions, by name. */
  | 'face'
  /** What forces do to a simulated body: what it was to do, torques, errors, what it touches. */
  | 'forces'
  /** A sound in a format of its own: its bytes begin at the track's first time. */
  | 'sound';

/** Numbers of a channel: double where they are measured, bytes for grades, single where there are very many. */
export type ChannelValues = Float64Array | Float32Array | Uint8Array;

/** How the numbers of an item go from one moment to the next. */
export const itemSizes = {
  /** One number, straight. */
  line: 1,
  /** One number that holds until the next moment: a grade, a button. */
  step: 1,
  /** Unit quaternion x y z w, the shorter arc. */
  rotation: 4,
  /** Position x y z, then a rotation. */
  pose: 7,
} as const;

/** One row of numbers of a track. */
export interface Channel {
  readonly kind: keyof typeof itemSizes;
  /** Items in a moment. */
  readonly count: number;
  /** Channel whose numbers grade these: an item that is 0 there is lost, and its values are the last known ones. */
  readonly grade?: string;
  /** momentCount x count x numbers of an item. */
  readonly values: ChannelValues;
}

/** One thing's way through a recording. Read-only after recording. */
export interface Track {
  readonly name: string;
  readonly kind: TrackKind;
  /** Nominal rate; the true times stand with the moments. */
  readonly hz: number;
  /** What is said once, plain JSON: names, a skeleton, how devices sit on their joints. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly momentCount: number;
  /** Seconds on the recorder's clock, never falling. */
  readonly times: Float64Array;
  readonly channels: Readonly<Record<string, Channel>>;
  /** Of kind sound. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Numbers that a channel has in a moment. */
export function channelSize({ kind, count }: Pick<Channel, 'kind' | 'count'>): number {
  return itemSizes[kind] * count;
}

/**
 * The numbers of a channel, which must have so many in a moment; shared, not copied, where they are stored as doubles.
 * Throws InputError: a file may say anything about its tracks.
 */
export function doublesOf({ name, channels, momentCount }: Track, channel: string, size: number): Float64Array {
  const values = valuesOf({ name, channels, momentCount }, channel, size);
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

/** The same for grades. */
export function gradesOf(track: Track, channel: string, count: number): Uint8Array {
  const values = valuesOf(track, channel, count);
  return values instanceof Uint8Array ? values : Uint8Array.from(values);
}

function valuesOf(
  { name, channels, momentCount }: Pick<Track, 'name' | 'channels' | 'momentCount'>,
  channel: string,
  size: number,
): ChannelValues {
  const values = Object.hasOwn(channels, channel) ? channels[channel].values : null;
  if (values?.length === momentCount * size) return values;
  throw new InputError(`track "${name}"`, `expected ${size} numbers of "${channel}" in each moment, got others`);
}

/** Seconds from the first moment to the last. */
export function trackDuration({ momentCount, times }: Pick<Track, 'momentCount' | 'times'>): number {
  return momentCount > 0 ? times[momentCount - 1] - times[0] : 0;
}

/** Last moment whose time is not after `seconds`; the first one before all of them. */
export function momentAt(times: ArrayLike<number>, momentCount: number, seconds: number): number {
  let low = 0;
  let high = momentCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= seconds) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Moment before a time, the one after it, and how far the time is between them, 0 to 1. */
export interface Between {
  before: number;
  after: number;
  amount: number;
}

/** Where a time lies; before and after the track its ends hold. */
export function findBetween(times: ArrayLike<number>, momentCount: number, seconds: number, out: Between): Between {
  const before = momentAt(times, momentCount, seconds);
  const after = Math.min(before + 1, Math.max(0, momentCount - 1));
  const span = times[after] - times[before];
  out.before = before;
  out.after = after;
  out.amount = span > 0 ? Math.min(1, Math.max(0, (seconds - times[before]) / span)) : 0;
  return out;
}

/**
 * Writes `count` items at `at` of `out` that lie between those at `atA` of `a` and those at `atB` of `b`: the one
 * interpolation of everything that is recorded. With amount 0 the bits of `a` come back; `out` may be `a` or `b`.
 */
export function mixItems(
  kind: Channel['kind'],
  count: number,
  [out, at]: readonly [ChannelValues, number],
  [a, atA]: readonly [ArrayLike<number>, number],
  [b, atB]: readonly [ArrayLike<number>, number],
  amount: number,
): void {
  const size = itemSizes[kind];
  if (amount === 0 || kind === 'step') {
    for (let k = 0; k < count * size; k++) out[at + k] = a[atA + k];
    return;
  }
  for (let item = 0; item < count; item++) {
    const to = at + item * size;
    const from = atA + item * size;
    const next = atB + item * size;
    const straight = kind === 'line' ? 1 : kind === 'pose' ? 3 : 0;
    for (let k = 0; k < straight; k++) out[to + k] = a[from + k] + (b[next + k] - a[from + k]) * amount;
    if (kind === 'line') continue;
    let cosine = 0;
    for (let k = straight; k < size; k++) cosine += a[from + k] * b[next + k];
    const sign = cosine < 0 ? -1 : 1;
    cosine *= sign;
    let fromA = 1 - amount;
    let fromB = amount;
    // Below about a milliradian the sines lose digits, and the chord is the arc.
    if (cosine < 1 - 1e-7) {
      const angle = Math.acos(cosine);
      const sine = Math.sin(angle);
      fromA = Math.sin((1 - amount) * angle) / sine;
      fromB = Math.sin(amount * angle) / sine;
    }
    fromB *= sign;
    for (let k = straight; k < size; k++) out[to + k] = a[from + k] * fromA + b[next + k] * fromB;
  }
}

/** The numbers of a track at one time. */
export interface Moment {
  seconds: number;
  readonly values: Readonly<Record<string, ChannelValues>>;
}

export function createMoment({ channels }: Pick<Track, 'channels'>): Moment {
  const values: Record<string, ChannelValues> = {};
  for (const [name, channel] of Object.entries(channels)) {
    const size = channelSize(channel);
    values[name] = channel.values instanceof Uint8Array ? new Uint8Array(size) : new Float64Array(size);
  }
  return { seconds: 0, values };
}

const between: Between = { before: 0, after: 0, amount: 0 };

/**
 * Writes what a track says at a time on the recorder's clock, clamped to it. A recorded time gives that moment bit for
 * bit. An item that is lost before or after holds its earlier value: there is nothing to move towards.
 */
export function sampleTrack(track: Track, seconds: number, out: Moment): void {
  const { momentCount, times, channels } = track;
  if (momentCount === 0) return;
  const at = findBetween(times, momentCount, seconds, between);
  out.seconds = Math.min(Math.max(seconds, times[0]), times[momentCount - 1]);
  for (const name in channels) mixChannel(channels, name, at, out.values[name]);
}

function mixChannel(
  channels: Track['channels'],
  name: string,
  { before, after, amount }: Between,
  out: ChannelValues,
): void {
  const channel = channels[name];
  const { kind, count, values } = channel;
  const size = channelSize(channel);
  const grade = channel.grade === undefined ? undefined : channels[channel.grade];
  if (grade === undefined || amount === 0) {
    mixItems(kind, count, [out, 0], [values, before * size], [values, after * size], amount);
    return;
  }
  // One grade for each item, or for as many as there are for each.
  const group = count / grade.count;
  for (let i = 0; i < grade.count; i++) {
    const isKnown = grade.values[before * grade.count + i] !== 0 && grade.values[after * grade.count + i] !== 0;
    const at = i * group * itemSizes[kind];
    const [from, to] = [before * size + at, after * size + at];
    mixItems(kind, group, [out, at], [values, from], [values, to], isKnown ? amount : 0);
  }
}

/** The numbers of one moment; views of the track's arrays. */
export function momentValues(
  { channels }: { readonly channels: Readonly<Record<string, Pick<Channel, 'kind' | 'count' | 'values'>>> },
  moment: number,
): Record<string, ChannelValues> {
  const values: Record<string, ChannelValues> = {};
  for (const name in channels) {
    const size = channelSize(channels[name]);
    values[name] = channels[name].values.subarray(moment * size, (moment + 1) * size);
  }
  return values;
}
