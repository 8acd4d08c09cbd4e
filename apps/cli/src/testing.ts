import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { main } from './main.js';

const builder = fileURLToPath(new URL('../../../scripts/build.mjs', import.meta.url));
const bin = fileURLToPath(new URL('../bin/leib.mjs', import.meta.url));

export interface LeibResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The command runs from dist/: a test of yesterday's build would test nothing. Incremental, so mostly free; several
 * test files may ask at once, and the builder lets one in at a time.
 */
export function buildLeib(): void {
  const { status, stdout } = spawnSync(process.execPath, [builder, 'apps/cli'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command could not be built:\n${stdout}`);
}

// Progress shows itself when work takes long, and that is the machine's affair.
const quiet = { LEIB_DEBUG: '', LEIB_PROGRESS: 'off' };

export function startLeib(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...quiet, ...env } });
}

/** Runs the real command in a process of its own, as a user does. */
export function runLeib(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<LeibResult> {
  const child = startLeib(words, env);
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * The same in this process, from the sources: no start and nothing to build, so nearly all tests call it so. What a
 * process of its own adds (its streams, its exit code, the build) is tested with runLeib(), some calls for each command.
 */
export async function callLeib(words: readonly string[]): Promise<LeibResult> {
  let stdout = '';
  let stderr = '';
  const code = await main(words, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: quiet,
  });
  return { code, stdout, stderr };
}
