import { channelSize, InputError, itemSizes, type Track } from '@leib/core';
import { checkNumbers, failAt, normaliseQuaternion, type Place } from './check.js';
import { defaultDecimals, numbersText, numberText } from './jsonLines.js';

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
  let binary = '';
  // In pieces: the arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return JSON.stringify({ t: times[0] ?? 0, bytes: btoa(binary) });
}

export function readSoundLine({ bytes }: Readonly<Record<string, unknown>>, place: Place): Uint8Array<ArrayBuffer> {
  if (typeof bytes !== 'string') throw failAt(place, 'bytes', 'expected a text in base64');
  try {
    return Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
  } catch {
    throw failAt(place, 'bytes', 'expected a text in base64, got another one');
  }
}
