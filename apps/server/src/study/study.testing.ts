import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyEvent } from '@leib/study';

/** Tests only. */

const scripts = new URL('../../../../scripts/postgres.mjs', import.meta.url).href;
const { findPostgres } = (await import(scripts)) as { readonly findPostgres: () => string | null };

/** A PostgreSQL server of a test's own. */
export interface TestPostgres {
  /** A database that is empty, by its address. */
  database(): string;
  stop(): Promise<void>;
}

/** Whether a PostgreSQL server is installed. */
export const hasPostgres = findPostgres() !== null;

/** A cluster in a folder of its own, on a free port. It refuses to run as root, so it runs as Debian's user then. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = findPostgres();
  if (bin === null) throw new Error('no PostgreSQL found');
  const folder = await mkdtemp(join(tmpdir(), 'leib-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
    await chown(folder, id('-u'), id('-g'));
    await chmod(folder, 0o700);
  }
  const words = (program: string, ...rest: readonly string[]): [string, string[]] => {
    const path = join(bin, program);
    return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...rest]] : [path, [...rest]];
  };
  const data = join(folder, 'data');
  const quiet = { stdio: 'ignore', cwd: '/' } as const;
  execFileSync(...words('initdb', '-D', data, '-U', 'leib', '--auth=trust', '--no-sync'), quiet);
  const port = await freeTcpPort();
  const settings = [
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ];
  const child = spawn(...words('postgres', '-D', data, ...settings), { ...quiet });
  const isReady = () => {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], quiet);
      return true;
    } catch {
      return false;
    }
  };
  while (!isReady()) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  let count = 0;
  return {
    database() {
      const name = `study${++count}`;
      execFileSync(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'leib', name], quiet);
      return `postgres://leib@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      // By its own word: a signal to runuser would not reach it.
      execFileSync(...words('pg_ctl', 'stop', '-D', data, '-m', 'immediate'), quiet);
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The first events of a session, as many as are wanted. */
export function eventsOf(participant: string, count: number, first = 0): StudyEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    participant,
    sequence: first + i,
    seconds: (first + i) / 4,
    kind: 'noted',
    payload: { text: `note ${first + i} of ${participant}, ünïcode` },
  }));
}
