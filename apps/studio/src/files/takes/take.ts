import { accept, type Decoded, decodeJson } from '@leib/core';
import * as v from 'valibot';

/** A take as the lists show it. Its recording is kept beside it, as one MCAP file. Read-only: a change makes a new one. */
export interface KeptTake {
  readonly id: string;
  /** Where its recording is: another one after a change that is more than a name or its ends. */
  readonly file: string;
  readonly name: string;
  /** What it is of: the person, the body of a room, or a puppet. */
  readonly kind: TakeKind;
  /** Label of the room in which it was recorded, or where else it comes from. */
  readonly room: string;
  /** Name of the avatar that was worn, or of the puppet that was played. */
  readonly avatar: string;
  /** Of the avatar's head joint at rest, metres: tells how large the recorded space is. Null where unknown. */
  readonly headHeight: number | null;
  readonly recordedAtMs: number;
  /** All that was recorded. */
  readonly seconds: number;
  /** What is kept of it after trimming, seconds of the recording. The file stays whole, so that it can be undone. */
  readonly range: readonly [fromSeconds: number, toSeconds: number];
  readonly byteCount: number;
}

export type TakeKind = 'person' | 'body' | 'puppet';

const takeSchema = v.object({
  id: v.string(),
  file: v.optional(v.string()),
  name: v.string(),
  kind: v.optional(v.picklist(['person', 'body', 'puppet']), 'person'),
  room: v.string(),
  avatar: v.string(),
  headHeight: v.nullable(v.number()),
  recordedAtMs: v.number(),
  seconds: v.number(),
  range: v.tuple([v.number(), v.number()]),
  byteCount: v.number(),
});

export function encodeTake(take: KeptTake): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(take));
}

export function decodeTake(bytes: Uint8Array): Decoded<KeptTake> {
  const take = decodeJson(new TextDecoder().decode(bytes), takeSchema);
  return take.ok ? accept({ ...take.value, file: take.value.file ?? take.value.id }) : take;
}

/** Length after trimming. */
export function secondsOfTake({ range: [from, to] }: KeptTake): number {
  return to - from;
}

/** "Take 3, Mirror, 14:05": the number after the largest of the list. */
export function nameOfTake(takes: readonly Pick<KeptTake, 'name'>[], room: string, recordedAt: Date): string {
  const numbers = takes.map(({ name }) => Number(/^Take (\d+)\b/.exec(name)?.[1] ?? 0));
  const [hours, minutes] = [recordedAt.getHours(), recordedAt.getMinutes()].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `Take ${Math.max(0, ...numbers) + 1}, ${room}, ${hours}:${minutes}`;
}

/** The wanted name, with a number behind it where a take of the list has it. */
export function freeName(takes: readonly Pick<KeptTake, 'name'>[], wanted: string): string {
  const isFree = (name: string) => takes.every((take) => take.name !== name);
  let number = wanted === 'Take' ? 1 : 2;
  if (wanted !== 'Take' && isFree(wanted)) return wanted;
  while (!isFree(`${wanted} ${number}`)) number++;
  return `${wanted} ${number}`;
}

/** The shortest piece that trimming leaves, seconds. */
export const SHORTEST_TAKE = 0.1;

/** A take that keeps only what lies between two times of its present length; always at least SHORTEST_TAKE of it. */
export function trimTake(take: KeptTake, fromSeconds: number, toSeconds: number): KeptTake {
  const [start, end] = take.range;
  const from = Math.min(
    Math.max(start + Math.min(fromSeconds, toSeconds), start),
    Math.max(start, end - SHORTEST_TAKE),
  );
  const to = Math.min(Math.max(start + Math.max(fromSeconds, toSeconds), from + SHORTEST_TAKE), end);
  return { ...take, range: [from, to] };
}

/** A name that is safe as a file's. */
export function fileNameOfTake({ name }: Pick<KeptTake, 'name'>, ending: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-|-$/g, '');
  return `${safe || 'take'}.${ending}`;
}

/** "640 kB", "3.2 MB". */
export function describeBytes(byteCount: number): string {
  return byteCount < 1e6 ? `${Math.ceil(byteCount / 1e3)} kB` : `${(byteCount / 1e6).toFixed(1)} MB`;
}
