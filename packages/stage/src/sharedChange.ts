import { accept, type Decoded, isRecord, ownValue, refuse } from '@leib/core';
import { applyChanges, type Change, type Path, valueAt } from './change.js';
import { type ActorId, type Json, listSections, type StageDoc } from './stageDoc.js';

/** What a person may do in a document that several share: everything; themselves and things; nothing. */
export type SharedRole = 'host' | 'guest' | 'watcher';

/** Bounds of a list of changes from outside. */
const MOST_CHANGES = 64;
const MOST_KEYS = 16;
const MOST_KEY_LETTERS = 80;
const MOST_VALUES = 20_000;
const MOST_LEVELS = 32;
/** Names that every object inherits: code that looks them up carelessly finds something that is not in the document. */
const inheritedNames = ['__proto__', 'constructor', 'prototype'];

/** Changes from outside, parsed from JSON: at most 64 with 20 000 values, looked at no further than to the first that is wrong. */
export function decodeChanges(json: unknown): Decoded<readonly Change[]> {
  if (!Array.isArray(json) || json.length < 1 || json.length > MOST_CHANGES)
    return refuse('changes', `expected a list of 1 to ${MOST_CHANGES} changes`);
  let left = MOST_VALUES;
  /** The place of the first value that is wrong; null where none is. */
  const wrongIn = (value: unknown, levels: number): string | null => {
    if (--left < 0) return ': too many values';
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return null;
    if (typeof value === 'number') return Number.isFinite(value) ? null : `: expected a finite number, got ${value}`;
    if (typeof value !== 'object') return `: expected JSON, got ${typeof value}`;
    if (levels === 0) return `: expected at most ${MOST_LEVELS} levels`;
    if (Array.isArray(value) && value.length > left) return ': too many values';
    for (const key in value) {
      if (inheritedNames.includes(key)) return `.${key}: expected another name`;
      const wrong = wrongIn((value as Record<string, unknown>)[key], levels - 1);
      if (wrong !== null) return `.${key.slice(0, MOST_KEY_LETTERS)}${wrong}`;
    }
    return null;
  };
  for (const [index, change] of json.entries()) {
    const wrong = wrongPart(change) ?? (change.value === undefined ? null : wrongIn(change.value, MOST_LEVELS));
    if (wrong === null) continue;
    const at = wrong.indexOf(': ');
    return refuse(`changes[${index}]${wrong.slice(0, at)}`, wrong.slice(at + 2));
  }
  return accept(json as readonly Change[]);
}

function wrongPart(change: unknown): string | null {
  if (!isRecord(change)) return ': expected an object';
  const { path, gesture } = change;
  const extra = Object.keys(change).find((key) => key !== 'path' && key !== 'value' && key !== 'gesture');
  if (extra !== undefined) return `.${extra.slice(0, MOST_KEY_LETTERS)}: there is no such key`;
  if (gesture !== undefined && (typeof gesture !== 'string' || gesture.length > MOST_KEY_LETTERS))
    return `.gesture: expected a text of at most ${MOST_KEY_LETTERS} letters`;
  if (!Array.isArray(path) || path.length < 1 || path.length > MOST_KEYS)
    return `.path: expected a list of 1 to ${MOST_KEYS} keys`;
  const index = path.findIndex((key) => !isKey(key));
  return index < 0 ? null : `.path[${index}]: expected a name of 1 to ${MOST_KEY_LETTERS} letters or a place in a list`;
}

function isKey(key: unknown): boolean {
  if (typeof key === 'number') return Number.isInteger(key) && key >= 0 && key < MOST_VALUES;
  return typeof key === 'string' && key !== '' && key.length <= MOST_KEY_LETTERS && !inheritedNames.includes(key);
}

/** A document in the order in which a server takes changes. */
export interface OrderedDoc {
  /** Changes so far. */
  readonly version: number;
  readonly doc: StageDoc;
  /** Letters of the document as JSON, but for commas and the like. */
  readonly letters: number;
}

/** Letters of a document that several share, as JSON. */
const MOST_DOC_LETTERS = 1_000_000;

const lettersOf = (value: Json | undefined) => (value === undefined ? 0 : JSON.stringify(value).length);

export function createOrderedDoc(doc: StageDoc, version = 0): OrderedDoc {
  return { version, doc, letters: lettersOf(doc as unknown as Json) };
}

/** Of the oldest lines of a chat, which have gone for a newer one. */
function lettersOfGone({ chat: before = [] }: StageDoc, { chat: after = [] }: StageDoc): number {
  const gone = before.length > 0 && after.length === before.length && after[0] !== before[0] ? before[0] : undefined;
  return gone?.id === after[0]?.id ? 0 : lettersOf(gone as unknown as Json);
}

/** The next version, for a server: every client that applies the same changes in the same order has the same document. */
export function orderChange(before: OrderedDoc, changes: readonly Change[]): Decoded<OrderedDoc> {
  let { doc, letters } = before;
  for (const change of changes) {
    const [section, key] = change.path;
    if (typeof key === 'number' && listSections.some((name) => name === section))
      return refuse(`${section}.${key}`, 'expected an id: places in the list move when others change it');
    const after = applyChanges(doc, [change]);
    if (!after.ok) return after;
    // Whole entries, since what a change leaves out gets its default.
    const entry = change.path.slice(0, 2);
    letters +=
      lettersOf(valueAt(after.value, entry)) - lettersOf(valueAt(doc, entry)) - lettersOfGone(doc, after.value);
    doc = after.value;
  }
  if (letters > MOST_DOC_LETTERS && letters > before.letters)
    return refuse('', `expected a document of at most ${MOST_DOC_LETTERS} letters; take something away first`);
  return accept({ version: before.version + 1, doc, letters });
}

/** Why somebody may not make these changes, in a sentence; null where they may. @param me the person's own actor */
export function mayChange(role: SharedRole, me: ActorId, changes: readonly Change[], doc: StageDoc): string | null {
  if (role === 'host') return null;
  if (role === 'watcher') return 'expected a guest or a host, got a watcher; ask a host to make you a guest';
  for (const change of changes) {
    const reason = guestMay(me, change, doc);
    if (reason !== null) return `${change.path.join('.')}: ${reason}`;
  }
  return null;
}

/** What a change of a thing says about a setting of it; undefined: nothing, or that the thing goes. */
function saidOf(key: string, path: Path, value: Json | undefined): { readonly value: Json | undefined } | undefined {
  if (path.length === 2) return value === undefined ? undefined : { value: valueAt(value, ['settings', key]) };
  if (path[2] !== 'settings') return undefined;
  if (path.length === 3) return { value: valueAt(value, [key]) };
  return path[3] === key ? { value } : undefined;
}

/** What people leave in a scene under their name: only they and hosts change it. */
const markKinds: readonly string[] = ['measure', 'note'];

function guestMay(me: ActorId, { path, value }: Change, doc: StageDoc): string | null {
  const [section, id] = path;
  if (section === 'actors') return guestMayBe(doc, me, path, value);
  if (id !== undefined && section === 'things') {
    const before = doc.things.find((thing) => thing.id === id);
    const author = before?.settings.author;
    if (before && markKinds.includes(before.kind) && author !== me)
      return `expected a ${before.kind} of your own; others are changed by a host`;
    const own = { author: me, authorName: ownValue(doc.actors, me)?.settings.name };
    for (const key of ['author', 'authorName'] as const) {
      const said = saidOf(key, path, value);
      if (said !== undefined && said.value !== before?.settings[key] && said.value !== own[key])
        return 'expected yourself as the author';
    }
    return null;
  }
  if (id !== undefined && section === 'chat') {
    const line = doc.chat?.find((one) => one.id === id);
    const isMine = line === undefined || line.by === me;
    if (path.length === 2 && value === undefined) return isMine ? null : 'expected a line of your own';
    const name = ownValue(doc.actors, me)?.settings.name ?? '';
    const isWhole = path.length === 2 && line === undefined && isRecord(value);
    return isWhole && value.by === me && value.name === name
      ? null
      : 'expected a new line, with yourself and your name as the writer';
  }
  return 'only a host may change this';
}

/** Settings of one's own actor that hosts decide about. */
const hostsSettings = ['role', 'muted'] as const;

/** Looks and settings of one's own actor, but for those. */
function guestMayBe(doc: StageDoc, me: ActorId, [, id, part, key]: Path, value: Json | undefined): string | null {
  if (id !== me || (part !== 'settings' && part !== 'body')) return 'only a host may change this';
  if (part === 'body') return null;
  for (const name of hostsSettings) {
    const before = valueAt(doc, ['actors', me, 'settings', name]);
    const isKept = key === undefined ? valueAt(value, [name]) === before : key !== name;
    if (!isKept) return name === 'role' ? 'only a host may change roles' : 'only a host may change who is muted';
  }
  return null;
}
