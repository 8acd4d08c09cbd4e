import { FormatError, type FormatKind, reasonOf } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { checkObject, failAt, type Place } from './check.js';

/**
 * Walks through JSON Lines: the first object is the header and must name its format, the others are handed on one by
 * one. Blank lines do not count.
 */
export function readJsonLines(
  source: string | Uint8Array,
  format: FormatKind,
  onHeader: (header: Readonly<Record<string, unknown>>, place: Place) => void,
  onLine: (line: Readonly<Record<string, unknown>>, place: Place) => void,
): void {
  const text = typeof source === 'string' ? source : textOf(source);
  let lineNumber = 0;
  let hasHeader = false;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(start, end).trim();
    start = end + 1;
    lineNumber++;
    if (content === '') continue;
    const place: Place = { kind: format, at: `line ${lineNumber}` };
    const object = checkObject(parseJson(content, place), place, '');
    if (hasHeader) {
      onLine(object, place);
      continue;
    }
    if (object.format !== format) {
      throw failAt(place, 'format', `is ${JSON.stringify(object.format) ?? 'missing'}, expected "${format}"`);
    }
    onHeader(object, place);
    hasHeader = true;
  }
  if (!hasHeader) throw new FormatError(format, 'line 1', 'the file is empty');
}

function parseJson(content: string, place: Place): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw failAt(place, '', `is not JSON (${reasonOf(error)})`);
  }
}

/** Decimals that files carry by default: a tenth of a micrometre, a few hundred nanoradians. */
export const defaultDecimals = 7;

/** Numbers as JSON text, rounded; NaN and infinity cannot be written and are refused by name. */
export function numbersText(values: Float64Array, start: number, count: number, decimals: number): string {
  const scale = 10 ** decimals;
  let text = '[';
  for (let i = 0; i < count; i++) {
    const value = values[start + i];
    if (!Number.isFinite(value)) throw new RangeError(`value ${i} is ${value}; only finite numbers can be written`);
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
