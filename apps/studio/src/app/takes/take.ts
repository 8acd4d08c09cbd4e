import { type Decoded, decodeJson } from '@leib/core';
import * as v from 'valibot';

/** A recorded movement of the person, as the list shows it. Its files are kept beside it (TakeFiles). Read-only. */
export interface BodyTake {
  readonly id: string;
  readonly name: string;
  /** Label of the room in which it was recorded. */
  readonly room: string;
  /** Name of the avatar that was worn. */
  readonly avatar: string;
  /** Of the avatar's head joint at rest, metres: tells how large the recorded space is. Null where unknown. */
  readonly headHeight: number | null;
  readonly recordedAtMs: number;
  /** All that was recorded. */
  readonly seconds: number;
  /** What is kept of it after trimming, seconds of the recording. The files stay whole, so that it can be undone. */
  readonly range: readonly [fromSeconds: number, toSeconds: number];
  /** Of its files together. */
  readonly byteCount: number;
}

/** The files of a take. */
export interface TakeFiles {
  /** MCAP: what was tracked, and 22 joints of the solved body. */
  readonly session: Uint8Array<ArrayBuffer>;
  /** VRM animation: the solved body with all its joints, fingers too. Null where the page was closed while recording. */
  readonly body: Uint8Array<ArrayBuffer> | null;
}

const takeSchema = v.object({
  id: v.string(),
  name: v.string(),
  room: v.string(),
  avatar: v.string(),
  headHeight: v.nullable(v.number()),
  recordedAtMs: v.number(),
  seconds: v.number(),
  range: v.tuple([v.number(), v.number()]),
  byteCount: v.number(),
});

export function encodeTake(take: BodyTake): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(take));
}

export function decodeTake(bytes: Uint8Array): Decoded<BodyTake> {
  return decodeJson(new TextDecoder().decode(bytes), takeSchema);
}

/** Length after trimming. */
export function secondsOfTake({ range: [from, to] }: BodyTake): number {
  return to - from;
}

/** "Take 3, Mirror, 14:05": the number after the largest of the list. */
export function nameOfTake(takes: readonly Pick<BodyTake, 'name'>[], room: string, recordedAt: Date): string {
  const numbers = takes.map(({ name }) => Number(/^Take (\d+)\b/.exec(name)?.[1] ?? 0));
  const [hours, minutes] = [recordedAt.getHours(), recordedAt.getMinutes()].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `Take ${Math.max(0, ...numbers) + 1}, ${room}, ${hours}:${minutes}`;
}

/** The shortest piece that trimming leaves, seconds. */
export const SHORTEST_TAKE = 0.1;

/** A take that keeps only what lies between two times of its present length; always at least SHORTEST_TAKE of it. */
export function trimTake(take: BodyTake, fromSeconds: number, toSeconds: number): BodyTake {
  const [start, end] = take.range;
  const from = Math.min(
    Math.max(start + Math.min(fromSeconds, toSeconds), start),
    Math.max(start, end - SHORTEST_TAKE),
  );
  const to = Math.min(Math.max(start + Math.max(fromSeconds, toSeconds), from + SHORTEST_TAKE), end);
  return { ...take, range: [from, to] };
}

/** A name that is safe as a file's. */
export function fileNameOfTake({ name }: Pick<BodyTake, 'name'>, ending: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${safe || 'take'}.${ending}`;
}

/** "640 kB", "3.2 MB". */
export function describeBytes(byteCount: number): string {
  return byteCount < 1e6 ? `${Math.ceil(byteCount / 1e3)} kB` : `${(byteCount / 1e6).toFixed(1)} MB`;
}
