import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Lets this process come before the other programs of the machine, where the system allows it: what they do is no delay of the
 * server's. On Linux by real-time scheduling (chrt, for root), elsewhere by its priority. Returns whether it was allowed.
 */
export function comeFirst(): boolean {
  if (process.platform === 'linux') {
    const { status } = spawnSync('chrt', ['--all-tasks', '--rr', '--pid', '1', String(process.pid)], {
      stdio: 'ignore',
    });
    return status === 0;
  }
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
    return true;
  } catch {
    return false;
  }
}
