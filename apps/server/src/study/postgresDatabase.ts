import { InputError } from '@leib/core';
import type { Pool, PoolClient } from 'pg';
import type { Scrubbed, Sql, SqlDatabase, SqlRow } from './sqlDatabase.js';

const CONNECTIONS = 8;
/** How often a transaction is tried that others were in the way of. */
const MOST_TRIES = 40;
/** Of PostgreSQL: serialization failure, deadlock, and a key that another one has put in meanwhile. */
const inTheWay: ReadonlySet<unknown> = new Set(['40001', '40P01', '23505']);

/** Opens a database by its address, `postgres://user:word@host/name`. Rejects with InputError where it cannot be reached. */
export async function openPostgres(address: string): Promise<SqlDatabase> {
  const pg = await import('pg');
  const pool = new pg.default.Pool({ connectionString: address, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  // An idle connection that is lost is opened anew by the next call.
  pool.on('error', () => {});
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new InputError(withoutWord(address), `expected a PostgreSQL database, got "${(error as Error).message}"`);
  }
  return new PostgresDatabase(pool);
}

/** The address without its password, for messages. */
function withoutWord(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//…@');
}

class PostgresDatabase implements SqlDatabase {
  readonly bytesType = 'BYTEA';
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const client = await this.#pool.connect();
      let isBroken = false;
      try {
        await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
        // Whatever the database's default is: the commit is on disk before it is answered.
        await client.query('SET LOCAL synchronous_commit = on');
        const result = await work(sqlOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {
          isBroken = true;
        });
        if (!inTheWay.has((error as { code?: unknown }).code) || tries >= MOST_TRIES) throw error;
      } finally {
        client.release(isBroken);
      }
      // The longer, the more often it was in vain; not all at the same moment again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries));
    }
  }

  async read<T>(work: (sql: Pick<Sql, 'all'>) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(sqlOf(client));
    } finally {
      client.release();
    }
  }

  async scrub(): Promise<Scrubbed> {
    for (const table of ['event', 'motion', 'participant']) await this.#pool.query(`VACUUM FULL ${table}`);
    return { files: [], how: 'VACUUM FULL; archives of the write-ahead log and backups are the administrator’s' };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

function sqlOf(client: PoolClient): Sql {
  const query = (text: string, values: readonly unknown[]) => {
    let place = 0;
    return client.query(
      text.replaceAll('?', () => `$${++place}`),
      values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
    );
  };
  return {
    all: async (text, ...values) => (await query(text, values)).rows as SqlRow[],
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  };
}
