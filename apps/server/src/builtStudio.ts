import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the studio's page: the published package carries it; in the repository the studio is a neighbour. */
export function builtStudio(): string {
  const neighbour = fileURLToPath(new URL('../../studio/dist', import.meta.url));
  return existsSync(neighbour) ? neighbour : fileURLToPath(new URL('../studio', import.meta.url));
}
