import { accept, type Decoded, decodeJson, decodeValue, describeValue, isRecord, refuse, tableOf } from '@leib/core';
import * as v from 'valibot';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Name of an actor in its document. */
export type ActorId = string;

/** Something outside the document, by its kind; what else it says is checked by whoever opens that kind. */
export interface Ref extends JsonObject {
  readonly kind: string;
}
/** Where an actor's frames come from: `{ "kind": "dtrack", "port": 5000 }`, `{ "kind": "file", "path": "walk.mcap" }`. */
export type SourceRef = Ref;
/** Whose skeleton and looks an actor has: `{ "kind": "default" }`. */
export type BodyRef = Ref;
/** Measures of the person behind an actor: `{ "kind": "file", "path": "profile.json" }`. */
export type ProfileRef = Ref;
/** What acts over time: a demo, a guide, a task. */
export type ScriptRef = Ref;
/** Where frames go besides the view: walls, a recording, VMC. */
export type SinkRef = Ref;

export interface ActorDoc {
  /** Which of the stage's kinds makes it. */
  readonly kind: string;
  readonly source: SourceRef;
  readonly body: BodyRef;
  readonly profile: ProfileRef | null;
  readonly settings: JsonObject;
}

/** An object on the stage. */
export interface Thing {
  /** Names it in changes of several people: places in the list move. No other thing has it. */
  readonly id?: string;
  readonly kind: string;
  /** Where it is at first, world space: position and rotation (x y z w). */
  readonly pose: readonly [number, number, number, number, number, number, number];
  readonly settings: JsonObject;
}

/** Something that somebody wrote. */
export interface ChatLine {
  readonly id: string;
  /** The actor whose line it is, and what they were called. */
  readonly by: ActorId;
  readonly name: string;
  readonly text: string;
  /** Since 1970, by the writer's clock, milliseconds. */
  readonly atMs: number;
}

export interface GroundDoc {
  /** Of the floor, metres. */
  readonly height: number;
}

/** Everything about a stage that is edited: saved, shared, undone, sent. */
export interface StageDoc {
  readonly format: 'leib-stage/1';
  readonly actors: Readonly<Record<ActorId, ActorDoc>>;
  readonly things: readonly Thing[];
  readonly ground: GroundDoc;
  /** Of the room that shows it: camera, what is drawn. */
  readonly view: JsonObject;
  readonly script: ScriptRef | null;
  readonly sinks: readonly SinkRef[];
  /** The oldest first; the newest 200 are kept. */
  readonly chat?: readonly ChatLine[];
}

/** More than any room needs; documents come from strangers, too. */
const MOST_ACTORS = 256;
const MOST_THINGS = 1024;
const MOST_SINKS = 16;
const MOST_CHAT_LINES = 200;
/** Levels of lists and objects in a value; code that walks through deeper ones overflows its stack. */
const MOST_LEVELS = 100;

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const number = v.pipe(v.number(), v.finite());
const object = v.custom<Readonly<Record<string, unknown>>>(
  (value) => isRecord(value) && isJson(value),
  'expected an object of JSON values',
);
const settings = object as v.GenericSchema<unknown, JsonObject>;
const ref = v.pipe(object, v.looseObject({ kind: name })) as v.GenericSchema<unknown, unknown> as v.GenericSchema<
  unknown,
  Ref
>;

const actorSchema = v.strictObject({
  kind: name,
  source: v.optional(ref, { kind: 'none' }),
  body: v.optional(ref, { kind: 'default' }),
  profile: v.optional(v.nullable(ref), null),
  settings: v.optional(settings, {}),
});

const thingSchema = v.strictObject({
  id: v.exactOptional(name),
  kind: name,
  pose: v.strictTuple([number, number, number, number, number, number, number]),
  settings: v.optional(settings, {}),
});

const chatSchema = v.strictObject({
  id: name,
  by: name,
  name: v.pipe(v.string(), v.maxLength(80)),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  atMs: number,
});

const hasOwnIds = (entries: readonly { readonly id?: string }[]) => {
  const ids = entries.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
};
const sameId = 'expected ids of their own, got one twice';
const tooManyActors = `expected at most ${MOST_ACTORS} actors, got more`;

const schema = v.strictObject({
  format: v.literal('leib-stage/1'),
  actors: v.pipe(
    tableOf(name, actorSchema),
    v.check((actors) => Object.keys(actors).length <= MOST_ACTORS, tooManyActors),
  ),
  things: v.optional(
    v.pipe(
      v.array(thingSchema),
      v.maxLength(MOST_THINGS),
      v.check((entries) => hasOwnIds(entries), sameId),
    ),
    [],
  ),
  ground: v.optional(v.strictObject({ height: v.optional(number, 0) }), {}),
  view: v.optional(settings, {}),
  script: v.optional(v.nullable(ref), null),
  sinks: v.optional(v.pipe(v.array(ref), v.maxLength(MOST_SINKS)), []),
  chat: v.exactOptional(
    v.pipe(
      v.array(chatSchema),
      v.maxLength(MOST_CHAT_LINES),
      v.check((entries) => hasOwnIds(entries), sameId),
    ),
  ),
});

/** Reads a document of a stage (leib-stage/1): text or parsed JSON. What it leaves out gets its default. */
export function decodeStageDoc(input: unknown): Decoded<StageDoc> {
  return typeof input === 'string' ? decodeJson(input, schema) : decodeValue(input, schema);
}

/** Sections of a document whose entries are changed one by one. */
export const listSections = ['actors', 'things', 'chat'] as const;
type ListSection = (typeof listSections)[number];

/** One entry of a section, from outside. @param key its id, or its place in a list */
export function decodeEntry(section: ListSection, key: string | number, entry: unknown): Decoded<unknown> {
  if (section === 'actors') {
    const id = decodeValue(key, name);
    return id.ok ? decodeValue(entry, actorSchema) : id;
  }
  const decoded = decodeValue(entry, section === 'things' ? thingSchema : chatSchema);
  if (!decoded.ok || typeof key === 'number' || decoded.value.id === key) return decoded;
  return refuse('id', `expected "${key}", got ${describeValue(decoded.value.id)}`);
}

/** A section whose entries are checked: as many as there may be, each id once; the oldest lines of a chat go. */
export function fitEntries(section: ListSection, entries: unknown): Decoded<unknown> {
  if (section === 'actors') {
    return Object.keys(entries as object).length <= MOST_ACTORS ? accept(entries) : refuse('', tooManyActors);
  }
  const list = entries as readonly { readonly id?: string }[];
  if (section === 'chat') return accept(list.slice(-MOST_CHAT_LINES));
  if (list.length > MOST_THINGS) return refuse('', `expected a length of at most ${MOST_THINGS}, got ${list.length}`);
  return hasOwnIds(list) ? accept(list) : refuse('', sameId);
}

function isJson(value: unknown, levels = MOST_LEVELS): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || levels === 0) return false;
  return Object.values(value).every((member) => isJson(member, levels - 1));
}
