import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { install, isInstalled, ownNode } from './install.mjs';
import { withLock } from './lock.mjs';
import { cacheDir, lab, root, StopError } from './project.mjs';

const OLDEST_TO_BEGIN = [20, 0];
/** What Vite asks for, and Vitest. */
const OLDEST_TO_BUILD = [20, 19];
const OLDEST_TO_TEST = [22, 13];
const MARK = 'LEIB_PREPARED';

/**
 * Makes the tree ready and says whether the caller may go on: checks Node, installs what is missing, then runs the
 * same script again, on the Node that came with the packages where it did. It is one of the tools, which are installed
 * `withTools`, and where this Node is too old to build. lab/ has an install of its own, for tests. False in the outer process, whose exit code is then the
 * inner one's. Only Node's own modules are needed up to here.
 */
export async function prepare({ withTools = false } = {}) {
  if (process.env[MARK]) return true;
  if (!isAtLeast(OLDEST_TO_BEGIN)) {
    throw new StopError(`Node ${process.versions.node} is too old: Leib needs Node ${OLDEST_TO_BEGIN[0]} or newer.`);
  }
  await installIfNeeded(root, withTools || !isAtLeast(OLDEST_TO_BUILD));
  if (withTools) await installIfNeeded(lab, true);
  const node = ownNode();
  const oldest = withTools ? OLDEST_TO_TEST : OLDEST_TO_BUILD;
  if (!node && !isAtLeast(oldest)) {
    throw new StopError(
      `Node ${process.versions.node} is too old and the package "node" did not bring a newer one: allow its install script (npm config: ignore-scripts) or use Node ${oldest.join('.')} or newer.`,
    );
  }
  process.exitCode = await runAgain(node ?? process.execPath);
  return false;
}

export function sayWaiting(pid) {
  console.log(`Waiting for another npm start or npm test${pid ? ` (process ${pid})` : ''} …`);
}

/** @param {(text: string) => void} [say] */
export function installIfNeeded(folder, withTools, say = console.log) {
  const installNow = () => {
    if (isInstalled(folder, withTools)) return;
    say(folder === lab ? 'Installing packages of lab/ …' : 'Installing packages …');
    install(folder, withTools);
  };
  return withLock(join(cacheDir, 'install.lock'), installNow, sayWaiting);
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
