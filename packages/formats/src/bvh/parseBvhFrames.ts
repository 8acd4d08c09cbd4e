import { FormatError, shown } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { decimalNumber } from './decimalNumber.js';
import { CARRIAGE_RETURN, isLineEnd, LINE_FEED, SPACE, TAB, type TextScanner } from './textScanner.js';

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** 10^0 .. 10^22, all exact in double precision. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/**
 * Reads one line of numbers per frame; blank lines do not count.
 *
 * The digits are gathered into one integer and divided once by a power of ten. With at most 15 digits both are exact,
 * so the quotient is the nearest double, as Number() gives it (Clinger, "How to read floating point numbers
 * accurately", 1990); anything longer or with an exponent goes to Number() itself.
 */
export function parseBvhFrames(scanner: TextScanner, frameCount: number, channelCount: number): Float64Array {
  const { bytes } = scanner;
  const end = bytes.length;
  let at = scanner.at;
  let line = scanner.line;
  // A number takes at least a digit and a blank: a file that promises more than its size allows is cut off, and must
  // not make us reserve the memory it promises.
  const roomFor = Math.floor((end - at + 1) / (2 * channelCount));
  const values = new Float64Array(Math.min(frameCount, roomFor + 1) * channelCount);
  let frame = 0;
  let count = 0;
  let filled = 0;

  for (; at <= end; at++) {
    if (at === end || bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) {
      if (count > 0) {
        if (count !== channelCount) throw fail(line, `expected ${channelCount} numbers, got ${count}`);
        frame++;
        count = 0;
      }
      if (at < end && isLineEnd(bytes, at)) line++;
      continue;
    }
    if (bytes[at] === SPACE || bytes[at] === TAB) continue;

    if (frame === frameCount) {
      throw fail(line, `${shown(wordAt(bytes, at))} after the last of ${frameCount} frames`);
    }
    const start = at;
    const isNegative = bytes[at] === MINUS;
    if (isNegative || bytes[at] === PLUS) at++;
    let digits = 0;
    let decimals = 0;
    let mantissa = 0;
    let byte = bytes[at];
    for (; byte >= ZERO && byte <= NINE; byte = bytes[++at]) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits++;
    }
    if (byte === POINT) {
      const pointAt = at;
      for (byte = bytes[++at]; byte >= ZERO && byte <= NINE; byte = bytes[++at]) {
        mantissa = mantissa * 10 + (byte - ZERO);
        digits++;
      }
      decimals = at - pointAt - 1;
    }
    let value: number;
    if (digits > 0 && digits <= 15 && (at === end || byte <= SPACE)) {
      value = mantissa / powersOfTen[decimals];
      if (isNegative) value = -value;
    } else {
      const word = wordAt(bytes, start);
      value = decimalNumber(word);
      if (Number.isNaN(value)) throw fail(line, `number ${count + 1} is ${shown(word === '' ? '\0' : word)}`);
      at = start + byteLengthOfWord(bytes, start);
    }
    if (count < channelCount) values[filled++] = value;
    count++;
    at--;
  }
  if (frame !== frameCount) throw fail(line, `the file ends after ${frame} of ${frameCount} frames`);
  scanner.at = end;
  scanner.line = line;
  return values;
}

function wordAt(bytes: Uint8Array, start: number): string {
  return textOf(bytes.subarray(start, start + byteLengthOfWord(bytes, start)));
}

function byteLengthOfWord(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] > SPACE) at++;
  return at - start;
}

function fail(line: number, reason: string): FormatError {
  return new FormatError('BVH', `line ${line}`, reason);
}
