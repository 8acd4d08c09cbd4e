import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainFailure, install, isInstalled } from './install.mjs';
import { root } from './project.mjs';

/** A package in package-lock.json. */
interface Locked {
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-install-'));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = {
  '': { name: 'leib' },
  'packages/core': { version: '0.1.0' },
  'node_modules/@leib/core': { link: true },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-t', dev: true },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
};
const { 'node_modules/other-platform': _absent, ...onDisk } = lock;

function write(locked: object | null, installed: object | string | null): void {
  if (locked) writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  if (installed === null) return;
  const text = typeof installed === 'string' ? installed : JSON.stringify({ packages: installed });
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), text);
}

test.each<[what: string, installed: object | string | null, expected: boolean]>([
  ['the lock without other platforms', onDisk, true],
  ['the lock and more', { ...onDisk, 'node_modules/node/node_modules/own': { version: '1.0.0' } }, true],
  ['nothing, or half of an install', null, false],
  ['a damaged record', '{"packages":', false],
  ['a package less', { ...onDisk, 'node_modules/a': undefined }, false],
  ['another version', { ...onDisk, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }, false],
  ['another content', { ...onDisk, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, false],
])('with %s on disk, installed is %s', (_what, installed, expected) => {
  write(lock, installed);
  expect(isInstalled(folder, true)).toBe(expected);
});

test('without the tools it is installed for who wants none, and for no one else', () => {
  write(lock, { ...onDisk, 'node_modules/tool': undefined });
  expect(isInstalled(folder, false)).toBe(true);
  expect(isInstalled(folder, true)).toBe(false);
});

test.skipIf(process.platform === 'win32')('npm start fetches no tools, npm test all', () => {
  const { PATH } = process.env;
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$@" > words\n', { mode: 0o755 });
  try {
    process.env.PATH = `${folder}${delimiter}${PATH}`;
    const words = (withTools: boolean) => {
      install(folder, withTools);
      return readFileSync(join(folder, 'words'), 'utf8').trim().split(' ');
    };
    expect(words(false)).toEqual(expect.arrayContaining(['ci', '--omit=dev']));
    expect(words(true)).not.toContain('--omit=dev');
  } finally {
    process.env.PATH = PATH;
  }
});

test.each([
  ['npm error code ENOTFOUND\nnpm error network request to https://registry failed', 'is there a network?'],
  ['npm error code ECONNREFUSED', 'is there a network?'],
  [
    'npm error code EUSAGE\n`npm ci` can only install packages when your package.json and package-lock.json are in sync',
    'run npm install',
  ],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EACCES', 'no right to write'],
  ['spawnSync npm ENOENT', 'npm is not installed'],
  ['something else', 'npm ci failed'],
])('a failed install is explained in one line: %s', (output, line) => {
  expect(explainFailure(output)).toContain(line);
  expect(explainFailure(output)).not.toContain('\n');
});

test('npm start installs nothing that only lab/ needs, and a puppet no body', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const own: Locked = packages[''];
  const ofLab = Object.keys(read('lab/package.json').dependencies).filter(
    (name) => !(name in (own.dependencies ?? {})),
  );
  expect(ofLab).toContain('@babylonjs/core');
  const started = Object.entries(packages).filter(([path, { dev }]) => path.includes('node_modules/') && dev !== true);
  const fetched = new Set(started.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  expect(fetched).toContain('vite');
  expect(ofLab.filter((name) => fetched.has(name))).toEqual([]);

  const brought = new Set<string>();
  const bring = (name: string): void => {
    if (brought.has(name)) return;
    brought.add(name);
    for (const next of Object.keys(packages[`packages/${name.slice(6)}`].dependencies ?? {}))
      if (next.startsWith('@leib/')) bring(next);
  };
  bring('@leib/puppet');
  expect(brought).toContain('@leib/tracking');
  expect(brought).not.toContain('@leib/body');
});
