import { afterEach, expect, test, vi } from 'vitest';
import { openKeptFiles } from './keptFiles.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const file = { name: 'a', bytes: Uint8Array.of(1) };

/** An event handler that is called once it is set. */
function calledWhenSet<Target extends object>(target: Target, handler: string): Target {
  return Object.defineProperty(target, handler, { set: (run: () => void) => queueMicrotask(run) });
}

/** A database whose transactions `end` in one way: "oncomplete", or "onabort" as with a QuotaExceededError. */
function databaseThatEnds(end: 'oncomplete' | 'onabort') {
  const store = { put: () => ({ result: 'a' }), get: () => calledWhenSet({ result: undefined }, 'onsuccess') };
  const transaction = () => calledWhenSet({ objectStore: () => store, commit() {} }, end);
  return { open: () => calledWhenSet({ result: { transaction } }, 'onsuccess') };
}

test('a storage that is full when the transaction ends: put() says that it was not kept', async () => {
  vi.stubGlobal('indexedDB', databaseThatEnds('oncomplete'));
  expect(await openKeptFiles('x').put(file)).toBe(true);
  vi.stubGlobal('indexedDB', databaseThatEnds('onabort'));
  expect(await openKeptFiles('x').put(file)).toBe(false);
});

const refuse = () => {
  throw new DOMException('not here', 'SecurityError');
};
const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

test.each([
  ['there is no database (private mode)', undefined],
  ['opening it is refused', { open: refuse }],
  ['opening it fails', { open: () => calledWhenSet({ error: new DOMException('no') }, 'onerror') }],
  ['it refuses every transaction', { open: () => calledWhenSet({ result: { transaction: full } }, 'onsuccess') }],
])('%s: nothing is kept, and nothing throws', async (_, database) => {
  vi.stubGlobal('indexedDB', database);
  const files = openKeptFiles('x');
  expect(await files.put(file)).toBe(false);
  expect(await files.list()).toEqual([]);
  expect(await files.names()).toEqual([]);
  expect(await files.read('a')).toBeNull();
  await files.remove('a');
});
