import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.mjs';

let folder: string;
let lockFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-lock-'));
  lockFile = join(folder, 'inner/build.lock');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that notes when it is inside; overlapping stays would show as two "in" in a row. */
function visitor(): Promise<number | null> {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
    await withLock(${JSON.stringify(lockFile)}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'visits'))}, 'in\\n');
      await new Promise((resolve) => setTimeout(resolve, 40));
      appendFileSync(${JSON.stringify(join(folder, 'visits'))}, 'out\\n');
    });`;
  const child = spawn('node', ['--input-type=module', '-e', code], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}

test('only one process is inside at a time, also when they find an abandoned lock', async () => {
  await withLock(lockFile, () => {});
  writeFileSync(lockFile, '999999999\n');
  expect(await Promise.all([visitor(), visitor(), visitor()])).toEqual([0, 0, 0]);
  expect(readFileSync(join(folder, 'visits'), 'utf8')).toBe('in\nout\n'.repeat(3));
  expect(existsSync(lockFile)).toBe(false);
});

test('failing work gives the lock back and its error on', async () => {
  await expect(withLock(lockFile, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lockFile, () => 7)).toBe(7);
});

test('a waiting process reports the owner of the lock, once', async () => {
  vi.useFakeTimers();
  const waits: unknown[] = [];
  let release = () => {};
  const held = withLock(lockFile, () => new Promise<void>((resolve) => (release = resolve)));
  const second = withLock(
    lockFile,
    () => {},
    (pid: unknown) => waits.push(pid),
  );
  await vi.advanceTimersByTimeAsync(1000);
  release();
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([held, second]);
  expect(waits).toEqual([process.pid]);
});
