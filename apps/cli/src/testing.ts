import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Readable } from 'node:stream';
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
 * Compiles the command, which runs from dist/. `npm test` has compiled everything before and sets LEIB_BUILT; a test
 * file that runs alone compiles here. Several may ask at once: the builder runs one at a time.
 */
export function buildLeib(): void {
  if (process.env.LEIB_BUILT) return;
  const { status, stdout } = spawnSync(process.execPath, [builder, 'apps/cli'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command could not be built:\n${stdout}`);
}

// Progress is printed when work takes long, which depends on the machine.
const quiet = { LEIB_DEBUG: '', LEIB_PROGRESS: 'off' };

export function startLeib(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...words], { env: { ...process.env, ...quiet, ...env } });
}

/** Runs the real command in a process of its own, as a user does. */
export function runLeib(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array | AsyncIterable<string> = '',
): Promise<LeibResult> {
  const child = startLeib(words, env);
  const isWhole = typeof input === 'string' || input instanceof Uint8Array;
  if (isWhole) child.stdin?.end(input);
  else if (child.stdin) Readable.from(input).pipe(child.stdin);
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

/** Below those that systems give to sockets that ask for any: between now and its use, nobody is given it by chance. */
const ports = { first: 20_000, count: 12_000 };
let tried = process.pid * 37;

/** A UDP port that nobody has, for a program that is told which one to take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + (tried++ % ports.count);
    const probe = createSocket('udp4');
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.bind(port, '127.0.0.1', () => resolve(true));
    });
    probe.close();
    await once(probe, 'close');
    if (isFree) return port;
  }
}
