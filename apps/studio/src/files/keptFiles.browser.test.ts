import { expect, test } from 'vitest';
import { openKeptFiles } from './keptFiles.js';

test('files are kept by name, in order, and removed', async () => {
  const database = `leib-test-${crypto.randomUUID()}`;
  const files = openKeptFiles(database);
  expect(await files.list()).toEqual([]);
  expect(await files.put({ name: 'walk', bytes: Uint8Array.of(1, 2) })).toBe(true);
  await files.put({ name: 'arms', bytes: Uint8Array.of(3) });
  await files.put({ name: 'walk', bytes: Uint8Array.of(4) });
  // Another visit.
  const again = openKeptFiles(database);
  expect((await again.list()).map(({ name, bytes }) => [name, ...bytes])).toEqual([
    ['walk', 4],
    ['arms', 3],
  ]);
  expect(await again.names()).toEqual(['arms', 'walk']);
  expect([...((await again.read('arms'))?.bytes ?? [])]).toEqual([3]);
  expect(await again.read('nothing')).toBe(null);
  await again.remove('walk');
  expect((await files.list()).map(({ name }) => name)).toEqual(['arms']);
  indexedDB.deleteDatabase(database);
});

test('a full storage, however the browser says so, is an answer and no exception', async () => {
  const database = `leib-test-${crypto.randomUUID()}`;
  const files = openKeptFiles(database);
  await files.put({ name: 'first', bytes: Uint8Array.of(1) });
  const { put } = IDBObjectStore.prototype;
  const full = new DOMException('full', 'QuotaExceededError');
  for (const refuse of [
    () => {
      throw full;
    },
    function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      const request = put.apply(this, args);
      this.transaction.abort();
      return request;
    },
  ]) {
    IDBObjectStore.prototype.put = refuse;
    expect(await files.put({ name: 'second', bytes: Uint8Array.of(2) })).toBe(false);
  }
  IDBObjectStore.prototype.put = put;
  expect(await files.names()).toEqual(['first']);
  indexedDB.deleteDatabase(database);
});
