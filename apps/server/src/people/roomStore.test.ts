import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom, seeds } from '@leib/core/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RoomsFolder } from './roomStore.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** A folder of its own, opened again and again as after a kill: the lock of this process is its own. */
async function open() {
  const path = join(folder, String(++count));
  const openRoom = async () => {
    const opened = await (await RoomsFolder.open(path)).openRoom('lab');
    onTestFinished(() => opened.store.close());
    return opened;
  };
  return { path, log: join(path, 'room-lab/log.jsonl'), openRoom };
}

const lineOf = (version: number, text = '') =>
  Buffer.from(JSON.stringify({ version, by: 'p1', id: version, changes: [{ path: ['view', text], value: version }] }));
const versions = ({ changes }: { readonly changes: readonly { readonly version: number }[] }) =>
  changes.map(({ version }) => version);

test('[PD4] what was appended is there when the room is opened again', async () => {
  const { openRoom } = await open();
  const first = await openRoom();
  expect(first.stored).toEqual({ snapshot: null, changes: [] });
  await first.store.append([lineOf(1), lineOf(2, 'ä\u2028')]);
  await first.store.append([lineOf(3)]);
  const second = await openRoom();
  expect(versions(second.stored)).toEqual([1, 2, 3]);
  expect(second.stored.changes[1]).toEqual(JSON.parse(lineOf(2, 'ä\u2028').toString()));
});

test.each(seeds(20))(
  '[PD4] a log that was cut anywhere gives the lines before, and goes on (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const { log, openRoom } = await open();
    const { store } = await openRoom();
    await store.append([lineOf(1), lineOf(2), lineOf(3)]);
    const bytes = await readFile(log);
    const cut = Math.floor(random() * bytes.length);
    await writeFile(log, bytes.subarray(0, cut));
    const whole = bytes.subarray(0, cut).filter((byte) => byte === 0x0a).length;
    const again = await openRoom();
    expect(versions(again.stored)).toEqual([1, 2, 3].slice(0, whole));
    await again.store.append([lineOf(whole + 1, 'after')]);
    expect(versions((await openRoom()).stored)).toEqual([1, 2, 3, 4].slice(0, whole + 1));
  },
);

test('a damaged log is kept aside from the place on where it is damaged', async () => {
  const { path, log, openRoom } = await open();
  await (await openRoom()).store.append([lineOf(1)]);
  await appendFile(log, 'not a line\n');
  await appendFile(log, Buffer.concat([lineOf(2), Buffer.from('\n')]));
  expect(versions((await openRoom()).stored)).toEqual([1]);
  const [kept] = (await readdir(join(path, 'room-lab'))).filter((name) => name.startsWith('damaged'));
  expect(await readFile(join(path, 'room-lab', kept), 'utf8')).toMatch(/^not a line\n.*"version":2/);
});

test('a long log is replaced by a snapshot, and lines that it has are left out', async () => {
  const { log, openRoom } = await open();
  const { store } = await openRoom();
  const large = 'x'.repeat(100_000);
  for (let version = 1; version <= 11; version++) {
    expect(store.isLong).toBe(false);
    await store.append([lineOf(version, large)]);
  }
  expect(store.isLong).toBe(true);
  const before = await readFile(log);
  await store.compact(JSON.stringify({ version: 11, heard: {}, doc: 'all' }));
  expect([store.isLong, (await stat(log)).size]).toEqual([false, 0]);
  await store.append([lineOf(12)]);
  const again = await openRoom();
  expect(again.stored.snapshot).toEqual({ version: 11, heard: {}, doc: 'all' });
  expect(versions(again.stored)).toEqual([12]);
  // Killed between the snapshot and the cut of the log.
  await writeFile(log, Buffer.concat([before, lineOf(12), Buffer.from('\n')]));
  expect(versions((await openRoom()).stored)).toEqual([12]);
});

test('[PD4] what could not be written is not there later', async () => {
  const { log, openRoom } = await open();
  const { store } = await openRoom();
  await store.append([lineOf(1)]);
  // As a full disk leaves it.
  await appendFile(log, lineOf(2, 'half').subarray(0, 20));
  const again = await openRoom();
  await again.store.append([lineOf(2, 'whole')]);
  expect((await openRoom()).stored.changes[1]).toMatchObject({ changes: [{ path: ['view', 'whole'] }] });
});

test('a room that is removed leaves nothing, and one process at a time has the folder', async () => {
  const { path, openRoom } = await open();
  const { store } = await openRoom();
  await store.append([lineOf(1)]);
  await store.remove();
  expect(await readdir(path)).toEqual(['lock']);
  // Process 1 runs for as long as the machine does.
  await writeFile(join(path, 'lock'), '1');
  await expect(openRoom()).rejects.toThrow('got one that process 1 uses; choose another with --data');
  await writeFile(join(path, 'lock'), '999999999');
  expect((await openRoom()).stored.changes).toEqual([]);
});
