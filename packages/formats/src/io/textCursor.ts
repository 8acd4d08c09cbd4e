import { shown } from '../formatError.js';
import { textOf } from './bytes.js';

/** Where a reader is in a text of lines: bytes rather than characters, because all that counts is ASCII. */
export interface TextCursor {
  readonly bytes: Uint8Array;
  /** Next byte to be read. */
  at: number;
  /** End of the line under the cursor: nothing beyond it is read before nextLine(). */
  lineEnd: number;
  /** Number of that line, from 1; of its first part where it is continued. */
  line: number;
  /** Line ends inside a continued line, to be counted when it is left. */
  continuedCount: number;
  /** Whether nextLine() was called yet. */
  isBegun: boolean;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** 10^0 .. 10^22, all exact in double precision. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** A cursor before the line that begins at a byte. */
export function createTextCursor(bytes: Uint8Array, at = 0, line = 1): TextCursor {
  const hasByteOrderMark = at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const start = hasByteOrderMark ? 3 : at;
  return { bytes, at: start, lineEnd: start, line: line - 1, continuedCount: 0, isBegun: false };
}

/** Moves to the next line; false at the end of the text. A line that ends in a backslash goes on in the next. */
export function nextLine(cursor: TextCursor): boolean {
  const { bytes } = cursor;
  let at = cursor.lineEnd;
  if (cursor.isBegun && at < bytes.length) at += lineEndLength(bytes, at);
  if (at >= bytes.length) return false;
  cursor.isBegun = true;
  cursor.line += 1 + cursor.continuedCount;
  cursor.continuedCount = 0;
  cursor.at = at;
  for (;;) {
    while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    if (at === bytes.length || bytes[at - 1] !== BACKSLASH || at - 1 < cursor.at) break;
    at += lineEndLength(bytes, at);
    cursor.continuedCount++;
  }
  cursor.lineEnd = at;
  return true;
}

/** Skips blanks; false where nothing else is left on the line. */
export function skipBlanks(cursor: TextCursor): boolean {
  const { bytes, lineEnd } = cursor;
  let at = cursor.at;
  while (at < lineEnd && isBlank(bytes[at])) at++;
  cursor.at = at;
  return at < lineEnd;
}

/** The next word of the line; empty where there is none. */
export function nextWord(cursor: TextCursor): string {
  if (!skipBlanks(cursor)) return '';
  const start = cursor.at;
  cursor.at = wordEnd(cursor);
  return shortText(cursor.bytes, start, cursor.at);
}

/** What is left of the line, without the blanks around it. */
export function restOfLine(cursor: TextCursor): string {
  const text = shortText(cursor.bytes, cursor.at, cursor.lineEnd).trim();
  cursor.at = cursor.lineEnd;
  return text;
}

/**
 * The next number of the line; NaN, and the cursor before it, where the next word is none. Digits are gathered into one
 * integer and divided once by a power of ten: with at most 15 digits both are exact, so the quotient is the nearest
 * double (Clinger, "How to read floating point numbers accurately", 1990). Everything else goes to Number().
 */
export function nextNumber(cursor: TextCursor): number {
  if (!skipBlanks(cursor)) return Number.NaN;
  const { bytes, lineEnd } = cursor;
  const start = cursor.at;
  let at = start;
  const isNegative = bytes[at] === MINUS;
  if (isNegative || bytes[at] === PLUS) at++;
  let digits = 0;
  let decimals = 0;
  let mantissa = 0;
  for (; at < lineEnd && bytes[at] >= ZERO && bytes[at] <= NINE; at++, digits++) {
    mantissa = mantissa * 10 + (bytes[at] - ZERO);
  }
  if (at < lineEnd && bytes[at] === POINT) {
    for (at++; at < lineEnd && bytes[at] >= ZERO && bytes[at] <= NINE; at++, digits++, decimals++) {
      mantissa = mantissa * 10 + (bytes[at] - ZERO);
    }
  }
  if (digits > 0 && digits <= 15 && (at === lineEnd || isBlank(bytes[at]))) {
    cursor.at = at;
    const value = mantissa / powersOfTen[decimals];
    return isNegative ? -value : value;
  }
  const end = wordEnd(cursor);
  const value = decimalNumber(textOf(bytes.subarray(start, end)));
  if (!Number.isNaN(value)) cursor.at = end;
  return value;
}

const decimalPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** A finite decimal number, or NaN; unlike Number() it takes no empty word, no hexadecimal and no infinity. */
function decimalNumber(word: string): number {
  const value = decimalPattern.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Passes over a word that stands for a number which is not finite (`nan`, `-inf`, `1e999`); false where there is none. */
export function skipNotFinite(cursor: TextCursor): boolean {
  if (!skipBlanks(cursor)) return false;
  const end = wordEnd(cursor);
  const word = textOf(cursor.bytes.subarray(cursor.at, Math.min(end, cursor.at + 64)));
  const isWord = /^[-+]?(nan|inf|\d+\.#(ind|qnan|inf))/i.test(word);
  if (!isWord && !(word !== '' && Math.abs(Number(word)) === Number.POSITIVE_INFINITY)) return false;
  cursor.at = end;
  return true;
}

/** The next word as it may stand in a message, without moving. */
export function shownWord(cursor: TextCursor): string {
  return skipBlanks(cursor)
    ? shown(textOf(cursor.bytes.subarray(cursor.at, Math.min(wordEnd(cursor), cursor.at + 64))))
    : 'nothing';
}

/** Keywords have a few letters, and a decoder takes longer to begin than to read them. */
function shortText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 8) return textOf(bytes.subarray(start, end));
  let text = '';
  for (let at = start; at < end; at++) {
    if (bytes[at] > 0x7f) return textOf(bytes.subarray(start, end));
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}

function wordEnd({ bytes, at: start, lineEnd }: TextCursor): number {
  let at = start;
  while (at < lineEnd && !isBlank(bytes[at])) at++;
  return at;
}

/** Line ends are blanks inside a continued line. */
function isBlank(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN) || byte === BACKSLASH;
}

/** \n, \r\n and a lone \r are one line end each. */
function lineEndLength(bytes: Uint8Array, at: number): number {
  return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED ? 2 : 1;
}
