import { accept, type Decoded, decodeJson, refuse } from '@leib/core';
import { type PuppetTake, parseTake, takeDuration, trimTake, writeTake } from '@leib/puppet';
import { nullable, number, object, string } from 'valibot';

/** A sound that goes with a take. */
export interface TakeSound {
  readonly name: string;
  /** Of the bytes: audio/webm and the like. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Time of the sound at which the take begins, seconds. */
  readonly startSeconds: number;
}

/** A take in the list of a puppet. Read-only: a change makes a new one. */
export interface TakeEntry {
  readonly id: string;
  /** Name of the puppet that it was played with. */
  readonly puppet: string;
  readonly take: PuppetTake;
  readonly sound: TakeSound | null;
}

const headSchema = object({
  puppet: string(),
  takeBytes: number(),
  sound: nullable(object({ name: string(), type: string(), startSeconds: number() })),
});

/** As one file for the browser's database: a line that says what follows, the take's lines, the sound. */
export function encodeEntry({ puppet, take, sound }: TakeEntry): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder();
  const lines = text.encode(writeTake(take));
  const about = sound && { name: sound.name, type: sound.type, startSeconds: sound.startSeconds };
  const head = text.encode(`${JSON.stringify({ puppet, takeBytes: lines.length, sound: about })}\n`);
  const bytes = new Uint8Array(head.length + lines.length + (sound?.bytes.length ?? 0));
  bytes.set(head);
  bytes.set(lines, head.length);
  if (sound) bytes.set(sound.bytes, head.length + lines.length);
  return bytes;
}

export function decodeEntry(id: string, bytes: Uint8Array<ArrayBuffer>): Decoded<TakeEntry> {
  const headEnd = bytes.indexOf(10);
  if (headEnd < 0) return refuse('line 1', 'expected a line about the take, got none');
  const text = new TextDecoder();
  const head = decodeJson(text.decode(bytes.subarray(0, headEnd)), headSchema);
  if (!head.ok) return head;
  const { puppet, takeBytes, sound } = head.value;
  const takeEnd = headEnd + 1 + takeBytes;
  const take = parseTake(text.decode(bytes.subarray(headEnd + 1, takeEnd)));
  if (!take.ok) return take;
  return accept({ id, puppet, take: take.value, sound: sound && { ...sound, bytes: bytes.slice(takeEnd) } });
}

/** What lies between two times, with the sound that belongs to it. */
export function trimEntry(entry: TakeEntry, fromSeconds: number, toSeconds: number): TakeEntry {
  const { take, sound } = entry;
  const trimmed = trimTake(take, fromSeconds, toSeconds);
  const first = Math.round(Math.min(Math.max(fromSeconds, 0), takeDuration(take)) * take.hz) / take.hz;
  return { ...entry, take: trimmed, sound: sound && { ...sound, startSeconds: sound.startSeconds + first } };
}

/** "Take 3": the first number that no take of the list has. */
export function nextTakeName(entries: readonly TakeEntry[]): string {
  const names = new Set(entries.map(({ take }) => take.name));
  let number = 1;
  while (names.has(`Take ${number}`)) number++;
  return `Take ${number}`;
}
