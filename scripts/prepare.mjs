import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { install, isInstalled, ownNode } from './install.mjs';
import { withLock } from './lock.mjs';
import { cacheDir, root, StopError } from './project.mjs';

const OLDEST_TO_BEGIN = [20, 0];
const OLDEST_TO_GO_ON = [22, 13];
const MARK = 'LEIB_PREPARED';

/**
 * Makes the tree ready and says whether the caller may go on: checks Node, installs what is missing, then runs the
 * same script again on the Node that came with the packages. False in the outer process, whose exit code is then the
 * inner one's. Only Node's own modules are needed up to here.
 */
export async function prepare() {
  if (process.env[MARK]) return true;
  if (!isAtLeast(OLDEST_TO_BEGIN)) {
    throw new StopError(`Node ${process.versions.node} is too old: Leib needs Node ${OLDEST_TO_BEGIN[0]} or newer.`);
  }
  await withLock(join(cacheDir, 'install.lock'), installIfNeeded, sayWaiting);
  const node = ownNode();
  if (!node && !isAtLeast(OLDEST_TO_GO_ON)) {
    throw new StopError(
      `Node ${process.versions.node} is too old and the package "node" did not bring a newer one: allow its install script (npm config: ignore-scripts) or use Node ${OLDEST_TO_GO_ON.join('.')} or newer.`,
    );
  }
  process.exitCode = await runAgain(node ?? process.execPath);
  return false;
}

export function sayWaiting(pid) {
  console.log(`Waiting for another npm start or npm test${pid ? ` (process ${pid})` : ''} …`);
}

function installIfNeeded() {
  if (isInstalled(root)) return;
  console.log('Installing packages …');
  install();
}

function isAtLeast([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function runAgain(node) {
  const env = {
    ...process.env,
    [MARK]: '1',
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
  };
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env, shell: process.platform === 'win32' });
  // A terminal sends Ctrl-C to both of us; the inner one stops in its own time and we wait for it. Other signals
  // reach only us and are handed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
