import { createPerson, defaultEmbodySettings, type Person } from '@leib/embody';
import { createStage, type Stage } from '@leib/stage';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { Group, PerspectiveCamera } from 'three';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSettingsStore } from '../../files/settingsStore.js';
import { Locomotion } from '../../world/locomotion/locomotion.js';
import { medianOf } from '../../world/meter.js';
import type { RoomScene } from '../../world/roomScene.js';
import { createStageBody, type StageBody } from '../../world/stageBody.js';
import type { World } from '../../world/world.js';
import type { EmbodyFigures } from './embodyFigures.js';
import { embodyRoom } from './embodyRoom.js';
import { createEmbodyScene } from './embodyScene.js';
import { embodyShape } from './embodyShape.js';

const settings = createSettingsStore('embody', embodyShape, { getItem: () => null, setItem() {} });
const tracked = new Group();
let stage: Stage;
let scene: Required<Pick<RoomScene, 'ground' | 'acts' | 'travel'>> & RoomScene;
let body: StageBody & { person: Person };
let locomotion: Locomotion;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' }));
  // Nothing is drawn: it takes what three.js calls to draw the bones of a crowd.
  const drawing = { getRenderTarget: () => null, setRenderTarget() {}, render() {}, autoClear: true };
  const renderer = { domElement: new EventTarget(), xr: { isPresenting: false }, ...drawing };
  const clock = { isManual: false, hold: () => () => {} };
  const rig = { camera: new PerspectiveCamera() };
  const doc = { format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } } as const;
  stage = createStage({}, { ...doc, view: {}, script: null, sinks: [] });
  const person = new Group();
  const world = { renderer, tracked, truth: null, reader: { smoothing: null }, person, clock, rig, stage };
  scene = createEmbodyScene(world as unknown as World, settings) as typeof scene;
  locomotion = new Locomotion(world as unknown as World, () => settings.values() as never);
  // By the rules: the weights of the prior are a file to fetch.
  const byRules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };
  const fit = { metres: 'avatar', size: 'own' } as const;
  const ofPerson = { solver: byRules, fit, player: locomotion.playerSettings };
  const me = createPerson({ avatar, ground: scene.ground, player: locomotion.player, settings: ofPerson });
  body = { ...createStageBody(avatar, me), person: me };
  Object.assign(world, { body, ground: scene.ground, room: scene, locomotion });
});
afterAll(() => {
  scene.dispose();
  body.avatar.dispose();
});

/** Presses a button of the headset's panel. */
function press(id: string): void {
  const action = scene.acts.actions?.().find((each) => each.id === id);
  if (!action) throw new Error(`expected the action ${id}`);
  action.run();
}

/** A second in which the person walks ahead by so many metres, and half of one to stand there: the space follows the feet. */
function walk(metres: number): void {
  const joints = createJointFrame();
  for (let frame = 0; frame <= 90; frame++) {
    joints.quality[pointNumber.head] = quality.tracked;
    joints.jointPoses.set([0, 1.5, (metres * Math.min(frame, 60)) / 60, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
    scene.travel(joints, 1 / 60);
    locomotion.push(joints);
    body.person.set({ climbs: settings.values().climb });
    body.person.solve(joints, 1 / 60);
    locomotion.show(joints);
    scene.update(1 / 60);
  }
}

/** How much is drawn of the solve. */
function drawnCount(): number {
  let count = 0;
  scene.personRoot.traverseVisible((each) => {
    if ('isMesh' in each || 'isLine' in each || 'isPoints' in each) count++;
  });
  return count;
}

test('"Climb stairs" lifts the person onto the stairs, off it does not, and "Back to start" brings them back', () => {
  walk(1.9);
  const climbed = locomotion.root.position.y;
  expect(climbed).toBeGreaterThan(0.1);
  press('start');
  walk(0);
  expect(Math.abs(locomotion.root.position.y)).toBeLessThan(0.01);
  press('climb');
  walk(1.9);
  expect(locomotion.root.position.y).toBeCloseTo(0, 9);
  press('climb');
});

test.each([
  ...['showSteps', 'showFields', 'showBalance', 'showArmPlanes', 'showTwists', 'showShoulders', 'showSphere'],
  ...['showOffset', 'showHeading', 'showSwing', 'showProbes', 'showCones', 'showHull'],
])('"%s" draws more than before, and not when pressed again', (id) => {
  walk(0.3);
  const before = drawnCount();
  settings.set(id, true);
  walk(0.3);
  expect(drawnCount()).toBeGreaterThan(before);
  settings.set(id, false);
  walk(0);
  expect(drawnCount()).toBe(before);
});

const crowdCost = () => (scene.controller as EmbodyFigures).crowd.cost;

test('the slider fills the stage with people, whose number and cost are told; at zero they are gone', async () => {
  const step = () => {
    scene.travel(createJointFrame(), 1 / 60);
    stage.step(1 / 60);
  };
  step();
  expect(crowdCost()).toBeNull();
  settings.set('people', 5);
  for (let i = 0; i < 20; i++) {
    step();
    // Its code is fetched when it is first wanted.
    await Promise.all([import('./crowd/crowdMotion.js'), import('./crowd/crowdView.js')]);
  }
  const { people, levels, bodies } = crowdCost() ?? {};
  expect([people, (levels?.full ?? 0) + (levels?.reduced ?? 0) + (levels?.far ?? 0)]).toEqual([5, 5]);
  expect(bodies && medianOf(bodies)).toBeGreaterThan(0);
  settings.set('people', 0);
  step();
  expect(crowdCost()).toBeNull();
});

test('each choice of the body is another solver', () => {
  const chosen = ['thesis', 'baseline', 'leib'].map((name) => {
    press(`solver ${name}`);
    return JSON.stringify(embodyRoom.docOf(settings.values()).actors.me);
  });
  expect(new Set(chosen).size).toBe(3);
});
