import { buildTestRig } from '@leib/three/testing';
import { expect, test, vi } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import { createRealClock } from '../../../time/clock.js';
import { ModelChoice } from './modelChoice.js';

const rig = new File([buildTestRig({ format: 'gltf', names: 'mixamo' })], 'worker.glb');

function openRoom(kept = fakeKeptFiles()) {
  const said: string[] = [];
  const choice = new ModelChoice(createRealClock(), (_kind, text) => said.push(text), kept);
  return { choice, kept, said };
}

test('another model as the second body is there again at the next visit, until the own avatar is chosen', async () => {
  const first = openRoom();
  await first.choice.load(rig);
  const name = first.choice.shown?.name;
  expect(name).toBeTruthy();
  first.choice.dispose();
  const second = openRoom(first.kept);
  await second.choice.restore();
  expect(second.choice.shown?.name).toBe(name);
  await second.choice.remove();
  expect(second.choice.shown).toBeNull();
  const third = openRoom(first.kept);
  await third.choice.restore();
  expect(third.choice.shown).toBeNull();
  expect([...first.said, ...second.said, ...third.said]).toEqual([]);
});

test('a page can start before the model of the last visit is read', async () => {
  const { choice, kept } = openRoom();
  await choice.load(rig);
  const hold = vi.fn(() => () => {});
  const clock = { ...createRealClock(), hold };
  const next = new ModelChoice(clock, () => {}, kept);
  await next.restore();
  expect(next.shown?.name).toBe(choice.shown?.name);
  expect(hold).not.toHaveBeenCalled();
});

test('the last choice counts, however long files take: nothing is shown after the room was left or a model was removed', async () => {
  const { choice, kept } = openRoom();
  await choice.load(rig);
  choice.dispose();
  const again = openRoom(kept);
  const restoring = again.choice.restore();
  await again.choice.remove();
  await restoring;
  expect(again.choice.shown).toBeNull();
  const loading = again.choice.load(rig);
  again.choice.dispose();
  await loading;
  expect(again.choice.shown).toBeNull();
  expect(await kept.names()).toEqual([]);
});

test('a file that is no person changes nothing and is not kept; one that cannot be read any more is forgotten', async () => {
  const { choice, kept, said } = openRoom();
  await choice.load(rig);
  const { shown } = choice;
  await choice.load(new File(['x'], 'broken.glb'));
  expect(choice.shown).toBe(shown);
  expect(await kept.names()).toEqual(['worker.glb']);
  await kept.put({ name: 'worker.glb', bytes: new Uint8Array(3) });
  const next = openRoom(kept);
  await next.choice.restore();
  expect(await kept.names()).toEqual([]);
  expect([said.length, next.said.length]).toEqual([1, 1]);
  expect(said[0]).toMatch(/^broken\.glb cannot be the second body: /);
  choice.dispose();
});

test('where the browser has no room, the model is shown and it is said that it is not kept', async () => {
  const { choice, kept, said } = openRoom();
  kept.isFull = true;
  await choice.load(rig);
  expect(choice.shown).not.toBeNull();
  expect(said).toEqual([
    'worker.glb is the second body, but the browser has no room to keep it; choose it again next time.',
  ]);
  choice.dispose();
});
