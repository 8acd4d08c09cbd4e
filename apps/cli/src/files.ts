import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, parseJson, requireDecoded } from '@leib/core';

/** Reads a whole file. Throws InputError with its path and the reason. */
export async function readInput(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Reads a JSON file. */
export async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readInput(path));
  return requireDecoded(parseJson(text), path);
}

export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Makes a folder, and those above it, where they are missing. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new InputError(path, `expected a folder that can be made, got ${describeFileError(error)}`, { cause: error });
  }
}

/** Writes files by name into a folder, which is made where it is missing. */
export async function writeFolder(
  folder: string,
  files: Iterable<readonly [name: string, content: string | Uint8Array]>,
): Promise<void> {
  await makeFolder(folder);
  for (const [name, content] of files) await writeOutput(join(folder, name), content);
}

export function unreadable(path: string, error: unknown): InputError {
  return new InputError(path, `expected a readable file, got ${describeFileError(error)}`, { cause: error });
}

export function unwritable(path: string, error: unknown): InputError {
  return new InputError(path, `expected a writable file, got ${describeFileError(error)}`, { cause: error });
}

/** What is wrong with a file or folder, after "got". */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'no such file or folder';
    case 'EISDIR':
      return 'a folder';
    case 'EACCES':
    case 'EPERM':
      return 'no permission';
    case 'ENOSPC':
      return 'a full disk';
    default:
      return `"${message}"`;
  }
}
