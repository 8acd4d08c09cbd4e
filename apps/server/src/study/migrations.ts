import { InputError } from '@leib/core';
import { numberOf, type SqlDatabase } from './sqlDatabase.js';

type Migration = (bytesType: SqlDatabase['bytesType']) => readonly string[];

/** How the tables came about, one step a version. A step that has been released is never changed: a new one follows it. */
export const migrations: readonly Migration[] = [
  () => [
    `CREATE TABLE study (study TEXT NOT NULL, version TEXT NOT NULL, protocol TEXT NOT NULL, PRIMARY KEY (study, version))`,
    `CREATE TABLE participant (study TEXT NOT NULL, participant TEXT NOT NULL, number INTEGER NOT NULL, site TEXT NOT NULL,
      PRIMARY KEY (study, participant), UNIQUE (study, number))`,
    `CREATE TABLE event (study TEXT NOT NULL, participant TEXT NOT NULL, sequence INTEGER NOT NULL,
      seconds DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,
      PRIMARY KEY (study, participant, sequence))`,
  ],
  (bytesType) => [
    `CREATE TABLE motion (study TEXT NOT NULL, participant TEXT NOT NULL, stream TEXT NOT NULL, number INTEGER NOT NULL,
      sha256 TEXT NOT NULL, bytes ${bytesType} NOT NULL, PRIMARY KEY (study, participant, stream, number))`,
    `CREATE TABLE removed (study TEXT NOT NULL, word TEXT NOT NULL, statement TEXT NOT NULL, PRIMARY KEY (study, word))`,
  ],
];

/** Brings a database up to date, whole or not at all; rejects with InputError where it was made by a newer program. */
export async function migrate(database: SqlDatabase, steps = migrations): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.run('CREATE TABLE IF NOT EXISTS leib_schema (version INTEGER NOT NULL)');
    const [row] = await sql.all('SELECT version FROM leib_schema');
    const version = row === undefined ? 0 : numberOf(row, 'version');
    if (version > steps.length)
      throw new InputError(
        'database',
        `expected at most version ${steps.length} of its tables, got ${version}; use the Leib that wrote it, or a newer one`,
      );
    if (row === undefined) await sql.run('INSERT INTO leib_schema (version) VALUES (0)');
    for (const step of steps.slice(version)) for (const text of step(database.bytesType)) await sql.run(text);
    if (version < steps.length) await sql.run('UPDATE leib_schema SET version = ?', steps.length);
  });
}
