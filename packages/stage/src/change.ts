import { accept, type Decoded, refuse, seekTimeline, type Timeline } from '@leib/core';
import type { ActorId, Json } from './stageDoc.js';

/** From the document down to a value in it: `['actors', 'dancer', 'settings', 'smoothingMs']`. */
export type Path = readonly (string | number)[];

/** One edit of the document. It is undone by the value before. */
export interface Change {
  readonly path: Path;
  /** Absent: the entry is taken away. */
  readonly value?: Json;
  /** Changes of one gesture, a slider being dragged, are undone in one step. */
  readonly gesture?: string;
}

/** Something to do now, by whom it concerns: logged in the frame's events, never undone. What has happened is a LogEntry. */
export interface Act {
  readonly kind: 'play' | 'pause' | 'seek' | 'teleport' | 'stand' | 'push' | 'grab' | 'record' | 'answer';
  /** Whom it concerns; everybody where absent. */
  readonly actor?: ActorId;
  /** What else belongs to it: the second to seek, the answer given. */
  readonly data?: Json;
}

/** Moves the play head of an actor's source as an act says; others leave it alone. */
export function movePlayHead(timeline: Timeline | null | undefined, { kind, data }: Act): void {
  if (!timeline) return;
  if (kind === 'play') timeline.isPlaying = true;
  if (kind === 'pause') timeline.isPlaying = false;
  if (kind === 'seek' && typeof data === 'number') seekTimeline(timeline, data);
}

/** The value with one entry changed. What the path does not touch stays the same object. */
export function withChange(value: unknown, { path, value: next }: Change): Decoded<unknown> {
  return changed(value, path, next, 0);
}

function changed(value: unknown, path: Path, next: Json | undefined, depth: number): Decoded<unknown> {
  if (depth === path.length) return next === undefined ? refuse('', 'the document itself stays') : accept(next);
  const key = path[depth];
  const isLast = depth === path.length - 1;
  if (typeof value !== 'object' || value === null)
    return refuse(placeOf(path, depth), 'there is nothing in this value');
  if (Array.isArray(value)) {
    const isPlace = Number.isInteger(key) && Number(key) >= 0 && Number(key) <= value.length;
    if (!isPlace) return refuse(placeOf(path, depth), `expected a place in a list of ${value.length}, got ${key}`);
    if (isLast && next === undefined) return accept(value.toSpliced(Number(key), 1));
    const entry = changed(value[Number(key)], path, next, depth + 1);
    return entry.ok ? accept(value.toSpliced(Number(key), 1, entry.value)) : entry;
  }
  const entries = new Map(Object.entries(value));
  if (isLast && next === undefined) entries.delete(String(key));
  else {
    const entry = changed(entries.get(String(key)), path, next, depth + 1);
    if (!entry.ok) return entry;
    entries.set(String(key), entry.value);
  }
  // Makes own properties, of "__proto__" too.
  return accept(Object.fromEntries(entries));
}

const placeOf = (path: Path, depth: number) => path.slice(0, depth + 1).join('.');

/** `after`, with the very objects of `before` wherever the two say the same: what did not change is told by identity. */
export function keepUnchanged<T>(before: unknown, after: T): T {
  if (before === after || typeof after !== 'object' || after === null) return after;
  if (typeof before !== 'object' || before === null || Array.isArray(before) !== Array.isArray(after)) return after;
  const old = Object.entries(before);
  const oldValues = new Map(old);
  const entries = Object.entries(after).map(([key, value]) => [key, keepUnchanged(oldValues.get(key), value)] as const);
  // The order counts, too: actors are stepped in the order of the document.
  const isSame =
    entries.length === old.length && entries.every(([key, value], at) => old[at][0] === key && old[at][1] === value);
  if (isSame) return before as T;
  return (Array.isArray(after) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}
