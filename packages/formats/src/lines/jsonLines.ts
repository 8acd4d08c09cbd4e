import { type Decoded, decodeValue, describeValue, InputError, isRecord, parseJson, type Schema } from '@leib/core';
import * as v from 'valibot';
import { FormatError, type FormatKind } from '../formatError.js';
import { checkTextLength } from '../io/bytes.js';
import { fileLimits } from '../limits/fileLimits.js';

/** What is done with the objects of a file: the first is its header, the others come one by one. */
export interface JsonLineVisitor {
  onHeader(header: Readonly<Record<string, unknown>>, place: Place): void;
  onLine(line: Readonly<Record<string, unknown>>, place: Place): void;
}

/** How far a walk through JSON Lines has come. */
export interface JsonLineWalk {
  readonly format: FormatKind;
  lineNumber: number;
  hasHeader: boolean;
}

export function createJsonLineWalk(format: FormatKind): JsonLineWalk {
  return { format, lineNumber: 0, hasHeader: false };
}

/** Takes the next line, without its line end. The header must name its format; blank lines do not count. */
export function walkJsonLine(walk: JsonLineWalk, line: string, visitor: JsonLineVisitor): void {
  walk.lineNumber++;
  const content = line.trim();
  if (content === '') return;
  const { format } = walk;
  const place: Place = { kind: format, at: `line ${walk.lineNumber}` };
  const object = parseObjectAt(content, place);
  if (walk.hasHeader) {
    visitor.onLine(object, place);
    return;
  }
  if (object.format !== format) {
    throw failAt(place, 'format', `expected "${format}", got ${describeValue(object.format)}`);
  }
  visitor.onHeader(object, place);
  walk.hasHeader = true;
}

/** There must have been a header at least. */
export function endJsonLines({ format, hasHeader }: JsonLineWalk): void {
  if (!hasHeader) throw new FormatError(format, 'line 1', 'the file is empty');
}

/** Walks through the JSON Lines of a whole file. */
export function readJsonLines(
  source: string | Uint8Array,
  format: FormatKind,
  onHeader: JsonLineVisitor['onHeader'],
  onLine: JsonLineVisitor['onLine'],
): void {
  const walk = createJsonLineWalk(format);
  const visitor = { onHeader, onLine };
  for (const line of linesOf(source)) walkJsonLine(walk, line, visitor);
  endJsonLines(walk);
}

/** The lines of a text, without their ends. Bytes are decoded line by line: the whole text would be as large as they are. */
export function* linesOf(source: string | Uint8Array): Generator<string, void, void> {
  if (typeof source !== 'string') checkTextLength(source);
  const decoder = new TextDecoder();
  for (let start = 0; start < source.length; ) {
    const newline = findLineEnd(source, start);
    const end = newline < 0 ? source.length : newline;
    yield typeof source === 'string' ? source.slice(start, end) : decoder.decode(source.subarray(start, end));
    start = end + 1;
  }
}

/** Lines with something in them: the header, and at most so many moments. */
export function countLines(source: string | Uint8Array): number {
  let count = 0;
  for (let start = 0; start < source.length; ) {
    const newline = findLineEnd(source, start);
    const end = newline < 0 ? source.length : newline;
    if (end > start) count++;
    start = end + 1;
  }
  return count;
}

function findLineEnd(source: string | Uint8Array, start: number): number {
  return typeof source === 'string' ? source.indexOf('\n', start) : source.indexOf(10, start);
}

/** Decimals that files carry by default: a tenth of a micrometre, a few hundred nanoradians. */
export const defaultDecimals = 7;

/** Numbers as JSON text, rounded; NaN and infinity cannot be written and are refused by name. */
export function numbersText(values: ArrayLike<number>, start: number, count: number, decimals: number): string {
  const scale = 10 ** decimals;
  let text = '[';
  for (let i = 0; i < count; i++) {
    const value = values[start + i];
    if (!Number.isFinite(value)) throw new InputError(`value ${i}`, `expected a finite number, got ${value}`);
    // Adding zero turns -0 into 0.
    text += `${i === 0 ? '' : ','}${Math.round(value * scale) / scale + 0}`;
  }
  return `${text}]`;
}

/** Rounded like the values beside it. */
export function numberText(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  return String(Math.round(value * scale) / scale + 0);
}

/** Where a value stands: which kind of file, which line, and later the path inside the line. */
export interface Place {
  readonly kind: FormatKind;
  /** "line 12", or "message at 3.5 s". */
  readonly at: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

export function failAt(place: Place, path: string, reason: string): FormatError {
  const where = [place.at, path].filter((part) => part !== '').join(', ');
  return new FormatError(place.kind, where, reason);
}

function requireAt<T>(decoded: Decoded<T>, place: Place): T {
  if (decoded.ok) return decoded.value;
  throw failAt(place, decoded.path, decoded.reason);
}

/** One JSON object: a line of a file, a message of a session. */
export function parseObjectAt(text: string, place: Place): JsonObject {
  const value = requireAt(parseJson(text), place);
  if (!isRecord(value)) throw failAt(place, '', `expected an object, got ${describeValue(value)}`);
  return value;
}

/** Checks a value that comes once a file. What comes every frame is checked by the functions below, which fill arrays. */
export function decodeAt<S extends Schema>(value: unknown, schema: S, place: Place): v.InferOutput<S> {
  return requireAt(decodeValue(value, schema), place);
}

export const finiteNumber = v.pipe(v.number(), v.finite());
export const positiveNumber = v.pipe(
  finiteNumber,
  v.check((value) => value > 0, 'expected a number above 0'),
);
/** Frames per second of a recording. */
export const rateNumber = v.pipe(finiteNumber, v.minValue(fileLimits.leastHz), v.maxValue(fileLimits.mostHz));
/** The header of leib-joints/1. */
export const rateSchema = v.object({ hz: rateNumber });

/** Writes a list of exactly `count` finite numbers to out[start ..]. */
export function checkNumbers(
  value: unknown,
  count: number,
  place: Place,
  path: string,
  out: Float64Array,
  start = 0,
): void {
  if (!Array.isArray(value)) throw failAt(place, path, `expected a list, got ${describeValue(value)}`);
  if (value.length !== count) throw failAt(place, path, `expected ${count} numbers, got ${value.length}`);
  for (let i = 0; i < count; i++) {
    const item: unknown = value[i];
    if (typeof item !== 'number' || !Number.isFinite(item)) {
      throw failAt(place, `${path}[${i}]`, `expected a number, got ${describeValue(item)}`);
    }
    out[start + i] = item;
  }
}

/** Makes the four numbers at `at` a unit quaternion; refuses one that has no direction. */
export function normaliseQuaternion(values: Float64Array, at: number, place: Place, path: string): void {
  const length = Math.hypot(values[at], values[at + 1], values[at + 2], values[at + 3]);
  if (!(length > 1e-3)) throw failAt(place, path, `expected a quaternion of length 1, got length ${length}`);
  for (let k = 0; k < 4; k++) values[at + k] /= length;
}

/** Writes `poseCount` poses (position, quaternion) and normalises their rotations. */
export function checkPoses(
  value: unknown,
  poseCount: number,
  place: Place,
  path: string,
  out: Float64Array,
  start = 0,
): void {
  checkNumbers(value, poseCount * 7, place, path, out, start);
  for (let i = 0; i < poseCount; i++) normaliseQuaternion(out, start + i * 7 + 3, place, path);
}

/** Time must not run backwards; equal times are allowed, clocks tick. */
export function checkTime(value: unknown, previous: number, place: Place): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw failAt(place, 't', `expected a number, got ${describeValue(value)}`);
  }
  if (value < previous) throw failAt(place, 't', `expected ${previous} or more, as in the frame before, got ${value}`);
  return value;
}
