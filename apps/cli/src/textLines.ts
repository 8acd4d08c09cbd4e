import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { inWords } from './files.js';

/** What is written at once: single lines are too small for the system to bother with. */
const CHUNK_CHARS = 1 << 16;

/** Takes a line without its line end and returns what is to be written for it, line ends included; may be empty. */
export interface LineWork {
  onLine(line: string): string;
  /** After the last line. */
  onEnd(): void;
}

/**
 * Reads a text file line by line, packed or not, and writes what becomes of each; "-" is standard input or output.
 * Holds no more than a chunk of either. The result appears under its name only when it is whole: after an error what
 * was there before is still there.
 */
export async function rewriteLines(inPath: string, outPath: string, work: LineWork): Promise<void> {
  const part = (await isReplaceable(outPath)) ? `${outPath}.part` : null;
  const packs = /\.gz$/i.test(outPath) ? [createGzip()] : [];
  try {
    const source = openSource(inPath);
    const head = await readHead(source, inPath);
    const isPacked = head.length > 1 && head[0] === 0x1f && head[1] === 0x8b;
    source.unshift(head);
    await pipeline([source, ...(isPacked ? [createGunzip()] : []), lineTransform(work), ...packs, openSink(part ?? outPath)]);
    if (part) await rename(part, outPath);
  } catch (error) {
    if (part) await rm(part, { force: true });
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (syscall === undefined && !String(code).startsWith('Z_')) throw error;
    const isOut = path === outPath || path === part;
    throw new Error(`${isOut ? outPath : inPath}: cannot be ${isOut ? 'written' : 'read'}, ${inWords(error)}.`, {
      cause: error,
    });
  }
}
