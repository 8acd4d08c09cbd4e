import { channelSize, describeValue, InputError, itemSizes, type Track } from '@leib/core';
import { fromBase64, toBase64 } from '../io/bytes.js';
import {
  checkNumbers,
  defaultDecimals,
  failAt,
  normaliseQuaternion,
  numbersText,
  numberText,
  type Place,
} from './jsonLines.js';

type Channels = Readonly<Record<string, Pick<Track['channels'][string], 'kind' | 'count'>>>;

/** Reads {"t", "<channel>": numbers, ...}; a channel that is absent holds its last numbers. Unknown keys are left out. */
export function readTrackLine(
  line: Readonly<Record<string, unknown>>,
  channels: Channels,
  place: Place,
): Record<string, Float64Array> {
  const values: Record<string, Float64Array> = {};
  for (const name in channels) {
    if (line[name] === undefined) continue;
    const { kind, count } = channels[name];
    const size = itemSizes[kind];
    const numbers = new Float64Array(count * size);
    checkNumbers(line[name], numbers.length, place, name, numbers);
    if (size > 1)
      for (let at = size - 4; at < numbers.length; at += size) normaliseQuaternion(numbers, at, place, name);
    values[name] = numbers;
  }
  return values;
}

/** One moment of any track as JSON text, without a line end. */
export function trackLineText(
  seconds: number,
  channels: Channels,
  values: Readonly<Record<string, ArrayLike<number>>>,
  decimals = defaultDecimals,
): string {
  let text = `{"t":${numberText(seconds, 9)}`;
  for (const name in channels) {
    const numbers = values[name];
    if (numbers === undefined) continue;
    if (numbers.length !== channelSize(channels[name]))
      throw new InputError(name, `expected ${channelSize(channels[name])} numbers, got ${numbers.length}`);
    text += `,${JSON.stringify(name)}:${numbersText(numbers, 0, numbers.length, decimals)}`;
  }
  return `${text}}`;
}

/** The sound of a track as one message. */
export function soundLineText({ times, bytes = new Uint8Array(0) }: Pick<Track, 'times' | 'bytes'>): string {
  return JSON.stringify({ t: times[0] ?? 0, bytes: toBase64(bytes) });
}

export function readSoundLine({ bytes }: Readonly<Record<string, unknown>>, place: Place): Uint8Array<ArrayBuffer> {
  const sound = typeof bytes === 'string' ? fromBase64(bytes) : null;
  if (sound) return sound;
  throw failAt(
    place,
    'bytes',
    `expected a text in base64, got ${typeof bytes === 'string' ? 'another one' : describeValue(bytes)}`,
  );
}
