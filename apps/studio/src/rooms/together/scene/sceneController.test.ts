import { applyChanges, type Change, decodeStageDoc, type StageDoc } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { expect, test } from 'vitest';
import { SceneController } from './sceneController.js';
import { readSceneThing } from './sceneThing.js';
import { SharedScene } from './sharedScene.js';

test('two changes of a place from the same old line of the panel are both kept, and which way is up in splats', () => {
  const decoded = decodeStageDoc({ format: 'leib-stage/1', actors: {} });
  if (!decoded.ok) throw new Error(decoded.reason);
  let doc: StageDoc = decoded.value;
  const change = (changes: readonly Change[]) => {
    const next = applyChanges(doc, changes);
    if (!next.ok) throw new Error(`${next.path}: ${next.reason}`);
    doc = next.value;
  };
  const room = () => ({ doc }) as unknown as SharedRoom;
  const host = {
    address: 'http://localhost/',
    renderer: {} as never,
    room,
    replay: () => null,
    change,
    hold: () => () => {},
  };
  const controller = new SceneController(host, new SharedScene(() => new Promise(() => {})));
  controller.addExample();
  const shown = readSceneThing(doc.things[0]);
  if (!shown) throw new Error('nothing was added');
  controller.move(shown, { turn: -Math.PI / 2 });
  controller.move(shown, { x: -1.25 });
  controller.move(shown, { scale: 2 });
  controller.addOffered({ id: 'garden.ply', name: 'garden', about: null, isSplats: true });
  const garden = doc.things[1];
  const splats = readSceneThing(garden);
  expect(splats).toMatchObject({ kind: 'splats', place: { up: '-y' }, origin: { kind: 'server', scan: 'garden.ply' } });
  if (splats) controller.move(splats, { up: 'z' });
  expect(readSceneThing(doc.things[1])?.place.up).toBe('z');
  controller.remove(garden.id ?? '');
  const place = readSceneThing(doc.things[0])?.place;
  expect(place).toMatchObject({ x: -1.25, scale: 2 });
  expect(place?.turn).toBeCloseTo(-Math.PI / 2, 5);
  controller.remove(shown.id);
  expect(doc.things).toEqual([]);
});
