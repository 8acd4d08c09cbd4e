import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, parseJson, requireDecoded } from '@leib/core';
import { UsageError } from './command.js';
import { describeFileError, unreadable } from './fileErrors.js';
import { noteSource, writeWhole } from './outputFile.js';

/** Reads a whole file. Throws InputError with its path and the reason. */
export async function readInput(path: string): Promise<Uint8Array> {
  try {
    const about = await stat(path);
    if (about.isCharacterDevice()) throw new InputError(path, 'expected a file, got a device, which has no end');
    await noteSource(path);
    return await readFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

export async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readInput(path));
}

/** Reads a JSON file. */
export async function readJson(path: string): Promise<unknown> {
  return requireDecoded(parseJson(await readText(path)), path);
}

/**
 * Writes a file, whole or not at all: see openOutput. Throws UsageError for "-", as what the command prints would stand in the
 * same stream.
 */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  if (path === '-') {
    throw new UsageError(
      path,
      'expected the name of a file, got standard output; leib convert and leib embody can write there',
    );
  }
  await writeWhole(path, content);
}

/** Refuses --json where the output itself goes to standard output: the two would run into each other. */
export function checkStandardOutput(path: string, isJson: boolean): void {
  if (path !== '-' || !isJson) return;
  throw new UsageError(
    '--json',
    'expected a file as output with it, got standard output; name a file or leave --json out',
  );
}

/** Makes a folder, and those above it, where they are missing. */
export async function makeFolder(path: string): Promise<void> {
  if (path === '-') throw new UsageError(path, 'expected the name of a folder, got standard output; ./- is a folder');
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
