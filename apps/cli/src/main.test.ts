import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureColumns } from '@leib/body';
import { feedProtocols } from '@leib/feeds';
import { heuristicNames } from '@leib/reembody';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from './commands.js';
import { buildLeib, callLeib, runLeib } from './testing.js';

const allCommands = commands.flatMap((entry) => ('commands' in entry ? entry.commands : [entry]));

beforeAll(buildLeib);

describe('help', () => {
  test.each([
    ['--help', runLeib],
    ['-h', callLeib],
    ['help', callLeib],
  ])('leib %s lists every command', async (word, call) => {
    const { code, stdout, stderr } = await call([word]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  test.each(commands.map(({ name }) => name))('leib %s --help says how to call it', async (name) => {
    const { code, stdout } = await callLeib([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: leib ${name}`);
    expect((await callLeib(['help', name])).stdout).toBe(stdout);
  });

  test.each(allCommands)('leib $name --help says what can be wished for', async ({ name, options }) => {
    const { code, stdout } = await callLeib([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: leib ${name}`);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
    expect((await callLeib(['help', ...name.split(' ')])).stdout).toBe(stdout);
  });

  test('needs none of the systems: nothing of them is loaded at the start', async () => {
    // Loading one of our packages throws, and so the call fails; only the class of errors is small enough.
    const refuse = `import { registerHooks } from 'node:module';
      registerHooks({
        resolve(name, context, next) {
          if (name.startsWith('@leib/') && name !== '@leib/core/errors') throw new Error(name + ' is loaded');
          return next(name, context);
        },
      });`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuse)}` };
    for (const words of [['--help'], ['--version'], ['body', '--help'], ['embody', '--help']]) {
      expect(await runLeib(words, env)).toMatchObject({ code: 0, stderr: '' });
    }
    expect((await runLeib(['embody'], env)).stderr).toMatch(/^leib: @leib\/\w+ is loaded\n$/);
  });

  test.each([
    ['body build', `id,sex,${measureColumns.map(({ column }) => column).join(',')}`],
    ['reembody tune', `${heuristicNames.join(', ')}; pd when absent`],
  ])('leib %s --help names what its system knows', async (name, list) => {
    expect((await callLeib([...name.split(' '), '--help'])).stdout).toContain(list);
  });

  test('leib feed send --help names every protocol', async () => {
    const { stdout } = await callLeib(['feed', 'send', '--help']);
    const [, sendable, others] = /<protocol>: (.*); with --file also (.*)\./.exec(stdout) ?? [];
    expect([...sendable.split(', '), ...others.split(', ')].sort()).toEqual([...feedProtocols].sort());
  });

  test('leib --version prints the version', async () => {
    const { code, stdout } = await runLeib(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong call', () => {
  test.each([
    [[], 'expected a command'],
    [['dance'], 'expected a command, got "dance"'],
    [['--dance'], 'expected a command, got "--dance"'],
    [['help', 'dance'], 'expected a command, got "dance"'],
    [['convert', '--dance', 'a', 'b'], "Unknown option '--dance'"],
    [['convert'], '<in>: expected a value, got nothing'],
    [['convert', 'a.bvh'], '<out>: expected a value, got nothing'],
    [['convert', 'a.bvh', 'b.bvh', 'c.bvh'], 'expected <in> <out>, got "c.bvh" as well'],
    [['convert', 'a.bvh', 'b.bvh', '--hz'], '--hz'],
    [['bench', '--quick=yes'], '--quick'],
    [['serve', '--port', 'eighty'], 'got "eighty"'],
    [['serve', '--port', '65536'], 'got "65536"'],
    [['serve', '--port=-1'], 'got "-1"'],
  ])('%j is one line on stderr and exit code 2', async (words, what) => {
    const { code, stdout, stderr } = await callLeib(words);
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('a process of its own says the same, in the same places', async () => {
    for (const words of [[], ['dance'], ['convert', 'a.bvh']]) {
      expect(await runLeib(words)).toEqual(await callLeib(words));
    }
  });

  test('LEIB_DEBUG=1 shows where an error came from', async () => {
    const { code, stderr } = await runLeib(['dance'], { LEIB_DEBUG: '1' });
    expect(code).toBe(2);
    expect(stderr).toContain('findCommand');
  });
});

test('a command that is not built says how to build it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leib-unbuilt-'));
  cpSync(fileURLToPath(new URL('../bin', import.meta.url)), join(folder, 'bin'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/leib.mjs'), '--help'], {
    encoding: 'utf8',
    env: { ...process.env, LEIB_DEBUG: '' },
  });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('leib is not built yet: run npm start or npm test once.\n');
  expect(status).toBe(1);
});
