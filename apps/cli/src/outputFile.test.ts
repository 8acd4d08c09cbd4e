import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInput, writeFolder, writeOutput } from './files.js';
import { openOutput, withFileRun } from './outputFile.js';
import { buildLeib } from './testing.js';
import { writeTextPieces } from './textLines.js';

let folder: string;
const at = (name: string) => join(folder, name);
const text = (name: string) => readFile(at(name), 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-output-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a file that is written', () => {
  test('appears when it is whole, and keeps the permissions of the one that it replaces', async () => {
    await writeFile(at('a.txt'), 'before');
    await chmod(at('a.txt'), 0o640);
    const file = await openOutput(at('a.txt'));
    await file.write('af');
    expect(await text('a.txt')).toBe('before');
    await file.write('ter');
    await file.commit();
    expect(await text('a.txt')).toBe('after');
    expect((await stat(at('a.txt'))).mode & 0o777).toBe(0o640);
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  test('that fails on the way leaves what was there, and nothing else', async () => {
    await writeFile(at('a.txt'), 'before');
    async function* pieces() {
      yield 'some';
      throw new Error('no more');
    }
    for (const name of ['a.txt', 'new.txt', 'packed.gz']) {
      await expect(writeTextPieces(at(name), pieces())).rejects.toThrow('no more');
    }
    expect(await readdir(folder)).toEqual(['a.txt']);
    expect(await text('a.txt')).toBe('before');
  });

  test('does not touch a .part file that is the user’s own', async () => {
    await writeFile(at('a.txt.part'), 'mine');
    await writeOutput(at('a.txt'), 'new');
    expect([await text('a.txt'), await text('a.txt.part')]).toEqual(['new', 'mine']);
  });

  test('goes to the file behind a link, which stays a link; a long name and a new folder are fine', async () => {
    await writeFile(at('real.txt'), 'before');
    await symlink(at('real.txt'), at('link.txt'));
    await writeOutput(at('link.txt'), 'after');
    expect(await text('real.txt')).toBe('after');
    const long = `${'x'.repeat(250)}.txt`;
    await writeFolder(at('deep/folder'), [[long, 'long']]);
    expect(await text(join('deep/folder', long))).toBe('long');
  });

  test.skipIf(!existsSync('/dev/full'))(
    'on a full disk, or where there is no folder, is refused in one sentence',
    async () => {
      await expect(writeOutput('/dev/full', 'x'.repeat(10_000))).rejects.toThrow(
        '/dev/full: expected a writable file, got a full disk',
      );
      await expect(writeOutput(at('no/a.txt'), '')).rejects.toThrow('got no such file or folder');
      await expect(writeOutput(folder, '')).rejects.toThrow('expected a writable file, got a folder');
      await expect(writeOutput('-', '')).rejects.toThrow('expected the name of a file, got standard output');
    },
  );
});

describe('an input', () => {
  test('is not replaced by its own output, by whatever name, unless that is forced', async () => {
    await writeFile(at('in.txt'), 'input');
    await symlink(at('in.txt'), at('soft.txt'));
    await link(at('in.txt'), at('hard.txt'));
    for (const name of ['in.txt', 'soft.txt', 'hard.txt']) {
      const work = withFileRun(false, async () => {
        await readInput(at('in.txt'));
        await writeOutput(at(name), 'output');
      });
      await expect(work).rejects.toThrow('expected another file than the input, got the same');
    }
    expect(await text('in.txt')).toBe('input');
    await withFileRun(true, async () => {
      await readInput(at('in.txt'));
      await writeOutput(at('in.txt'), 'output');
    });
    expect(await text('in.txt')).toBe('output');
  });
});

describe('a process that is ended while it writes', () => {
  beforeAll(() => buildLeib());

  /** Writes some bytes of a file, says so, and waits. */
  function startWriting(limit = ''): ChildProcess {
    const module = fileURLToPath(new URL('../dist/outputFile.js', import.meta.url));
    const code = `
      const { openOutput } = await import(${JSON.stringify(module)});
      const file = await openOutput(${JSON.stringify(at('a.txt'))});
      await file.write('x'.repeat(100_000)).catch(async ({ message }) => { await file.discard(); console.log(message); });
      console.log('written');
      setInterval(() => {}, 1000);`;
    return spawn('sh', ['-c', `${limit} exec "$0" --input-type=module -e "$1"`, process.execPath, code]);
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('by %s leaves the old file whole', async (signal) => {
    await writeFile(at('a.txt'), 'before');
    const child = startWriting();
    if (child.stdout) await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill(signal);
    expect((await ended)[1]).toBe(signal);
    expect(await text('a.txt')).toBe('before');
    // Nothing can clean up after a kill; what is left has a name of its own.
    const left = (await readdir(folder)).filter((name) => name !== 'a.txt');
    expect(left.length).toBe(signal === 'SIGKILL' ? 1 : 0);
  });

  test('by a limit on the size of files says so, and leaves nothing', async () => {
    const child = startWriting('ulimit -f 8;');
    const [said] = child.stdout ? await once(child.stdout, 'data') : [''];
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(String(said)).toContain('a.txt: expected a writable file, got a limit on the size of files (ulimit -f)');
    expect(await readdir(folder)).toEqual([]);
  });
});
