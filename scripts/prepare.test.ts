import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

/** A project with nothing but our scripts, a lock file, and an npm that plays along. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-bare-'));
  mkdirSync(join(folder, 'lab'));
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['project', 'lock', 'install', 'prepare']) {
    cpSync(join(import.meta.dirname, `${name}.mjs`), join(folder, `scripts/${name}.mjs`));
  }
  writeLock('1.0.0');
  writeProbe('console.log("inside");');
  writeNpm(`
echo installed >> "${folder}/installs"
rm -rf node_modules && mkdir -p node_modules/.bin
ln -s "${process.execPath}" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeLock(version: string): void {
  const packages = { 'node_modules/a': { version, integrity: 'sha512-a' } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function writeProbe(code: string, options = ''): void {
  writeFileSync(
    join(folder, 'scripts/probe.mjs'),
    `import { prepare } from './prepare.mjs';
    import { runMain } from './project.mjs';
    await runMain(async () => { if (await prepare(${options})) { ${code} } });`,
  );
}

function writeNpm(body: string): void {
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
}

function startProbe() {
  const { LEIB_PREPARED: _mark, ...env } = process.env;
  // node_modules/.bin comes first, as in every npm script; npm itself must not run from there.
  const path = [join(folder, 'node_modules/.bin'), join(folder, 'bin'), '/usr/bin', '/bin'].join(':');
  return spawn(process.execPath, ['scripts/probe.mjs'], { cwd: folder, env: { ...env, PATH: path } });
}

async function probe() {
  const child = startProbe();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

const installCount = () => readFileSync(join(folder, 'installs'), 'utf8').trim().split('\n').length;

test('installs once, and again when the lock file has changed', async () => {
  expect(await probe()).toEqual({ code: 0, stdout: 'Installing packages …\ninside\n', stderr: '' });
  expect(await probe()).toEqual({ code: 0, stdout: 'inside\n', stderr: '' });
  expect(installCount()).toBe(1);
  writeLock('1.0.1');
  expect(await probe()).toEqual({ code: 0, stdout: 'Installing packages …\ninside\n', stderr: '' });
  expect(installCount()).toBe(2);
});

test('for tests lab/ gets its own packages, too', async () => {
  cpSync(join(folder, 'package-lock.json'), join(folder, 'lab/package-lock.json'));
  writeProbe('console.log("inside");', '{ withTools: true }');
  const { stdout } = await probe();
  expect(stdout).toBe('Installing packages …\nInstalling packages of lab/ …\ninside\n');
  expect((await probe()).stdout).toBe('inside\n');
});

test('two at once install once', async () => {
  const results = await Promise.all([probe(), probe()]);
  for (const { code, stdout } of results) {
    expect(code).toBe(0);
    expect(stdout).toMatch(/inside\n$/);
  }
  expect(installCount()).toBe(1);
});

test('a failed install is one line that names the log', async () => {
  writeNpm('echo npm error code EAI_AGAIN >&2; exit 1');
  const { code, stdout, stderr } = await probe();
  expect(code).toBe(1);
  expect(stdout).toBe('Installing packages …\n');
  expect(stderr).toBe('cannot reach the package registry: is there a network? (details in .cache/install.log)\n');
  expect(readFileSync(join(folder, '.cache/install.log'), 'utf8')).toContain('EAI_AGAIN');
});

test('npm does not run on the Node that it is about to remove', async () => {
  await probe();
  writeLock('2.0.0');
  writeNpm(`echo "$PATH" > "${folder}/path"; exit 1`);
  await probe();
  expect(readFileSync(join(folder, 'path'), 'utf8')).not.toContain('node_modules');
});

test('an install that was cut off is done again', async () => {
  await probe();
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  await probe();
  expect(installCount()).toBe(2);
});

test('the exit code is the inner one’s', async () => {
  writeProbe('process.exitCode = 7;');
  expect((await probe()).code).toBe(7);
});

test('being asked to stop is handed on, and waited for', async () => {
  const note = JSON.stringify(join(folder, 'stopped'));
  writeProbe(`
    const { writeFileSync } = await import('node:fs');
    process.on('SIGTERM', () => { writeFileSync(${note}, ''); process.exit(0); });
    console.log('inside');
    setInterval(() => {}, 1000);`);
  const child = startProbe();
  let output = '';
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('inside')) resolve();
    }),
  );
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'stopped'))).toBe(true);
});
