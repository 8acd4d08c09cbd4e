import {
  buildPuppetModel,
  createPuppet,
  createPuppetState,
  findPuppetLimbs,
  type PuppetFile,
  type PuppetPart,
  proposeStructure,
  puppetMeshOf,
  stepPuppet,
} from '@leib/puppet';
import { loadMujoco } from '@leib/reembody/mujoco';
import { BoxGeometry, CapsuleGeometry } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { beforeAll, expect, test } from 'vitest';
import { BITES, PLACE_SIZE } from './stagePhysics.js';
import { StagePlay } from './stagePlay.js';

/** Two jaws that open about x: boxes of 20 x 4 x 20 cm, above and below y = 0.2, hinged at the back. */
const jaw = (name: string, y: number): PuppetPart => ({
  name,
  parent: null,
  shape: { kind: 'box', pivot: [0, y, -0.1], centre: [0, y, 0], rotation: [0, 0, 0, 1], halfSize: [0.1, 0.021, 0.1] },
  joint: {
    limits: {
      kind: 'planes',
      rotation: [0, 0, 0, 1],
      x: { min: -2, max: 2 },
      y: { min: -1, max: 1 },
      z: { min: -1, max: 1 },
    },
    weight: 1,
    maxStep: null,
    spring: null,
  },
  region: null,
});

type Thing = PuppetFile['stage']['things'][number];

async function openStage(things: Thing[]) {
  const boxes = [0.23, 0.17].map((y) => new BoxGeometry(0.2, 0.04, 0.2, 4, 2, 4).translate(0, y, 0));
  const merged = mergeGeometries(boxes);
  const mesh = puppetMeshOf(
    Float64Array.from(merged.getAttribute('position').array),
    Uint32Array.from(merged.getIndex()?.array ?? []),
  );
  const empty = createPuppet('Jaws', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const file: PuppetFile = {
    ...empty,
    parts: [jaw('upper', 0.23), jaw('lower', 0.17)],
    stage: {
      floor: 0,
      things,
      grasps: [{ parts: ['upper', 'lower'], closed: 0.3 }],
      bubbles: { part: 'lower', point: [0, 0.2, 0.12] },
    },
  };
  const model = await buildPuppetModel(file, mesh);
  const state = createPuppetState(model);
  const play = new StagePlay(await loadMujoco(), model);
  /** Steps with the jaws opened by an angle each, and the whole puppet somewhere. */
  const step = (open: number, seconds: number, x = 0, z = 0) => {
    const turn = (angle: number): [number, number, number, number] => [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
    const turns = [
      { part: 0, localRotation: turn(-open) },
      { part: 1, localRotation: turn(open) },
    ];
    for (let i = 0; i < Math.round(seconds * 60); i++) {
      stepPuppet(model, state, { hands: [], drags: [], turns }, 1 / 60);
      for (let at = 0; at < state.pose.worldPositions.length; at += 3) {
        state.pose.worldPositions[at] += x;
        state.pose.worldPositions[at + 2] += z;
      }
      play.step(state.pose, 1 / 60);
    }
  };
  return { play, step };
}

const placeOf = (play: StagePlay, thing: number) => [
  ...play.places.subarray(thing * PLACE_SIZE, thing * PLACE_SIZE + 3),
];
const ball: Thing = { name: 'ball', kind: 'ball', position: [0, 0.19, 0.14], size: [0.03, 0.03, 0.03], mass: 0.05 };

beforeAll(() => loadMujoco());

test('things fall to the floor and come to rest there', async () => {
  const { play, step } = await openStage([{ ...ball, position: [0.4, 0.3, 0.4] }]);
  step(0, 2);
  expect(placeOf(play, 0)[1]).toBeCloseTo(0.03, 2);
  play.dispose();
});

test('a part pushes a ball away', async () => {
  const { play, step } = await openStage([{ ...ball, position: [0, 0.03, 0.16] }]);
  step(0.75, 0.5);
  const before = placeOf(play, 0)[2];
  for (let i = 0; i < 20; i++) step(0.75, 1 / 60, 0, (i / 20) * 0.15);
  step(0.75, 0.3, 0, 0.15);
  expect(placeOf(play, 0)[2]).toBeGreaterThan(before + 0.03);
  play.dispose();
});

test('a mouth that closes on a ball holds it, carries it, and lets it go when it opens', async () => {
  const { play, step } = await openStage([ball]);
  step(0.7, 1 / 60);
  step(0.05, 4 / 60);
  expect(play.held).toEqual([0]);
  const before = placeOf(play, 0);
  for (let i = 1; i <= 30; i++) step(0.05, 1 / 60, i * 0.01);
  expect(placeOf(play, 0)[0]).toBeCloseTo(before[0] + 0.3, 2);
  expect(placeOf(play, 0)[1]).toBeCloseTo(before[1], 2);
  step(0.7, 0.1, 0.3);
  expect(play.held).toEqual([]);
  step(0.7, 1, 0.3);
  expect(placeOf(play, 0)[1]).toBeLessThan(0.05);
  play.dispose();
});

test('an own model whose limbs were found grasps a ball with its arms, lifts it, and lets it go', async () => {
  const shapes = [
    new CapsuleGeometry(0.16, 0.6, 8, 20, 12).translate(0, 0.9, 0),
    new CapsuleGeometry(0.1, 0.3, 8, 20, 6).translate(0, 1.45, 0),
    ...[1, -1].map((side) =>
      new CapsuleGeometry(0.055, 0.6, 8, 16, 30).rotateZ(Math.PI / 2).translate(0.45 * side, 1.15, 0),
    ),
    ...[1, -1].map((side) => new CapsuleGeometry(0.07, 0.6, 8, 16, 12).translate(0.1 * side, 0.4, 0)),
  ];
  const merged = mergeGeometries(shapes);
  const mesh = puppetMeshOf(
    Float64Array.from(merged.getAttribute('position').array),
    Uint32Array.from(merged.getIndex()?.array ?? []),
  );
  const empty = createPuppet('Own', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const proposed = proposeStructure(empty, findPuppetLimbs(mesh));
  const things: Thing[] = [{ ...ball, position: [0, 1.08, 0.45], size: [0.08, 0.08, 0.08] }];
  // A floor as high as a table.
  const model = await buildPuppetModel({ ...proposed, stage: { ...proposed.stage, floor: 1, things } }, mesh);
  const state = createPuppetState(model);
  const play = new StagePlay(await loadMujoco(), model);
  const reach = (x: number, y: number, frames: number) => {
    const drags = ['left', 'right'].map((side) => ({
      effector: model.file.effectors.findIndex(({ chain }) => chain === `${side} arm`),
      positionWorld: [side === 'left' ? x : -x, y, 0.45] as const,
      rotationWorld: null,
    }));
    for (let i = 0; i < frames; i++) {
      stepPuppet(model, state, { hands: [], drags, turns: [] }, 1 / 60);
      play.step(state.pose, 1 / 60);
    }
  };
  reach(0.5, 1.1, 20);
  expect(play.held).toEqual([]);
  reach(0.1, 1.1, 40);
  expect(play.held).toEqual([0]);
  const before = placeOf(play, 0)[1];
  reach(0.1, 1.3, 40);
  expect(placeOf(play, 0)[1]).toBeGreaterThan(before + 0.1);
  reach(0.5, 1.3, 40);
  expect(play.held).toEqual([]);
  play.dispose();
});

test('a ball that is let go in full swing flies on', async () => {
  const { play, step } = await openStage([ball]);
  step(0.7, 1 / 60);
  step(0.05, 4 / 60);
  for (let i = 1; i <= 10; i++) step(0.05, 1 / 60, i * 0.03);
  // It opens while it stops.
  step(0.7, 0.2, 0.3);
  expect(play.held).toEqual([]);
  expect(placeOf(play, 0)[0]).toBeGreaterThan(0.3 + 0.1);
  play.dispose();
});

test('each bite takes a piece of a biscuit, crumbs fall, and after the last one it is gone; another can be served', async () => {
  const biscuit: Thing = { ...ball, name: 'biscuit', kind: 'biscuit', size: [0.04, 0.01, 0.04] };
  const { play, step } = await openStage([biscuit]);
  for (let bite = 1; bite <= BITES; bite++) {
    step(0.7, 2 / 60);
    step(0.05, 6 / 60);
    if (bite < BITES) expect(play.bites).toEqual([bite]);
  }
  expect(play.things).toHaveLength(0);
  expect(play.crumbs.length).toBeGreaterThan(10);
  expect(play.held).toEqual([]);
  play.add('biscuit');
  expect(play.things.map(({ kind }) => kind)).toEqual(['biscuit']);
  expect(play.bites).toEqual([0]);
  play.dispose();
});

test('bubbles rise from the mouth and pop, by themselves or at a part', async () => {
  const { play, step } = await openStage([]);
  play.isBlowing = true;
  step(0, 1);
  expect(play.bubbles.bubbles.length).toBeGreaterThan(3);
  const [bubble] = play.bubbles.bubbles;
  const height = bubble.position.y;
  play.isBlowing = false;
  step(0, 1);
  expect(bubble.position.y).toBeGreaterThan(height);
  play.bubbles.bubbles.splice(1);
  bubble.position.set(0, 0.17, 0.1);
  step(0, 0.2);
  expect(play.bubbles.bubbles).toHaveLength(0);
  play.isBlowing = true;
  step(0, 0.5);
  play.isBlowing = false;
  step(0, 8);
  expect(play.bubbles.bubbles).toHaveLength(0);
  play.dispose();
});

test('things that are added do not disturb the others', async () => {
  const { play, step } = await openStage([{ ...ball, position: [0.4, 0.03, 0.4] }]);
  step(0, 1);
  const before = placeOf(play, 0);
  play.add('block');
  play.add('ball');
  expect(placeOf(play, 0)).toEqual(before);
  expect(play.held).toEqual([]);
  step(0, 2);
  expect(play.things).toHaveLength(3);
  expect([1, 2].map((i) => placeOf(play, i)[1] < 0.1)).toEqual([true, true]);
  play.clear();
  expect(play.things).toHaveLength(0);
  play.dispose();
});
