import { expect, test } from 'vitest';
import { takeKeptSlot } from './keptPuppet.js';

/** Locks of a browser with several tabs. */
function createLocks(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, _: LockOptions, work: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({ name, mode: 'exclusive' });
    held.delete(name);
  };
  return { request } as unknown as LockManager;
}

test('every open tab has a place of its own; a closed tab’s place is free again', async () => {
  const locks = createLocks();
  const first = await takeKeptSlot(locks);
  const second = await takeKeptSlot(locks);
  expect([first.puppet, second.puppet]).toEqual(['puppet.json', 'puppet-2.json']);
  expect(first.mesh).not.toBe(second.mesh);
  first.release();
  await Promise.resolve();
  await Promise.resolve();
  expect((await takeKeptSlot(locks)).number).toBe(1);
});

test('a browser without locks has one place', async () => {
  for (let tab = 0; tab < 2; tab++) expect((await takeKeptSlot(null)).number).toBe(1);
});
