import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, isRecord } from '@leib/core';
import type { RoomChange } from '@leib/net';

/** What a room was when it was left. */
export interface StoredRoom {
  /** As `compact` got it; null: there was none. */
  readonly snapshot: unknown;
  /** Those after it, in their order. */
  readonly changes: readonly RoomChange[];
}

/** What a store that several servers share tells the room of. */
export interface StoreListener {
  /** A change of another server, in the order of the room; it was not checked. */
  onChange(change: RoomChange): void;
  /** What the room has does not go on from what is kept: it has to be opened anew. */
  onLost(): void;
}

/** Changes of another server are kept in front of those that were to be appended: they have to be ordered anew. */
export class OvertakenError extends InputError {
  override readonly name = 'OvertakenError';
}

/** Where the changes of one room are kept. */
export interface RoomStore {
  /**
   * Appends lines of JSON; they are on disk when it resolves. Where it rejects, none of them counts. Nothing is told to a listener
   * before whoever waits for it has been called.
   */
  append(lines: readonly Uint8Array[]): Promise<void>;
  /** Of a store that is shared: begins to tell of what others append. */
  listen?(listener: StoreListener): void;
  /** Of a store that is shared: resolves when the listener was told of all that is kept. */
  catchUp?(): Promise<void>;
  /** Whether it is time for compact(): a long log takes long to read. */
  readonly isLong: boolean;
  /** Replaces the log by the JSON of what it has made. */
  compact(snapshot: string): Promise<void>;
  /** Takes it all away, and closes. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** A log beyond this is replaced by a snapshot: reading it takes about half a second. */
const LONG_BYTES = 1 << 20;
const MOST_ROOMS = 1000;
const NEWLINE = 0x0a;

/** The folder of all rooms; one server at a time has it. */
export class RoomsFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Rejects with InputError where another server has it. */
  static async open(folder: string): Promise<RoomsFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await takeLock(join(folder, 'lock'), folder);
    return new RoomsFolder(folder);
  }

  async openRoom(name: string): Promise<{ readonly store: RoomStore; readonly stored: StoredRoom }> {
    const folder = join(this.#folder, `room-${name}`);
    const rooms = (await readdir(this.#folder)).filter((entry) => entry.startsWith('room-'));
    if (!rooms.includes(`room-${name}`) && rooms.length >= MOST_ROOMS)
      throw new InputError('room', `expected at most ${MOST_ROOMS} that are kept, got another one; take some away`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#folder);
    return openRoomStore(folder);
  }

  async close(): Promise<void> {
    await rm(join(this.#folder, 'lock'), { force: true });
  }
}

/** A file with the number of the process; one whose process is gone is left over from a server that was killed. */
async function takeLock(path: string, folder: string): Promise<void> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(await readFile(path, 'utf8'));
    if (pid !== process.pid && isRunning(pid)) {
      const reason = `expected a folder of its own, got one that process ${pid} uses; choose another with --data`;
      throw new InputError(folder, reason);
    }
    await unlink(path);
    await takeLock(path, folder);
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function openRoomStore(folder: string): Promise<{ readonly store: RoomStore; readonly stored: StoredRoom }> {
  const snapshot = await readSnapshot(join(folder, 'snapshot.json'));
  const path = join(folder, 'log.jsonl');
  const file = await open(path, 'a+').then(async (made) => {
    await made.close();
    return open(path, 'r+');
  });
  await syncFolder(folder);
  const bytes = await file.readFile();
  const { changes, end } = readLog(bytes, isRecord(snapshot) ? Number(snapshot.version) : 0);
  // An incomplete last line was never acknowledged: drop it. Anything more is damage: keep the bytes in a file of their own.
  if (bytes.indexOf(NEWLINE, end) >= 0) await writeFile(join(folder, `damaged-${end}.jsonl`), bytes.subarray(end));
  return { store: new FileStore(folder, file, end), stored: { snapshot, changes } };
}

async function readSnapshot(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new InputError(path, `expected the snapshot of a room, got "${(error as Error).message}"`);
  }
}

/** Changes of a log up to the first line that is none, and where that begins. Those that the snapshot has are left out. */
function readLog(bytes: Buffer, version: number): { readonly changes: readonly RoomChange[]; readonly end: number } {
  const changes: RoomChange[] = [];
  let [at, last] = [0, version];
  for (;;) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) return { changes, end: at };
    const change = parseLine(bytes.toString('utf8', at, newline));
    if (change === null || change.version > last + 1) return { changes, end: at };
    if (change.version === last + 1) {
      changes.push(change);
      last = change.version;
    }
    at = newline + 1;
  }
}

/** A change as it was appended; null where it is none. What it changes is not looked at. */
export function parseLine(text: string): RoomChange | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !Number.isSafeInteger(value.version) || !Number.isSafeInteger(value.id)) return null;
    return typeof value.by === 'string' ? (value as unknown as RoomChange) : null;
  } catch {
    return null;
  }
}

class FileStore implements RoomStore {
  readonly #folder: string;
  readonly #file: FileHandle;
  /** Up to here the log holds what was answered. */
  #length: number;
  /** Something may stand behind it. */
  #isTorn = true;

  constructor(folder: string, file: FileHandle, length: number) {
    this.#folder = folder;
    this.#file = file;
    this.#length = length;
  }

  get isLong(): boolean {
    return this.#length > LONG_BYTES;
  }

  async append(lines: readonly Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(lines.flatMap((line) => [line, Uint8Array.of(NEWLINE)]));
    if (this.#isTorn) await this.#file.truncate(this.#length);
    this.#isTorn = true;
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#length + written);
      written += bytesWritten;
    }
    await this.#file.datasync();
    this.#isTorn = false;
    this.#length += bytes.length;
  }

  async compact(snapshot: string): Promise<void> {
    const path = join(this.#folder, 'snapshot.json');
    const file = await open(`${path}.new`, 'w');
    try {
      await file.writeFile(snapshot);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    await syncFolder(this.#folder);
    // Only now. Where it does not come to that, lines that the snapshot has are left out at reading.
    await this.#file.truncate(0);
    this.#length = 0;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Makes names in a folder last. Windows opens no folders, and needs no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
