import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom, seeds } from '@leib/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from './migrations.js';
import { openStudyStore } from './openStudyStore.js';
import { isSigned, wordOf } from './removal.js';
import { countInFile, openSqlite } from './sqliteDatabase.js';
import { eventsOf, hasPostgres, startPostgres, type TestPostgres } from './study.testing.js';
import type { StudyStore } from './studyStore.js';

let folder: string;
let postgres: TestPostgres | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-studies-'));
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const sqlitePlace = () => join(folder, String(++count), 'studies.sqlite');

async function open(database: string): Promise<StudyStore> {
  const store = await openStudyStore({ database, keyDir: join(folder, 'keys') });
  onTestFinished(() => store.close());
  return store;
}

const databases = [
  { name: 'SQLite', place: sqlitePlace, isHere: true },
  { name: 'PostgreSQL', place: () => (postgres as TestPostgres).database(), isHere: hasPostgres },
];

for (const { name, place, isHere } of databases)
  describe.skipIf(!isHere)(name, () => {
    test('what was appended is there when the database is opened again, in order, bit for bit', async () => {
      const database = place();
      const store = await open(database);
      await store.place('s', { participant: 'a', site: 'main', orders: 6 });
      expect(await store.append('s', 'a', eventsOf('a', 5))).toEqual({ ok: true, next: 5 });
      const bytes = Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) % 256);
      expect(await store.appendMotion('s', { participant: 'a', stream: 'hand-0', number: 0, bytes })).toMatchObject({
        ok: true,
      });
      const again = await open(database);
      expect(await again.events('s', 'a')).toEqual(eventsOf('a', 5));
      expect(await again.participants('s')).toEqual([
        { participant: 'a', number: 0, site: 'main', events: 5, hasEnded: false },
      ]);
      const [chunk] = await again.motion('s', 'a');
      expect(chunk).toMatchObject({ stream: 'hand-0', number: 0, byteLength: 3000 });
      expect(Uint8Array.from((await again.motionBytes('s', chunk)) ?? [])).toEqual(bytes);
      expect(await again.studies()).toEqual(['s']);
    });

    test('an event that is sent again is kept once; a gap, another text, somebody unknown are refused and change nothing', async () => {
      const store = await open(place());
      expect(await store.append('s', 'a', eventsOf('a', 1))).toEqual({ ok: false, why: 'unknown', next: 0 });
      await store.place('s', { participant: 'a', site: 'main', orders: 1 });
      await store.append('s', 'a', eventsOf('a', 4));
      expect(await store.append('s', 'a', eventsOf('a', 4, 2))).toEqual({ ok: true, next: 6 });
      expect(await store.append('s', 'a', eventsOf('a', 2))).toEqual({ ok: true, next: 6 });
      expect(await store.append('s', 'a', eventsOf('a', 1, 7))).toEqual({ ok: false, why: 'gap', next: 6 });
      const other = eventsOf('a', 3, 5).map((event) => ({ ...event, seconds: event.seconds + 1 }));
      expect(await store.append('s', 'a', other)).toEqual({ ok: false, why: 'other', next: 6 });
      expect(await store.events('s', 'a')).toEqual(eventsOf('a', 6));
      const chunk = { participant: 'a', stream: 'x', number: 0, bytes: Uint8Array.of(1) };
      await store.appendMotion('s', chunk);
      expect(await store.appendMotion('s', chunk)).toMatchObject({ ok: true });
      expect(await store.appendMotion('s', { ...chunk, bytes: Uint8Array.of(2) })).toMatchObject({ why: 'other' });
      expect((await store.motion('s', 'a')).length).toBe(1);
    });

    test.each(seeds(3))(
      'two servers, two sites: nobody has a place twice, and orders are balanced in each site (seed %i)',
      async (seed) => {
        const random = seededRandom(seed);
        const database = place();
        const servers = [await open(database), await open(database)];
        const people = Array.from({ length: 26 }, (_, i) => ({
          participant: `p${i}`,
          site: random() < 0.4 ? 'munich' : 'tuebingen',
          orders: 6,
        }));
        const numbers = await Promise.all(people.map((who, i) => servers[i % 2].place('s', who)));
        expect(new Set(numbers).size).toBe(26);
        // Who asks again, of any server, has the same place.
        expect(await Promise.all(people.map((who, i) => servers[(i + 1) % 2].place('s', who)))).toEqual(numbers);
        for (const site of ['munich', 'tuebingen']) {
          const orders = new Uint8Array(6);
          for (const [i, who] of people.entries()) if (who.site === site) orders[Number(numbers[i]) % 6]++;
          expect(Math.max(...orders) - Math.min(...orders)).toBeLessThanOrEqual(1);
        }
        const everywhere = new Uint8Array(6);
        for (const number of numbers) everywhere[Number(number) % 6]++;
        expect(Math.max(...everywhere) - Math.min(...everywhere)).toBeLessThanOrEqual(2);
      },
    );

    test('events of one participant that two servers write at once are kept once and without a gap', async () => {
      const database = place();
      const servers = [await open(database), await open(database)];
      await servers[0].place('s', { participant: 'a', site: 'main', orders: 1 });
      for (let first = 0; first < 40; first += 4)
        await Promise.all(servers.map((server) => server.append('s', 'a', eventsOf('a', 4, first))));
      expect(await servers[1].events('s', 'a')).toEqual(eventsOf('a', 40));
    });

    test('a place that was removed is given again, its data is refused, and the statement is signed', async () => {
      const store = await open(place());
      for (const participant of ['a', 'b']) {
        await store.place('s', { participant, site: 'main', orders: 2 });
        await store.append('s', participant, eventsOf(participant, 3));
      }
      await store.appendMotion('s', { participant: 'a', stream: 'x', number: 0, bytes: Uint8Array.of(1, 2, 3) });
      const removal = await store.remove('s', 'a', Date.UTC(2026, 0, 2));
      if (removal === null) throw new Error('nothing removed');
      expect(removal.statement).toMatchObject({
        study: 's',
        participant: wordOf('s', 'a'),
        removedAt: '2026-01-02T00:00:00.000Z',
        ...{ events: 3, chunks: 1, rowsLeft: 0 },
      });
      expect(isSigned(removal)).toBe(true);
      expect(isSigned({ ...removal, statement: { ...removal.statement, events: 4 } })).toBe(false);
      expect(await store.remove('s', 'a', Date.UTC(2027, 0, 1))).toEqual(removal);
      expect(await store.remove('s', 'nobody', 0)).toBeNull();
      expect(await store.append('s', 'a', eventsOf('a', 1, 3))).toMatchObject({ ok: false, why: 'removed' });
      expect(await store.place('s', { participant: 'a', site: 'main', orders: 2 })).toBeNull();
      expect((await store.participants('s')).map(({ participant }) => participant)).toEqual(['b']);
      expect(await store.events('s', 'b')).toEqual(eventsOf('b', 3));
      expect(await store.place('s', { participant: 'c', site: 'main', orders: 2 })).toBe(0);
    });

    test('what comes while somebody is removed is refused, or goes with the rest', async () => {
      const database = place();
      const servers = [await open(database), await open(database)];
      for (let round = 0; round < 6; round++) {
        const participant = `p${round}`;
        await servers[0].place('s', { participant, site: 'main', orders: 1 });
        const sent = [0, 1, 2].map((i) => servers[1].append('s', participant, eventsOf(participant, 4 * (i + 1))));
        const [removal] = await Promise.all([servers[0].remove('s', participant, 0), ...sent]);
        expect(removal?.statement.rowsLeft).toBe(0);
        expect(await servers[1].events('s', participant)).toEqual([]);
      }
    });

    test('a document of a study stays as it was under its version', async () => {
      const store = await open(place());
      expect(await store.putProtocol('s', '1', '{"a":1}')).toBe(true);
      expect(await store.putProtocol('s', '1', '{"a":1}')).toBe(true);
      expect(await store.putProtocol('s', '1', '{"a":2}')).toBe(false);
      expect(await store.putProtocol('s', '2', '{"a":2}')).toBe(true);
      expect(await store.protocols('s')).toEqual(['{"a":1}', '{"a":2}']);
    });
  });

describe('files of SQLite', () => {
  test('no byte of a removed participant is left in the database, its log or beside them', async () => {
    const database = sqlitePlace();
    const store = await open(database);
    const [gone, stays] = ['participant-that-goes', 'participant-that-stays'];
    for (const participant of [gone, stays]) {
      await store.place('s', { participant, site: 'main', orders: 1 });
      for (let first = 0; first < 600; first += 50)
        await store.append('s', participant, eventsOf(participant, 50, first));
      const bytes = new TextEncoder().encode(`pose of ${participant} `.repeat(3000));
      await store.appendMotion('s', { participant, stream: 'x', number: 0, bytes });
    }
    const all = () => Promise.all([database, `${database}-wal`].map((path) => countInFile(path, gone)));
    expect((await all()).reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(3000);
    const removal = await store.remove('s', gone, 0);
    expect((await all()).map(({ found }) => found)).toEqual([0, 0]);
    expect((await countInFile(database, stays)).found).toBeGreaterThan(3000);
    // What the statement says of the files was found at the same time.
    expect(removal?.statement.scrubbed.files.length).toBeGreaterThanOrEqual(2);
    expect(removal?.statement.scrubbed.files.every(({ found }) => found === 0)).toBe(true);
    await store.close();
    expect((await readFile(database)).includes(gone)).toBe(false);
  });

  test('a database of the first version is brought up to date with all that was in it; a newer one is left alone', async () => {
    const path = sqlitePlace();
    const old = await openSqlite(path);
    await migrate(old, migrations.slice(0, 1));
    await old.transaction(async (sql) => {
      await sql.run(`INSERT INTO participant VALUES ('s', 'a', 0, 'main')`);
      await sql.run(`INSERT INTO event VALUES ('s', 'a', 0, 0.5, 'noted', '{"text":"before"}')`);
      await expect(sql.all('SELECT * FROM motion')).rejects.toThrow('no such table');
    });
    await old.close();
    const store = await open(path);
    expect(await store.events('s', 'a')).toEqual([
      { participant: 'a', sequence: 0, seconds: 0.5, kind: 'noted', payload: { text: 'before' } },
    ]);
    const chunk = { participant: 'a', stream: 'x', number: 0, bytes: Uint8Array.of(1) };
    expect(await store.appendMotion('s', chunk)).toMatchObject({ ok: true });
    const newer = await openSqlite(path);
    onTestFinished(() => newer.close());
    await newer.transaction((sql) => sql.run('UPDATE leib_schema SET version = 99'));
    await expect(openStudyStore({ database: path, keyDir: folder })).rejects.toThrow(
      'got 99; use the Leib that wrote it',
    );
  });

  test('commits are flushed to the disk, and what is deleted is overwritten', async () => {
    const database = await openSqlite(sqlitePlace());
    onTestFinished(() => database.close());
    const asked = async (name: string) =>
      database.read(async (sql) => Object.values((await sql.all(`PRAGMA ${name}`))[0])[0]);
    // 2 is FULL.
    expect([await asked('journal_mode'), await asked('synchronous'), await asked('secure_delete')]).toEqual([
      'wal',
      2,
      1,
    ]);
  });

  test('a migration that fails leaves the database as it was', async () => {
    const database = await openSqlite(sqlitePlace());
    onTestFinished(() => database.close());
    await migrate(database, migrations.slice(0, 1));
    const broken = [migrations[0], () => ['CREATE TABLE extra (a TEXT)', 'NOT SQL']];
    await expect(migrate(database, broken)).rejects.toThrow();
    await expect(database.transaction((sql) => sql.all('SELECT * FROM extra'))).rejects.toThrow('no such table');
    await migrate(database);
  });

  test('a file that is none is refused in a sentence', async () => {
    await expect(
      openStudyStore({ database: join(import.meta.dirname, 'studyStore.test.ts'), keyDir: folder }),
    ).rejects.toThrow('expected a database of studies');
  });

  test('a text is found wherever it lies, also across pieces of a file', async () => {
    const { writeFile } = await import('node:fs/promises');
    const path = join(folder, 'large');
    const bytes = Buffer.alloc((1 << 21) + 100);
    for (const at of [0, 500, (1 << 20) - 3, (1 << 21) + 90]) bytes.write('needle', at);
    await writeFile(path, bytes);
    expect(await countInFile(path, 'needle')).toEqual({ bytes: bytes.length, found: 4 });
  });
});
