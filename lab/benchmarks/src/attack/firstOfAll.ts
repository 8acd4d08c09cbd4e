import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Lets this process come before the other programs of the machine, where the system allows it (Linux, root): what they do is no
 * delay of the server's. Linux weighs sessions first (/proc/self/autogroup), so the caller starts this process in a session of its own.
 * A guest may have real-time scheduling beyond that: it stands for another machine. A server may not: its threads would no longer
 * share the processor as they do otherwise. Returns whether it was allowed.
 */
export function comeFirst(isGuest: boolean): boolean {
  if (process.platform !== 'linux') return false;
  try {
    writeFileSync('/proc/self/autogroup', '-20');
  } catch {
    return false;
  }
  if (!isGuest) return true;
  const chrt = spawnSync('chrt', ['--all-tasks', '--rr', '--pid', '1', String(process.pid)], { stdio: 'ignore' });
  return chrt.status === 0;
}
