import { dirname } from 'node:path';
import { openPostgres } from './postgresDatabase.js';
import { keepSigningKey } from './removal.js';
import { openSqlite } from './sqliteDatabase.js';
import { StudyStore } from './studyStore.js';

/** Where studies are kept. */
export interface StudyPlace {
  /** A file, or the address of a PostgreSQL database: `postgres://...`. */
  readonly database: string;
  /** Folder of the key that signs removals; the file's where absent, the present one for PostgreSQL. */
  readonly keyDir?: string;
}

/** Whether an address is PostgreSQL's. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

/** Opens what is kept, or begins it. Rejects with InputError and a reason. */
export async function openStudyStore({ database, keyDir }: StudyPlace): Promise<StudyStore> {
  const isRemote = isPostgres(database);
  const opened = isRemote ? await openPostgres(database) : await openSqlite(database);
  try {
    return await StudyStore.open(opened, () => keepSigningKey(keyDir ?? (isRemote ? '.' : dirname(database))));
  } catch (error) {
    await opened.close();
    throw error;
  }
}
