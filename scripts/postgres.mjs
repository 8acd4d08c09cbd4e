import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Folder with the programs of a PostgreSQL server, or null. POSTGRES_BIN wins. */
export function findPostgres() {
  const wished = process.env.POSTGRES_BIN;
  if (wished) return existsSync(join(wished, 'initdb')) ? wished : null;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (debian) return debian;
  const found = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout?.trim();
  return found ? join(found, '..') : null;
}
