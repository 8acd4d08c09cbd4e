import { AsyncLocalStorage } from 'node:async_hooks';
import { stat } from 'node:fs/promises';
import { UsageError } from './command.js';

/** What one call of `leib` has read, so that it does not replace it. */
interface FileRun {
  /** Paths of files that were read, by device and number on it: names may differ for one file. */
  readonly sources: Map<string, string>;
  /** The user wants sources to be replaced: --force. */
  readonly isForced: boolean;
}

const runs = new AsyncLocalStorage<FileRun>();

/** Runs a command. Files that it reads are protected from its own writing unless it is forced. */
export function withFileRun<T>(isForced: boolean, work: () => Promise<T>): Promise<T> {
  return runs.run({ sources: new Map(), isForced }, work);
}

/** Notes that a file is read by this call. Files that cannot be looked at are not noted: reading them fails, too. */
export async function noteSource(path: string): Promise<void> {
  const run = runs.getStore();
  const identity = run === undefined ? null : await identityOf(path);
  if (run !== undefined && identity !== null) run.sources.set(identity, path);
}

/** Throws UsageError where writing a path would replace a file that this call has read, unless --force is given. */
export async function refuseSource(path: string): Promise<void> {
  const run = runs.getStore();
  if (run === undefined || run.isForced || run.sources.size === 0) return;
  const identity = await identityOf(path);
  const source = identity === null ? undefined : run.sources.get(identity);
  if (source === undefined) return;
  const same = source === path ? '' : `, which is ${source}`;
  throw new UsageError(
    path,
    `expected another file than the input, got the same${same}; choose another name, or add --force`,
  );
}

/** Device and number of a plain file, through links; null when there is none. */
async function identityOf(path: string): Promise<string | null> {
  const about = await stat(path, { bigint: true }).catch(() => null);
  return about?.isFile() ? `${about.dev}:${about.ino}` : null;
}
