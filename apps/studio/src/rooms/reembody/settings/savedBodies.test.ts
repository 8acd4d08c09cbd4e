import { defaultRemoteBodySettings } from '@leib/reembody';
import { expect, test } from 'vitest';
import { createSavedBodies } from './savedBodies.js';

function memory(items: Record<string, string> = {}) {
  return {
    items,
    getItem: (key: string) => items[key] ?? null,
    setItem(key: string, text: string) {
      items[key] = text;
    },
  };
}
const named = (name: string, totalMass = 72) => ({ ...defaultRemoteBodySettings, name, totalMass });

test('what is saved is there on the next visit, as it was', () => {
  const storage = memory();
  expect(createSavedBodies(storage).save(named('strong', 90))).toBeNull();
  expect(createSavedBodies(storage).save(named('a child', 30))).toBeNull();
  const again = createSavedBodies(storage);
  expect(again.names()).toEqual(['a child', 'strong']);
  expect(again.load('strong')).toEqual(named('strong', 90));
  again.save(named('strong', 95));
  expect(again.load('strong')?.totalMass).toBe(95);
  expect(again.names()).toHaveLength(2);
});

test('renamed it is found by its new name only, and never takes the place of another', () => {
  const bodies = createSavedBodies(memory());
  bodies.save(named('a'));
  bodies.save(named('b', 50));
  expect(bodies.rename('a', 'b')).toContain('already');
  expect(bodies.load('b')?.totalMass).toBe(50);
  expect(bodies.rename('a', 'c')).toBeNull();
  expect(bodies.names()).toEqual(['b', 'c']);
  expect(bodies.load('c')?.name).toBe('c');
  expect(bodies.rename('nobody', 'd')).toContain('no body');
  expect(bodies.rename('c', ' ')).toContain('name');
});

test('removed it is gone, the others stay', () => {
  const bodies = createSavedBodies(memory());
  bodies.save(named('a'));
  bodies.save(named('b'));
  bodies.remove('a');
  bodies.remove('never there');
  expect(bodies.names()).toEqual(['b']);
  expect(bodies.load('a')).toBeNull();
});

test('what cannot be kept or read is reported and breaks nothing', () => {
  const full = { getItem: () => null, setItem() {} };
  expect(createSavedBodies(full).save(named('a'))).toContain('keeps nothing');
  expect(createSavedBodies(memory()).save(named('  '))).toContain('needs a name');
  for (const text of ['not JSON', '[1]', 'null', '{"a": {"totalMas": 3}}']) {
    const bodies = createSavedBodies(memory({ 'leib-reembody-bodies': text }));
    expect(bodies.load('a')).toBeNull();
    expect(bodies.save(named('b'))).toBeNull();
    expect(bodies.load('b')).not.toBeNull();
  }
});
