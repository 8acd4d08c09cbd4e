import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './command.js';
import { unwritable } from './fileErrors.js';

/**
 * A file that is being written. It appears under its name only when it is whole: until `commit`, and after any failure, what was
 * there before still is.
 */
export interface OutputFile {
  /** Where the bytes are until `commit`. */
  readonly temporaryPath: string;
  write(data: string | Uint8Array): Promise<void>;
  /** Puts the file in its place, on the disk. */
  commit(): Promise<void>;
  /** Removes what was written. Nothing happens after `commit`. */
  discard(): Promise<void>;
  /** Leaves what was written under its temporary name. */
  keep(): void;
}

/** Longest name of a file on common systems, bytes. */
const MAX_NAME_BYTES = 255;

/**
 * Opens a file for writing, under a temporary name beside its own that no other file has. Devices and pipes are written in
 * place. Throws UsageError when it is an input of this call (see refuseSource), InputError when it cannot be written.
 */
export async function openOutput(path: string): Promise<OutputFile> {
  await refuseSource(path);
  try {
    const target = await targetOf(path);
    return target.isPlain ? await openTemporary(path, target) : await openInPlace(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Writes a whole file at once, in the same way. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await openOutput(path);
  try {
    await file.write(content);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Writes one of the files of a folder. */
export type WriteToFolder = (name: string, data: string | Uint8Array) => Promise<void>;

/**
 * Files that belong together: they are written under a temporary name beside the folder, and appear in it when `work` is over and all of
 * them are whole, beside what else is there. Throws InputError where they cannot be written.
 */
export async function withOutputFolder(folder: string, work: (write: WriteToFolder) => Promise<void>): Promise<void> {
  const temporary = join(dirname(folder), temporaryName(basename(folder)));
  const names: string[] = [];
  const attempt = <T>(path: string, done: Promise<T>): Promise<T> =>
    done.catch((error: Error) => {
      throw unwritable(path, error);
    });
  await attempt(folder, mkdir(temporary));
  protect(temporary);
  try {
    await work(async (name, data) => {
      names.push(name);
      await attempt(join(folder, name), writeFile(join(temporary, name), data, { flush: true }));
    });
    for (const name of names) await refuseSource(join(folder, name));
    for (const name of names) await attempt(join(folder, name), rename(join(temporary, name), join(folder, name)));
    await syncFolder(folder);
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    release(temporary);
  }
}

interface Target {
  /** A plain file, or none yet. */
  readonly isPlain: boolean;
  /** The file behind links. */
  readonly place: string;
  /** Permissions of the file that is replaced; undefined for a new one. */
  readonly mode: number | undefined;
}

async function targetOf(path: string): Promise<Target> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (about === null) return { isPlain: true, place: path, mode: undefined };
  if (about.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return { isPlain: about.isFile(), place: await realpath(path), mode: about.mode & 0o777 };
}

async function openInPlace(path: string): Promise<OutputFile> {
  const handle = await open(path, 'w');
  return {
    temporaryPath: path,
    write: (data) => writeAll(handle, path, data),
    commit: () => handle.close(),
    discard: () => handle.close().catch(() => {}),
    keep: () => {},
  };
}

async function openTemporary(path: string, { place, mode }: Target): Promise<OutputFile> {
  const temporaryPath = join(dirname(place), temporaryName(basename(place)));
  // Fails when there is such a file already: nothing is ever overwritten here.
  const handle = await open(temporaryPath, 'wx', mode);
  protect(temporaryPath);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  return {
    temporaryPath,
    write: (data) => writeAll(handle, path, data),
    async commit() {
      try {
        await handle.sync();
        await close();
        await refuseSource(path);
        await rename(temporaryPath, place);
      } catch (error) {
        throw unwritable(path, error);
      }
      release(temporaryPath);
      await syncFolder(dirname(place));
    },
    async discard() {
      await close().catch(() => {});
      if (temporaries.has(temporaryPath)) await rm(temporaryPath, { force: true }).catch(() => {});
      release(temporaryPath);
    },
    keep: () => release(temporaryPath),
  };
}

/** "walk.bvh.5f3a9c01.part"; without the first part where the name would be too long. */
function temporaryName(name: string): string {
  const ending = `${randomBytes(6).toString('hex')}.part`;
  return Buffer.byteLength(`${name}.${ending}`) > MAX_NAME_BYTES ? ending : `${name}.${ending}`;
}

async function writeAll(handle: FileHandle, path: string, data: string | Uint8Array): Promise<void> {
  try {
    // Writes all bytes, also when the system takes a part at a time.
    await handle.writeFile(data);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The new name is on the disk only when its folder is. Not every system can do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close().catch(() => {});
}

/** Temporary files of this process that a signal or an exit has to remove. */
const temporaries = new Set<string>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function protect(path: string): void {
  if (temporaries.size === 0) {
    process.on('exit', removeTemporaries);
    for (const signal of signals) process.on(signal, onSignal);
  }
  temporaries.add(path);
}

function release(path: string): void {
  if (!temporaries.delete(path) || temporaries.size > 0) return;
  process.off('exit', removeTemporaries);
  for (const signal of signals) process.off(signal, onSignal);
}

function removeTemporaries(): void {
  for (const path of temporaries) rmSync(path, { recursive: true, force: true });
}

/** Cleans up and ends as the signal would have. A command that ends by itself on a signal finishes its file instead. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeTemporaries();
  for (const each of signals) process.off(each, onSignal);
  process.kill(process.pid, signal);
}

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
async function refuseSource(path: string): Promise<void> {
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
