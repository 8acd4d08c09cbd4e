import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline as connect, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { unreadable, unwritable } from './fileErrors.js';
import { noteSource } from './fileRun.js';
import { openOutput } from './outputFile.js';

/**
 * The lines of a text file, packed or not, as many at a time as a chunk of the file holds; "-" is standard input.
 * Memory stays the same however long the file is.
 */
export async function* readTextLines(path: string): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    await noteSource(path);
    for await (const chunk of unpacked(path === '-' ? process.stdin : createReadStream(path))) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } catch (error) {
    throw isFileError(error) ? unreadable(path === '-' ? 'standard input' : path, error) : error;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

/** The bytes of a stream, unpacked where they begin as gzip does. */
async function* unpacked(source: Readable): AsyncGenerator<Uint8Array, void, void> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let start: Uint8Array = new Uint8Array(0);
  while (start.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const all = joined(start, chunks);
  // What goes wrong arrives with the chunks.
  if (start[0] === 0x1f && start[1] === 0x8b) yield* connect(all, createGunzip(), () => {});
  else yield* all;
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  if (start.length > 0) yield start;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

/**
 * Writes a text file from pieces as they come, packed where its name ends in .gz; "-" is standard output. The file
 * appears under its name only when it is whole: where a piece cannot be had, what was there before still is. Returns the
 * size in bytes.
 */
export async function writeTextPieces(path: string, pieces: AsyncIterable<string>): Promise<number> {
  if (path === '-') {
    let size = 0;
    for await (const piece of pieces) {
      size += Buffer.byteLength(piece);
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
    return size;
  }
  const file = await openOutput(path);
  let size = 0;
  const take = async (chunks: AsyncIterable<string | Uint8Array>) => {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      await file.write(bytes);
    }
  };
  try {
    if (/\.gz$/i.test(path)) await pipeline(pieces, createGzip(), take);
    else await take(pieces);
    await file.commit();
    return size;
  } catch (error) {
    await file.discard();
    throw isFileError(error) ? unwritable(path, error) : error;
  }
}

/** An error of the system or of unpacking, not one of what is done with the lines. */
function isFileError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^(E[A-Z]+|Z_[A-Z_]+)$/.test(code);
}
