import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { pipeline as connect, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { InputError } from '@leib/core';
import { mostUnpackedBytes } from '@leib/formats';
import { unreadable, unwritable } from './fileErrors.js';
import { noteSource, openOutput } from './outputFile.js';

/** Longest line: one moment with hands is a hundredth of this. */
const MAX_LINE = 16_000_000;

/**
 * The lines of a text file, packed or not, as many at a time as a chunk of the file holds; "-" is standard input.
 * Memory stays the same however long the file is.
 */
export async function* readTextLines(path: string): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  const name = path === '-' ? 'standard input' : path;
  let rest = '';
  try {
    await noteSource(path);
    for await (const chunk of unpacked(path === '-' ? process.stdin : createReadStream(path), name)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE)
        throw new InputError(name, `expected lines of at most ${MAX_LINE} characters, got more`);
      yield lines;
    }
  } catch (error) {
    throw isFileError(error) ? unreadable(name, error) : error;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

/** The first bytes of a file, unpacked where they begin as gzip does; fewer where it is shorter. */
export async function readStart(path: string, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const source = createReadStream(path);
  try {
    for await (const chunk of unpacked(source, path)) {
      parts.push(chunk);
      size += chunk.length;
      if (size >= length) break;
    }
  } finally {
    source.destroy();
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** The bytes of a stream, unpacked where they begin as gzip does. */
async function* unpacked(source: Readable, name: string): AsyncGenerator<Uint8Array, void, void> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let start: Uint8Array = new Uint8Array(0);
  while (start.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const counted = { bytes: 0 };
  const all = joined(start, chunks, counted);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return yield* all;
  let size = 0;
  // What goes wrong arrives with the chunks.
  for await (const chunk of connect(all, createGunzip(), () => {})) {
    size += chunk.length;
    const most = mostUnpackedBytes(counted.bytes);
    if (size > most) throw new InputError(name, `expected at most ${most} bytes when unpacked so far, got more`);
    yield chunk;
  }
}

/** Counts the bytes on their way. */
async function* joined(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  counted: { bytes: number },
): AsyncGenerator<Uint8Array, void, void> {
  counted.bytes += start.length;
  if (start.length > 0) yield start;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    counted.bytes += value.length;
    yield value;
  }
}

/** Writes to standard output, and waits where its reader is slow. */
export async function writeStandardOutput(data: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(data)) await once(process.stdout, 'drain');
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
      await writeStandardOutput(piece);
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
