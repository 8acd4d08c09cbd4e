import { mkdir, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { InputError } from '@leib/core';
import type { Scrubbed, Sql, SqlDatabase, SqlRow } from './sqlDatabase.js';

/** How long somebody else (a command beside the server) may hold the file, and how often we look, milliseconds. */
const BUSY_MS = 20_000;
const LOOK_MS = 2;
const SQLITE_BUSY = 5;

/** Opens a file, which is made where there is none. Rejects with InputError where this Node has no SQLite, or the file is none of it. */
export async function openSqlite(path: string): Promise<SqlDatabase> {
  const sqlite = await import('node:sqlite').catch(() => null);
  if (sqlite === null)
    throw new InputError(
      'node',
      `studies are kept by SQLite, which Node has from 22.13 on; got ${process.versions.node}: use a newer one, or a PostgreSQL database`,
    );
  const file = resolve(path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Before SQLite makes it with the rights of everybody.
  await (await open(file, 'a', 0o600)).close();
  try {
    // It never waits by itself: that would stop everything else in this process.
    const database = new sqlite.DatabaseSync(file, { timeout: 0 });
    // FULL: each commit is flushed. secure_delete: what is deleted is overwritten with zeros.
    await whenFree(() =>
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;'),
    );
    return new SqliteDatabase(file, database);
  } catch (error) {
    throw new InputError(path, `expected a database of studies, got "${(error as Error).message}"`);
  }
}

class SqliteDatabase implements SqlDatabase {
  readonly bytesType = 'BLOB';
  readonly #file: string;
  readonly #database: DatabaseSync;
  /** One connection has one transaction at a time: each waits for the one before it. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor(file: string, database: DatabaseSync) {
    this.#file = file;
    this.#database = database;
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await whenFree(() => this.#database.exec('BEGIN IMMEDIATE'));
      try {
        const result = await work(this.#sql);
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  read<T>(work: (sql: Pick<Sql, 'all'>) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(this.#sql));
  }

  scrub(text: string): Promise<Scrubbed> {
    return this.#inTurn(async () => {
      // The log first, or VACUUM would copy its pages; then the log that VACUUM itself has written.
      for (const text of ['PRAGMA wal_checkpoint(TRUNCATE)', 'VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)'])
        await whenFree(() => this.#database.exec(text));
      const folder = dirname(this.#file);
      const names = (await readdir(folder)).filter((name) => name.startsWith(basename(this.#file)));
      const files = await Promise.all(
        names.map(async (file) => ({ file, ...(await countInFile(join(folder, file), text)) })),
      );
      return { files, how: 'secure_delete, VACUUM, write-ahead log truncated' };
    });
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#database.isOpen) this.#database.close();
    });
  }

  readonly #sql: Sql = {
    all: async (text, ...values) => this.#prepare(text).all(...values) as SqlRow[],
    run: async (text, ...values) => Number(this.#prepare(text).run(...values).changes),
  };

  #prepare(text: string) {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** Does something that another connection may be in the way of, as soon as it is not. */
async function whenFree(work: () => void): Promise<void> {
  const endMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if ((error as { readonly errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > endMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const PIECE = 1 << 20;

/** How often a text stands in a file. */
export async function countInFile(
  path: string,
  text: string,
): Promise<{ readonly bytes: number; readonly found: number }> {
  const needle = Buffer.from(text);
  const handle = await open(path, 'r');
  const piece = Buffer.alloc(PIECE + needle.length - 1);
  let [bytes, found, kept] = [0, 0, 0];
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece, kept, PIECE, bytes);
      if (bytesRead === 0) return { bytes, found };
      bytes += bytesRead;
      const end = kept + bytesRead;
      for (let at = piece.indexOf(needle); at >= 0 && at + needle.length <= end; at = piece.indexOf(needle, at + 1))
        found++;
      // What may be the beginning of one more.
      const rest = Math.min(needle.length - 1, end);
      piece.copyWithin(0, end - rest, end);
      kept = rest;
      piece.fill(0, kept);
    }
  } finally {
    await handle.close();
  }
}
