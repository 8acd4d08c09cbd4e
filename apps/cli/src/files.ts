import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a whole file; what goes wrong is said in words and with the file's name. */
export async function readInput(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${path}: cannot be read, ${inWords(error)}.`, { cause: error });
  }
}

/** Reads a JSON file. */
export async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readInput(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: is not JSON, ${inWords(error)}.`, { cause: error });
  }
}

export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw new Error(`${path}: cannot be written, ${inWords(error)}.`, { cause: error });
  }
}

/** Makes a folder, and those above it, where they are missing. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Error(`${path}: cannot be made, ${inWords(error)}.`, { cause: error });
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

/** What went wrong with a file. */
export function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file or folder';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'you have no right to';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return message;
  }
}
