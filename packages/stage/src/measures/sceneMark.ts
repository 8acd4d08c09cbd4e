import { decodeValue } from '@leib/core';
import * as v from 'valibot';
import type { ActorId, JsonObject, Thing } from '../stageDoc.js';

/** Of the world, metres. */
export type ScenePoint = readonly [x: number, y: number, z: number];

export type MeasureWhat = 'distance' | 'height' | 'area';

/** What measurements and notes have in common. */
interface Mark {
  readonly id: string;
  /** What people call it: "Distance 3". */
  readonly name: string;
  /** The actor who made it, and what they were called. */
  readonly author: ActorId;
  readonly authorName: string;
  /** Since 1970, by the author's clock, milliseconds. */
  readonly atMs: number;
  /** Two of a distance and of a height, three and more of an area, one of a note. */
  readonly points: readonly ScenePoint[];
}

export interface Measure extends Mark {
  readonly kind: 'measure';
  readonly what: MeasureWhat;
}

export interface SceneNote extends Mark {
  readonly kind: 'note';
  readonly text: string;
  /** SHA-256 of a picture among the room's files. */
  readonly picture: string | null;
}

/** What people leave in a scene: kinds `measure` and `note` of a document's things. */
export type SceneMark = Measure | SceneNote;

export const markLimits = { points: 64, nameLetters: 80, textLetters: 2000 } as const;
/** Metres from the origin: beyond, something is broken. */
const FARTHEST = 100_000;

const coordinate = v.pipe(v.number(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const point = v.pipe(v.strictTuple([coordinate, coordinate, coordinate]), v.readonly());
const letters = v.pipe(v.string(), v.maxLength(markLimits.nameLetters));
const common = { name: letters, author: letters, authorName: letters, atMs: v.pipe(v.number(), v.finite()) };
const pair = v.pipe(v.array(point), v.length(2));
const corners = v.pipe(v.array(point), v.minLength(3), v.maxLength(markLimits.points));
const settingsOf = {
  measure: v.variant('what', [
    v.strictObject({ ...common, what: v.picklist(['distance', 'height']), points: pair }),
    v.strictObject({ ...common, what: v.literal('area'), points: corners }),
  ]),
  note: v.strictObject({
    ...common,
    points: v.pipe(v.array(point), v.length(1)),
    text: v.pipe(v.string(), v.maxLength(markLimits.textLetters)),
    picture: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256'))),
  }),
} as const;

/** A thing of a document, which anybody may have written, as a mark; null where it is none, or not a whole one. */
export function readMark({ id, kind, settings }: Thing): SceneMark | null {
  if (id === undefined || (kind !== 'measure' && kind !== 'note')) return null;
  const decoded = kind === 'note' ? decodeValue(settings, settingsOf.note) : decodeValue(settings, settingsOf.measure);
  return decoded.ok ? ({ id, kind, ...decoded.value } as SceneMark) : null;
}

/** The same for a document: the change ['things', id] takes it. */
export function thingOfMark({ id, kind, ...settings }: SceneMark): Thing & { readonly id: string } {
  return { id, kind, pose: [0, 0, 0, 0, 0, 0, 1], settings: settings as unknown as JsonObject };
}

/** A measurement that somebody is making: settings `measuring` of their actor. The last point is where they aim. */
export type MeasureDraft = Pick<Measure, 'what' | 'points'>;

const draft = v.strictObject({
  what: v.picklist(['distance', 'height', 'area']),
  points: v.pipe(v.array(point), v.minLength(2), v.maxLength(markLimits.points + 1)),
});

/** Of the document, where anybody may have written it; null where it is none. */
export function readDraft(value: unknown): MeasureDraft | null {
  const decoded = decodeValue(value, draft);
  return decoded.ok ? decoded.value : null;
}
