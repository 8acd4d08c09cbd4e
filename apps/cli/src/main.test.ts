import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from './commands.js';
import { buildLeib, runLeib } from './testing.js';

beforeAll(buildLeib, 60_000);

describe('help', () => {
  test.each(['--help', '-h', 'help'])('leib %s lists every command', async (word) => {
    const { code, stdout, stderr } = await runLeib([word]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  test.each(commands.map(({ name }) => name))('leib %s --help says how to call it', async (name) => {
    const { code, stdout } = await runLeib([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: leib ${name}`);
    const command = commands.find((candidate) => candidate.name === name);
    const inside = command && 'options' in command ? Object.keys(command.options) : [];
    for (const option of inside) expect(stdout).toContain(`--${option}`);
    expect((await runLeib(['help', name])).stdout).toBe(stdout);
  });

  test('leib --version prints the version', async () => {
    const { code, stdout } = await runLeib(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong call', () => {
  test.each([
    [[], 'which command?'],
    [['dance'], 'unknown command "dance"'],
    [['--dance'], 'unknown option "--dance"'],
    [['help', 'dance'], 'unknown command "dance"'],
    [['convert', '--dance', 'a', 'b'], "Unknown option '--dance'"],
    [['convert'], '<in> is missing'],
    [['convert', 'a.bvh'], '<out> is missing'],
    [['convert', 'a.bvh', 'b.bvh', 'c.bvh'], '"c.bvh" is one word too many'],
    [['convert', 'a.bvh', 'b.bvh', '--hz'], '--hz'],
    [['bench', '--quick=yes'], '--quick'],
    [['serve', '--port', 'eighty'], '"eighty" is no port'],
    [['serve', '--port', '65536'], '"65536" is no port'],
    [['serve', '--port=-1'], '"-1" is no port'],
  ])('%j is one line on stderr and exit code 2', async (words, what) => {
    const { code, stdout, stderr } = await runLeib(words, { PORT: '' });
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
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
