import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { unreadable, unwritable } from './files.js';

/**
 * The lines of a text file, packed or not, as many at a time as a chunk of the file holds; "-" is standard input.
 * Memory stays the same however long the file is.
 */
export async function* readTextLines(path: string): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    const isPacked = path !== '-' && (await startsPacked(path));
    const source = path === '-' ? process.stdin : createReadStream(path);
    // What goes wrong arrives with the chunks.
    const chunks = isPacked ? connect(source, createGunzip(), () => {}) : source;
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } catch (error) {
    throw isFileError(error) ? unreadable(path, error) : error;
  }
  if (rest !== '') yield [rest];
}

async function startsPacked(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * Writes a text file from pieces as they come, packed where its name ends in .gz; "-" is standard output. The file
 * appears under its name only when it is whole: where a piece cannot be had, what was there before still is.
 */
export async function writeTextPieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
  if (path === '-') {
    for await (const piece of pieces) {
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
    return;
  }
  // Anything but a plain file (/dev/stdout, a pipe) is written in place.
  const part = (await isPlainOrNew(path)) ? `${path}.part` : null;
  const file = createWriteStream(part ?? path);
  try {
    if (/\.gz$/i.test(path)) await pipeline(pieces, createGzip(), file);
    else await pipeline(pieces, file);
    if (part) await rename(part, path);
  } catch (error) {
    if (part) await rm(part, { force: true });
    throw isFileError(error) ? unwritable(path, error) : error;
  }
}

async function isPlainOrNew(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return true;
  }
}

/** An error of the system or of unpacking, not one of what is done with the lines. */
function isFileError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^(E[A-Z]+|Z_[A-Z_]+)$/.test(code);
}
