import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStudyStore } from './openStudyStore.js';
import { eventsOf } from './study.testing.js';
import { backupStudies, restoreStudies } from './studyBackup.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = async (database: string) => {
  const store = await openStudyStore({ database, keyDir: folder });
  onTestFinished(() => store.close());
  return store;
};

test.each([[null], ['correct horse battery staple']])(
  'a backup of a database in use gives all of it back (%s)',
  async (passphrase) => {
    const [database, backup, restored] = ['a.sqlite', 'a.backup', 'b.sqlite'].map((name) =>
      join(folder, `${passphrase ? 'e' : 'p'}${name}`),
    );
    const store = await open(database);
    await store.place('s', { participant: 'someone', site: 'main', orders: 1 });
    await store.append('s', 'someone', eventsOf('someone', 200));
    await backupStudies(database, backup, passphrase);
    await store.append('s', 'someone', eventsOf('someone', 1, 200));
    const bytes = await readFile(backup);
    expect(bytes.includes('someone')).toBe(false);
    expect(bytes[8]).toBe(passphrase === null ? 0 : 1);
    await restoreStudies(backup, restored, passphrase);
    expect(await (await open(restored)).events('s', 'someone')).toEqual(eventsOf('someone', 200));
    // Neither leaves anything beside what was asked for.
    expect((await readdir(folder)).filter((name) => name.startsWith('.leib-'))).toEqual([]);
    await expect(restoreStudies(backup, restored, passphrase)).rejects.toThrow('a backup does not replace a database');
  },
);

test('another passphrase, a changed bit anywhere and a cut backup give nothing, and say so', async () => {
  const [database, backup] = [join(folder, 'c.sqlite'), join(folder, 'c.backup')];
  const store = await open(database);
  await store.place('s', { participant: 'someone', site: 'main', orders: 1 });
  await backupStudies(database, backup, 'right');
  const bytes = await readFile(backup);
  const target = join(folder, 'd.sqlite');
  await expect(restoreStudies(backup, target, 'wrong')).rejects.toThrow('another passphrase, or a damaged file');
  await expect(restoreStudies(backup, target, null)).rejects.toThrow('expected a passphrase');
  const broken = join(folder, 'broken.backup');
  for (const at of [12, 30, 50, bytes.length - 3]) {
    const changed = Buffer.from(bytes);
    changed[at] ^= 1;
    await writeFile(broken, changed);
    await expect(restoreStudies(broken, target, 'right')).rejects.toThrow('expected a whole backup');
  }
  await writeFile(broken, bytes.subarray(0, bytes.length - 20));
  await expect(restoreStudies(broken, target, 'right')).rejects.toThrow('expected a whole backup');
  await writeFile(broken, 'something else');
  await expect(restoreStudies(broken, target, null)).rejects.toThrow('got another file');
  expect((await readdir(folder)).includes('d.sqlite')).toBe(false);
});
