import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is not shipped; with packages of its own. */
export const lab = join(root, 'lab');

/** Logs and locks; outlives node_modules, ignored by git. */
export const cacheDir = join(root, '.cache');

export function ensureCacheDir() {
  mkdirSync(cacheDir, { recursive: true });
}

/** Something that stops us and that one line explains. */
export class StopError extends Error {}

/** Runs a script's main function: a StopError becomes its one line and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
