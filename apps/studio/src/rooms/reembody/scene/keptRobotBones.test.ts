import { expect, test } from 'vitest';
import type { VisitorStorage } from '../../../files/visitorStorage.js';
import { keepBones, readKeptBones } from './keptRobotBones.js';

function memoryStorage(): VisitorStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
}

test('chosen bones come back for a robot with the same joints, and for no other', () => {
  const storage = memoryStorage();
  keepBones(['a', 'b'], { a: 'leftUpperArm', b: null }, storage);
  expect(readKeptBones(['a', 'b'], storage)).toEqual({ a: 'leftUpperArm', b: null });
  expect(readKeptBones(['a', 'b', 'c'], storage)).toEqual({});
});

test('what another version wrote counts as nothing', () => {
  const storage = memoryStorage();
  keepBones(['a'], {}, storage);
  for (const key of storage.kept.keys()) storage.kept.set(key, '{"format":"other"}');
  expect(readKeptBones(['a'], storage)).toEqual({});
});
