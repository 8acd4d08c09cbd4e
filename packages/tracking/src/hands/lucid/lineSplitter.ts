import { MAX_LUCID_LINE } from './lucidLine.js';

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  rest: string;
  /** The line is longer than any line may be: everything up to its end is thrown away. */
  isOverlong: boolean;
}

export function createLineSplitter(): LineSplitter {
  return { rest: '', isOverlong: false };
}

/** Lines that end in this chunk, without their ends. Bytes above 127 become '?': no glove sends them. */
export function splitLines(splitter: LineSplitter, chunk: Uint8Array): string[] {
  const lines: string[] = [];
  for (const byte of chunk) {
    if (byte === 10 || byte === 13) {
      if (splitter.rest !== '' && !splitter.isOverlong) lines.push(splitter.rest);
      splitter.rest = '';
      splitter.isOverlong = false;
    } else if (splitter.rest.length >= MAX_LUCID_LINE) {
      splitter.isOverlong = true;
    } else {
      splitter.rest += byte < 128 ? String.fromCharCode(byte) : '?';
    }
  }
  return lines;
}
