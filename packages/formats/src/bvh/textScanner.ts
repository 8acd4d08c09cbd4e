import { textOf } from '../io/bytes.js';

/** Where a reader is in a text: bytes rather than characters, because BVH is ASCII but for joint names. */
export interface TextScanner {
  readonly bytes: Uint8Array;
  at: number;
  /** Line of the last thing read, from 1. */
  line: number;
}

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export function createTextScanner(bytes: Uint8Array): TextScanner {
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { bytes, at: hasByteOrderMark ? 3 : 0, line: 1 };
}

/** The next word, over line ends; braces are words of their own. Empty at the end of the text. */
export function nextWord(scanner: TextScanner): string {
  const { bytes } = scanner;
  let at = scanner.at;
  for (; at < bytes.length && bytes[at] <= SPACE; at++) if (isLineEnd(bytes, at)) scanner.line++;
  const start = at;
  if (at < bytes.length && isBrace(bytes[at])) at++;
  else while (at < bytes.length && bytes[at] > SPACE && !isBrace(bytes[at])) at++;
  scanner.at = at;
  return textOf(bytes.subarray(start, at));
}

/** What is left of this line, or up to a {, without the blanks around it. */
export function restOfLine(scanner: TextScanner): string {
  const { bytes } = scanner;
  const start = scanner.at;
  let at = start;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN && bytes[at] !== OPEN_BRACE) {
    at++;
  }
  scanner.at = at;
  return nameOf(bytes.subarray(start, at)).trim();
}

/** A name in UTF-8, or as older Japanese programs write it. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** Whether only blanks are left on this line; moves to its end if so. */
export function isAtLineEnd(scanner: TextScanner): boolean {
  const { bytes } = scanner;
  let at = scanner.at;
  while (at < bytes.length && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  if (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) return false;
  scanner.at = at;
  return true;
}

/** Counts \n, \r\n and a lone \r as one line end each. */
export function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED);
}

function isBrace(byte: number): boolean {
  return byte === OPEN_BRACE || byte === CLOSE_BRACE;
}
