import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of an installed nats-server, or null. NATS_SERVER_PATH wins. */
export function findNatsServer() {
  const wished = process.env.NATS_SERVER_PATH;
  if (wished) return existsSync(wished) ? wished : null;
  const found = spawnSync('which', ['nats-server'], { encoding: 'utf8' }).stdout?.trim();
  // Debian has it where only root's PATH leads.
  return found || ['/usr/sbin/nats-server', '/usr/local/bin/nats-server'].find((path) => existsSync(path)) || null;
}
