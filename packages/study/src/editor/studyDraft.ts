import { isRecord, parseJson } from '@leib/core';
import { decodeProtocol, noText } from '../protocol/decodeProtocol.js';
import type { Protocol } from '../protocol/protocol.js';
import { lineOf, rangeOfPath, readJsonPlaces, type TextRange } from './jsonPlaces.js';

/** A study while it is written: the text, and what of it forms can show. Plain data. */
export interface StudyDraft {
  readonly text: string;
  /** What the form shows: the text as JSON, or the last that was a study where the text is none. */
  readonly value: StudyValue;
  /** What is wrong with the text; null where it is a study. */
  readonly problem: DraftProblem | null;
  /** The text was typed and is no study: the form shows another one. */
  readonly isAhead: boolean;
}

/** A study as a document has it: not checked, without defaults. */
export type StudyValue = Readonly<Record<string, unknown>>;

export interface DraftProblem {
  /** With path, line and column, for people. */
  readonly sentence: string;
  readonly range: TextRange;
}

/** Which member of which member: `['flow', 6, 'order']`. */
export type ValuePath = readonly (string | number)[];

const textOf = (value: StudyValue) => `${JSON.stringify(value, null, 2)}\n`;

/** A study that the form has changed: what is wrong in it is said, and stays until it is right. */
export function draftOfValue(value: StudyValue): StudyDraft {
  const text = textOf(value);
  return { text, value, problem: problemOf(text), isAhead: false };
}

/** A text that was typed or opened. Where it is no study, the form keeps what it had. */
export function draftOfText(text: string, before: StudyValue = {}): StudyDraft {
  const problem = problemOf(text);
  if (problem !== null) return { text, value: before, problem, isAhead: true };
  return { text, value: JSON.parse(text), problem, isAhead: false };
}

/** The study of a draft; null where it is none. */
export function protocolOfDraft({ text }: StudyDraft): Protocol | null {
  const decoded = decodeProtocol(text);
  return decoded.ok ? decoded.value : null;
}

function problemOf(text: string): DraftProblem | null {
  const decoded = decodeProtocol(text);
  if (decoded.ok) return null;
  return problemAt(text, decoded.path, decoded.reason);
}

/** A reason with its place in the text. */
export function problemAt(text: string, path: string, reason: string): DraftProblem {
  const places = readJsonPlaces(text);
  const { wrong } = places;
  const range = wrong ? { start: wrong.at, end: Math.min(text.length, wrong.at + 1) } : rangeOfPath(places, path);
  const { line, column } = lineOf(text, range.start);
  const what = [path, wrong?.reason ?? reason].filter(Boolean).join(': ');
  return { sentence: `Line ${line}, column ${column}: ${what}.`, range };
}

/** Where a value of the form stands in the text. */
export function rangeOfValue(text: string, path: ValuePath): TextRange {
  const written = path.reduce<string>(
    (at, key) => (typeof key === 'number' ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`),
    '',
  );
  return rangeOfPath(readJsonPlaces(text), written);
}

export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)];
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}

/** The value with another one at a place; undefined takes it away. Objects on the way are made. */
export function withValueAt(value: unknown, [key, ...rest]: ValuePath, next: unknown): unknown {
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    if (rest.length === 0 && next === undefined) list.splice(key, 1);
    else list[key] = withValueAt(list[key], rest, next);
    return list;
  }
  const own = isRecord(value) ? value : {};
  const inside = withValueAt(own[key], rest, next);
  const { [key]: _, ...others } = own;
  if (inside === undefined) return others;
  return key in own
    ? Object.fromEntries(Object.entries(own).map(([name, each]) => [name, name === key ? inside : each]))
    : { ...own, [key]: inside };
}

/** A study of a day has some hundred. */
const MOST_TEXTS = 2000;

/** The study with all texts in all of its languages: where one is missing, the first that is there stands in. */
export function fillTexts(study: StudyValue): StudyValue {
  let filled = study;
  for (let left = MOST_TEXTS; left > 0; left--) {
    const decoded = decodeProtocol(filled);
    if (decoded.ok || decoded.reason !== noText) break;
    const path = decoded.path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const texts = valueAt(filled, path.slice(0, -1));
    filled = withValueAt(filled, path, isRecord(texts) ? Object.values(texts)[0] : '') as StudyValue;
  }
  return filled;
}

/** JSON of one member, as a field of the form has it; null where it is none. */
export function readMember(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  const parsed = parseJson(text);
  return parsed.ok ? { value: parsed.value } : null;
}
