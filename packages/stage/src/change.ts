import { accept, type Decoded, isRecord, refuse, seekTimeline, type Timeline } from '@leib/core';
import {
  type ActorId,
  decodeEntry,
  decodeStageDoc,
  fitEntries,
  type Json,
  listSections,
  type StageDoc,
} from './stageDoc.js';

/**
 * From the document down to a value in it: `['actors', 'dancer', 'settings', 'smoothingMs']`. Entries of a list are named by their
 * place in it or by their `id`: `['things', 'tape-7', 'pose', 0]`; a new id is appended.
 */
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
    const place = placeIn(value, key);
    const isPlace = Number.isInteger(place) && place >= 0 && place <= value.length;
    if (!isPlace) return refuse(placeOf(path, depth), `expected a place in a list of ${value.length}, got ${key}`);
    if (isLast && next === undefined) return accept(value.toSpliced(place, 1));
    const entry = changed(value[place], path, next, depth + 1);
    if (!entry.ok) return entry;
    if (typeof key === 'string' && idOf(entry.value) !== key)
      return refuse(placeOf(path, depth), `expected the id "${key}" in it`);
    return accept(value.toSpliced(place, 1, entry.value));
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

const idOf = (entry: unknown) => (isRecord(entry) ? entry.id : undefined);

/** Of the entry with an id, or the end of the list. */
function placeIn(list: readonly unknown[], key: string | number): number {
  if (typeof key === 'number') return key;
  const place = list.findIndex((entry) => idOf(entry) === key);
  return place < 0 ? list.length : place;
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(value: unknown, path: Path): Json | undefined {
  let at: unknown = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[placeIn(at, key)];
    else at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at as Json | undefined;
}

/** The document after these changes, all of them or none. Only what they touch is checked again; the rest stays the same objects. */
export function applyChanges(doc: StageDoc, changes: readonly Change[]): Decoded<StageDoc> {
  let next = doc;
  for (const change of changes) {
    const after = applyChange(next, change);
    if (!after.ok) return after;
    next = after.value;
  }
  return accept(next);
}

function applyChange(doc: StageDoc, change: Change): Decoded<StageDoc> {
  const { path } = change;
  const section = path.length > 1 ? listSections.find((name) => name === path[0]) : undefined;
  if (section === undefined) {
    const after = withChange(doc, change);
    const decoded = after.ok ? decodeStageDoc(after.value) : after;
    return decoded.ok ? accept(keepUnchanged(doc, decoded.value)) : decoded;
  }
  const [, key, ...inside] = path;
  const entries = doc[section] ?? [];
  const before = valueAt(entries, [key]);
  const after = inside.length === 0 ? accept(change.value) : withChange(before, { ...change, path: inside });
  const entry = after.ok && after.value !== undefined ? decodeEntry(section, key, after.value) : after;
  if (!entry.ok) return refuse([section, key, entry.path].filter((part) => part !== '').join('.'), entry.reason);
  const kept = keepUnchanged(before, entry.value as Json | undefined);
  if (kept === before) return accept(doc);
  const list = withChange(entries, kept === undefined ? { path: [key] } : { path: [key], value: kept });
  const fit = list.ok ? fitEntries(section, list.value) : list;
  return fit.ok ? accept({ ...doc, [section]: fit.value }) : refuse(placeOf(path, 1), fit.reason);
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
