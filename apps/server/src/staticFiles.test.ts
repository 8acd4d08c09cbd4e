import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticFiles, readStaticFile, type StaticFiles } from './staticFiles.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-static-'));
  for (let i = 0; i < 10; i++) await writeFile(join(folder, `${i}.json`), `"${String(i).repeat(1000)}"`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const keptBytes = ({ entries }: StaticFiles) => [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);

test('as many bytes are kept as may be, those that were asked for last; what was compressed stays the longest', async () => {
  const files = await createStaticFiles(folder, 3100);
  const packed = await readStaticFile(files, ['0.json'], 'br');
  for (let i = 0; i < 10; i++) {
    const file = await readStaticFile(files, [`${i}.json`], 'identity');
    expect(String(file?.body)).toBe(`"${String(i).repeat(1000)}"`);
    expect(keptBytes(files)).toBeLessThanOrEqual(3100);
  }
  expect(keptBytes(files)).toBeGreaterThan(2000);
  expect([...files.entries.values()].filter(({ file }) => file !== null)).toHaveLength(4);
  expect(await readStaticFile(files, ['0.json'], 'br')).toBe(packed);
});

test('one that is larger than all that may be kept is read once for all who are being sent it', async () => {
  const files = await createStaticFiles(folder, 10);
  const [first, second] = await Promise.all([0, 0].map(() => readStaticFile(files, ['3.json'], 'identity')));
  expect(second).toBe(first);
  expect(await readStaticFile(files, ['3.json'], 'identity')).toBe(first);
  expect(keptBytes(files)).toBe(0);
});
