import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { cacheDir, ensureCacheDir, root, StopError } from './project.mjs';

/**
 * Whether node_modules is what package-lock.json says, `withTools`: with what only tests and checks need. npm keeps what it installed in node_modules/.package-lock.json,
 * written last, so an interrupted install does not count as one. Packages beyond the lock do no harm (the package
 * "node" brings some of its own).
 */
export function isInstalled(folder, withTools) {
  const locked = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'));
  if (!locked || !installed) return false;
  for (const [path, wanted] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue;
    const found = installed[path];
    if (wanted.dev && !withTools) continue;
    // Packages for other platforms are in the lock and not on the disk.
    if (!found && !wanted.optional && !wanted.devOptional) return false;
    if (found && (found.version !== wanted.version || found.integrity !== wanted.integrity)) return false;
  }
  return true;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** Runs npm ci in the repository's folder or lab/; a failure becomes one line, its details go to a log. */
export function install(folder, withTools) {
  ensureCacheDir();
  const logFile = join(cacheDir, 'install.log');
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    [
      'ci',
      ...(withTools ? [] : ['--omit=dev']),
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=4000',
    ],
    {
      cwd: folder,
      env: envWithoutOurNode(),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      shell: process.platform === 'win32',
    },
  );
  const output = `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`;
  writeFileSync(logFile, output);
  if (status === 0) return;
  throw new StopError(`${explainFailure(output)} (details in ${relative(root, logFile)})`);
}

/** npm ci removes node_modules, and with it the Node that lies there: npm has to run on the machine's own. */
function envWithoutOurNode() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules[/\\]\.bin[/\\]?$/.test(entry));
  const { NODE: _node, npm_node_execpath: _execPath, ...env } = process.env;
  return { ...env, PATH: path.join(delimiter) };
}

const explanations = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    'cannot reach the package registry: is there a network?',
  ],
  [/spawn\S* npm ENOENT|npm: not found/, 'npm is not installed: it comes with Node from https://nodejs.org.'],
  [/E404|ETARGET/, 'cannot install packages: the registry does not have one of them.'],
  [/ENOSPC/, 'cannot install packages: the disk is full.'],
  [/EACCES|EPERM|EROFS/, 'cannot install packages: no right to write to this folder.'],
  [
    /can only install packages when your package\.json and package-lock\.json/,
    'package-lock.json does not fit package.json: run npm install.',
  ],
  [/EINTEGRITY/, 'cannot install packages: one arrived damaged; run npm cache verify and try again.'],
];

export function explainFailure(output) {
  return explanations.find(([pattern]) => pattern.test(output))?.[1] ?? 'cannot install packages: npm ci failed.';
}

/** The Node that npm installed here, or null where install scripts are forbidden and it did not arrive. */
export function ownNode() {
  const path = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return existsSync(path) ? path : null;
}
