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
