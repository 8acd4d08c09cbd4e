import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

export function startLeib(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  // Progress shows itself when work takes long, and that is the machine's affair.
  const quiet = { LEIB_DEBUG: '', LEIB_PROGRESS: 'off' };
  return spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...quiet, ...env } });
}

/** Runs the real command in a process of its own, as a user does. */
export function runLeib(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<LeibResult> {
  const child = startLeib(words, env);
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
