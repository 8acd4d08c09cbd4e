import { requireDecoded } from '@leib/core';
import { decodeStageDoc, SharedDoc } from '@leib/stage';
import type { SharedRoom } from '@leib/together';
import { Object3D, Quaternion, Vector3, type WebGLRenderer } from 'three';
import { expect, test } from 'vitest';
import { SceneController } from '../scene/sceneController.js';
import { SceneGrab } from '../scene/sceneGrab.js';
import { SharedScene } from '../scene/sharedScene.js';
import { TogetherController } from '../togetherController.js';
import { HeadsetMenu } from './headsetMenu.js';

const page = {
  address: 'http://lab.test:8080/?people=museum#/together',
  setAddress() {},
  notify(_kind: string, text: string) {
    throw new Error(text);
  },
  nowSeconds: () => 0,
  drawView: () => ({}) as HTMLCanvasElement,
};
const storage = { getItem: () => null, setItem() {} };

/** A room with a document as shared ones are, and two things in it that a ray meets on the floor within half a metre of them. */
async function open(role: 'host' | 'watcher') {
  const thing = (name: string, x: number) => ({
    ...{ id: name, kind: 'model', pose: [x, 0, -2, 0, 0, 0, 1] },
    settings: { name, from: 'example', scale: 1 },
  });
  const actors = { p0: { kind: 'remote', settings: { name: 'Ada', role } } };
  const start = { format: 'leib-stage/1', actors, things: [thing('Vase', 0), thing('Chair', 2)] };
  const doc = new SharedDoc('p0', 1, requireDecoded(decodeStageDoc(start)), 0);
  const controller = new TogetherController(page, storage, storage);
  controller.room = {
    get doc() {
      return doc.present;
    },
    ...{ me: 'p0', role, others: [], feed: () => null, figures: () => ({ state: 'open', sentence: '' }) },
    change: doc.change.bind(doc),
    undo: () => Boolean(doc.undo()),
  } as unknown as SharedRoom;
  const scene = new SharedScene(async () => {
    const root = new Object3D();
    const pick = (origin: Vector3, direction: Vector3) => {
      const point = origin.clone().addScaledVector(direction, -origin.y / direction.y);
      return point.distanceTo(root.position) < 0.5 ? { point, normal: null } : null;
    };
    return { root, ground: null, floorY: 0, pick, dispose() {} };
  });
  const host = {
    ...{ address: page.address, renderer: {} as WebGLRenderer, room: () => controller.room, hold: () => () => {} },
    replay: () => null,
    change: (changes: Parameters<TogetherController['changeShared']>[0]) => controller.changeShared(changes),
  };
  const sceneController = new SceneController(host, scene);
  controller.scene = sceneController;
  const menu = new HeadsetMenu(controller);
  const press = (label: string | RegExp) => {
    const action = menu.actions().find((one) => one.label.match(label));
    if (!action || action.isDisabled) throw new Error(`expected ${label} of ${menu.actions().map((one) => one.label)}`);
    action.run();
  };
  const grab = new SceneGrab(scene, (...move) => sceneController.move(...move));
  const hand = { isTracked: true, isSelecting: false, position: new Vector3(0, 1.2, 0), rotation: new Quaternion() };
  let seconds = 0;
  /** A frame in which the hand points at a place of the floor. */
  const point = (x: number, z: number, isSelecting: boolean) => {
    scene.follow(doc.present.things);
    const way = new Vector3(x, 0, z).sub(hand.position).normalize();
    hand.rotation.setFromUnitVectors(new Vector3(0, 0, -1), way);
    hand.isSelecting = isSelecting;
    seconds += 1 / 72;
    grab.step(sceneController.isCarrying ? hand : null, seconds);
  };
  scene.follow(doc.present.things);
  await Promise.resolve();
  await Promise.resolve();
  const poseOf = (id: string) => doc.present.things.find((one) => one.id === id)?.pose;
  return { menu, press, point, poseOf, doc, sceneController };
}

test('“Move by hand” lets the trigger carry a thing; the document has where it went, and “Take back” has it where it was', async () => {
  const { press, point, poseOf } = await open('host');
  press('Scene');
  point(0, -2, false);
  point(0, -2, true);
  point(1, -3, true);
  point(1, -3, false);
  // Nothing is carried before it is asked for.
  expect(poseOf('Vase')?.slice(0, 3)).toEqual([0, 0, -2]);
  press('Move by hand');
  point(0, -2, false);
  for (let i = 0; i <= 36; i++) point(i / 36, -2 - i / 36, true);
  point(1, -3, false);
  expect(poseOf('Vase')?.[0]).toBeCloseTo(1, 1);
  expect(poseOf('Vase')?.[2]).toBeCloseTo(-3, 1);
  expect(poseOf('Chair')?.slice(0, 3)).toEqual([2, 0, -2]);
  press('Take back');
  expect(poseOf('Vase')?.slice(0, 3)).toEqual([0, 0, -2]);
});

test('one thing after the other is turned, made larger and removed; leaving the page puts the hand down', async () => {
  const { press, doc, poseOf, sceneController } = await open('host');
  press('Scene');
  press('Move by hand');
  press(/^Vase \(1 of 2\)/);
  press('Turn left');
  press('Larger');
  expect(2 * Math.atan2(poseOf('Chair')?.[4] ?? 0, poseOf('Chair')?.[6] ?? 1)).toBeCloseTo(Math.PI / 8, 5);
  expect(doc.present.things[1].settings.scale).toBeCloseTo(1.1, 5);
  press('Remove it');
  expect(doc.present.things.map(({ id }) => id)).toEqual(['Vase']);
  press('Back');
  expect(sceneController.isCarrying).toBe(false);
});

test('who only looks on is offered nothing that changes the scene', async () => {
  const { press, menu } = await open('watcher');
  press('Scene');
  expect(menu.actions().map(({ label }) => label)).toEqual(['Vase (1 of 2)', 'Back']);
});
