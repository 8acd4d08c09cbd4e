import { describeValue, InputError } from '@leib/core';
import { FormatError, type FormatKind } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { failAt, type Place, parseObjectAt } from './check.js';

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
  const text = typeof source === 'string' ? source : textOf(source);
  const walk = createJsonLineWalk(format);
  const visitor = { onHeader, onLine };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    walkJsonLine(walk, text.slice(start, end), visitor);
    start = end + 1;
  }
  endJsonLines(walk);
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
