import { pickleError } from './pickleError.js';

/** INT, LONG and FLOAT write a decimal number; INT also writes False and True as 00 and 01. */
export function parseNumber(text: string): number | boolean {
  if (text === '00' || text === '01') return text === '01';
  const value = Number(text.replace(/L$/, ''));
  if (text === '' || Number.isNaN(value)) {
    throw pickleError(`expected a number, got ${JSON.stringify(text.slice(0, 24))}`);
  }
  return value;
}

/** An index into the memo; -1, which is never set, where the text is not one. */
export function parseMemoIndex(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : -1;
}

/** UNICODE writes one line, in which \uXXXX stands for line breaks and backslashes. */
export function parseUnicodeLine(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

const simpleEscapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };

/** The bytes of a string as Python 2 writes it: in quotes, with escapes. */
export function parseQuotedBytes(text: string): Uint8Array {
  const quote = text[0];
  if ((quote !== "'" && quote !== '"') || text.length < 2 || text.at(-1) !== quote) {
    throw pickleError(`expected text in quotes, got ${JSON.stringify(text.slice(0, 24))}`);
  }
  const out = new Uint8Array(text.length - 2);
  let length = 0;
  for (let i = 1; i < text.length - 1; i++) {
    let code = text.charCodeAt(i);
    if (code === 0x5c) {
      const escaped = text[++i];
      if (escaped === 'x') {
        code = parseInt(text.slice(i + 1, i + 3), 16);
        if (Number.isNaN(code))
          throw pickleError(`expected two hex digits after \\x, got "${text.slice(i + 1, i + 3)}"`);
        i += 2;
      } else {
        code = simpleEscapes[escaped] ?? escaped.charCodeAt(0);
      }
    }
    out[length++] = code;
  }
  return out.subarray(0, length);
}
