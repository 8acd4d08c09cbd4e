/** A position in ASCII bytes, and the end of the readable part. */
export interface ByteCursor {
  bytes: Uint8Array;
  at: number;
  end: number;
  /** Entries of blocks that were no finite numbers ("nan", "inf"), since the reader last set it to 0. */
  notNumbers: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Further digits do not change a double. */
const MAX_DIGITS = 17;
/** Powers of ten that are exact as doubles. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

export function skipBlanks(cursor: ByteCursor): void {
  const { bytes, end } = cursor;
  while (cursor.at < end && (bytes[cursor.at] === SPACE || bytes[cursor.at] === TAB)) cursor.at++;
}

/** A number as C's strtod reads it ("-187.216", "8.178e-04"). NaN, and the cursor stays, when there is none. */
export function readNumber(cursor: ByteCursor): number {
  const out = new Float64Array(1);
  return parseNumber(cursor, out, 0) ? out[0] : Number.NaN;
}

/** Parses a number into out[index], which avoids boxing it; false when there is none. */
function parseNumber(cursor: ByteCursor, out: Float64Array, index: number): boolean {
  skipBlanks(cursor);
  const { bytes, end } = cursor;
  let at = cursor.at;
  let sign = 1;
  if (at < end && (bytes[at] === MINUS || bytes[at] === PLUS)) sign = bytes[at++] === MINUS ? -1 : 1;
  let mantissa = 0;
  let digits = 0;
  let exponent = 0;
  let hasDigit = false;
  for (let isFraction = false; at < end; at++) {
    const byte = bytes[at];
    if (byte === DOT && !isFraction) {
      isFraction = true;
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) break;
    hasDigit = true;
    if (digits < MAX_DIGITS) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > 0) digits++;
      if (isFraction) exponent--;
    } else if (!isFraction) exponent++;
  }
  if (!hasDigit) return false;
  cursor.at = at;
  exponent += readExponent(cursor);
  // Rounded once: both factors are exact for up to 15 digits.
  if (exponent < 0) out[index] = (sign * mantissa) / (exponent > -23 ? powers[-exponent] : 10 ** -exponent);
  else out[index] = sign * mantissa * (exponent < 23 ? powers[exponent] : 10 ** exponent);
  return true;
}

/** "e-04"; 0, and the cursor stays, when there is none. */
function readExponent(cursor: ByteCursor): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  if (at >= end || (bytes[at] | 0x20) !== 0x65) return 0;
  at++;
  let sign = 1;
  if (at < end && (bytes[at] === MINUS || bytes[at] === PLUS)) sign = bytes[at++] === MINUS ? -1 : 1;
  const start = at;
  let value = 0;
  for (; at < end && bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++)
    value = Math.min(value * 10 + bytes[at] - ZERO, 999);
  if (at === start) return 0;
  cursor.at = at;
  return sign * value;
}

/**
 * Reads "[1 2.5 3]" into `out`; returns the count of its entries, or -1 when there is no such block. Numbers beyond the
 * length of `out` are skipped: later versions of a sender may add some. An entry that is no finite number becomes NaN and
 * is counted in `notNumbers`, so that what follows can still be read.
 */
export function readBlock(cursor: ByteCursor, out: Float64Array): number {
  skipBlanks(cursor);
  const { bytes, end } = cursor;
  if (cursor.at >= end || bytes[cursor.at] !== OPEN) return -1;
  cursor.at++;
  let count = 0;
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= end) return -1;
    if (bytes[cursor.at] === CLOSE) {
      cursor.at++;
      return count;
    }
    if (bytes[cursor.at] === OPEN) return -1;
    // Beyond its length a typed array ignores the write.
    const isNumber = parseNumber(cursor, out, count);
    const isWhole = !skipWord(cursor);
    if (!isNumber || !isWhole || (count < out.length && !Number.isFinite(out[count]))) {
      out[count] = Number.NaN;
      cursor.notNumbers++;
    }
    count++;
  }
}

/** Skips to the next blank or bracket; whether there was something to skip. */
function skipWord(cursor: ByteCursor): boolean {
  const { bytes, at: start, end } = cursor;
  for (; cursor.at < end; cursor.at++) {
    const byte = bytes[cursor.at];
    if (byte === SPACE || byte === TAB || byte === OPEN || byte === CLOSE) break;
  }
  return cursor.at > start;
}

/** The name that a line begins with, out of `names`; "" when it is none of them. */
export function readName(cursor: ByteCursor, names: readonly string[]): string {
  skipBlanks(cursor);
  const { bytes, at: start, end } = cursor;
  let stop = start;
  while (stop < end && isWordByte(bytes[stop])) stop++;
  for (let i = 0; i < names.length; i++) {
    if (!isSame(bytes, start, stop, names[i])) continue;
    cursor.at = stop;
    return names[i];
  }
  return '';
}

function isWordByte(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isSame(bytes: Uint8Array, start: number, stop: number, text: string): boolean {
  if (stop - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
