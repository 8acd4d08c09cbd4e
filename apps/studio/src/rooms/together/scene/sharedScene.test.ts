import { createVec3 } from '@leib/core';
import { createGroundHit, createSphereContact } from '@leib/embody';
import type { JsonObject, Thing } from '@leib/stage';
import { BoxGeometry, Group, Mesh, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { ModelItem } from './modelItem.js';
import { poseOf, readSceneThing, type ScenePlace, thingOf } from './sceneThing.js';
import { SharedScene } from './sharedScene.js';

const hash = 'a'.repeat(64);
const origin = { kind: 'file', hash, file: 'stairs.glb' } as const;

/** Three steps of 0.2 m towards +X and a wall of 2 m behind them. */
function stairs(): Group {
  const root = new Group();
  const add = (width: number, height: number, x: number) => {
    const mesh = new Mesh(new BoxGeometry(width, height, 2));
    mesh.position.set(x, height / 2, 0);
    root.add(mesh);
  };
  for (let i = 0; i < 3; i++) add(0.3, 0.2 * (i + 1), 1 + 0.3 * i);
  add(0.1, 2, 2);
  return root;
}

const thingAt = (place: ScenePlace) => thingOf({ id: 'm', kind: 'model', name: 'Stairs', origin, place });

/** A scene with the stairs in it, as the document says. */
async function sceneWith(place: ScenePlace): Promise<SharedScene> {
  const scene = new SharedScene(async () => new ModelItem(stairs()));
  scene.follow([thingAt(place)]);
  await new Promise((done) => setTimeout(done));
  return scene;
}

describe.each([
  ['as it was made', { x: 0, y: 0, z: 0, turn: 0, scale: 1 }],
  ['moved, turned and twice as large', { x: 3, y: 0.5, z: -2, turn: 2.1, scale: 2 }],
])('a model %s', (_name, place) => {
  /** A point of the model in the world. */
  const worldOf = (x: number, y: number, z: number) =>
    new Vector3(x, y, z)
      .multiplyScalar(place.scale)
      .applyAxisAngle(new Vector3(0, 1, 0), place.turn)
      .add(new Vector3(place.x, place.y, place.z));

  test('has its treads under the feet, and its wall in the way', async () => {
    const { ground } = await sceneWith(place);
    const hit = createGroundHit();
    for (let i = 0; i < 3; i++) {
      const at = worldOf(1 + 0.3 * i, 0.2 * (i + 1), 0.1);
      expect(ground.query(at.x, at.z, at.y + 0.1, hit)).toBe(true);
      expect(hit.height).toBeCloseTo(at.y, 3);
    }
    const before = worldOf(1.85, 0.6, 0);
    const sphere = {
      centre: createVec3(before.x, before.y, before.z),
      radius: 0.2 * place.scale,
      stepY: before.y + 0.2,
    };
    const contact = createSphereContact();
    expect(ground.sphereContact?.(sphere, contact)).toBe(true);
    const out = new Vector3(-1, 0, 0).applyAxisAngle(new Vector3(0, 1, 0), place.turn);
    for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) expect(contact.normal[k]).toBeCloseTo(out[axis], 3);
    expect(contact.depth).toBeCloseTo(0.1 * place.scale, 3);
  });

  test('is met by a ray where its surface is', async () => {
    const scene = await sceneWith(place);
    const [from, at] = [worldOf(-1, 1.5, 0.2), worldOf(1.95, 1.5, 0.2)];
    const met = scene.pick(from, at.clone().sub(from).multiplyScalar(7));
    expect(met?.thingId).toBe('m');
    expect(met?.point.distanceTo(at)).toBeLessThan(1e-4);
    expect(met?.normal?.dot(from.clone().sub(at).normalize())).toBeCloseTo(1, 5);
    expect(scene.pick(from, new Vector3(0, 1, 0))).toBe(null);
  });
});

test('beside what stands there is the floor; what cannot be opened says why, and is tried again', async () => {
  const scene = await sceneWith({ x: 0, y: 0, z: 0, turn: 0, scale: 1 });
  const hit = createGroundHit();
  expect(scene.ground.query(-5, 0, 1, hit)).toBe(true);
  expect([hit.height, scene.hasGround]).toEqual([0, true]);
  scene.follow([]);
  expect([scene.shown.length, scene.hasGround, scene.root.children.length]).toEqual([0, false, 0]);
  const broken = new SharedScene(() => Promise.reject(new Error('file: it is damaged')));
  broken.follow([thingAt({ x: 0, y: 0, z: 0, turn: 0, scale: 1 })]);
  await new Promise((done) => setTimeout(done));
  expect(broken.shown[0].problem).toBe('file: it is damaged');

  let tries = 0;
  const late = new SharedScene(async () => {
    if (tries++ === 0) throw new Error('the server has it no longer');
    return new ModelItem(stairs());
  });
  late.follow([thingAt({ x: 0, y: 0, z: 0, turn: 0, scale: 1 })]);
  await new Promise((done) => setTimeout(done));
  expect([late.shown[0].problem, late.hasGround]).toEqual(['the server has it no longer', false]);
  late.tryAgain();
  await new Promise((done) => setTimeout(done));
  expect([late.shown[0].problem, late.hasGround]).toEqual([null, true]);
});

test('what is taken away while it is on its way never stands there', async () => {
  let disposed = 0;
  const item = Object.assign(new ModelItem(stairs()), { dispose: () => disposed++ });
  const scene = new SharedScene(async () => item);
  scene.follow([thingAt({ x: 0, y: 0, z: 0, turn: 0, scale: 1 })]);
  scene.follow([]);
  await new Promise((done) => setTimeout(done));
  expect([disposed, scene.root.children.length, scene.hasGround]).toEqual([1, 0, false]);
});

describe('a thing of the document', () => {
  test('comes back as it was written', () => {
    const place = { x: 1.25, y: -0.5, z: 3, turn: -Math.PI / 2, scale: 2 };
    for (const from of [origin, { kind: 'server', scan: 'hall' }, { kind: 'example' }] as const) {
      const thing = thingOf({ id: 's', kind: 'scan', name: 'Hall', origin: from, place });
      const read = readSceneThing(thing);
      expect(read).toMatchObject({ id: 's', kind: 'scan', name: 'Hall', origin: from });
      expect(read?.place.turn).toBeCloseTo(place.turn, 3);
      expect({ ...read?.place, turn: 0 }).toEqual({ ...place, turn: 0 });
    }
  });

  test('of splats says which way is up in their file, and turns them when it says so', async () => {
    const place = { x: 0, y: 1, z: 0, turn: 0, scale: 1, up: '-y' } as const;
    const thing = thingOf({
      id: 's',
      kind: 'splats',
      name: 'Garden',
      origin: { kind: 'server', scan: 'garden.spz' },
      place,
    });
    expect(readSceneThing(thing)?.place).toEqual(place);
    const wrong = { ...thing, settings: { ...thing.settings, up: 'sideways' } };
    expect(readSceneThing(wrong)?.place.up).toBe('y');
    expect(readSceneThing({ ...thing, kind: 'model' })?.place).not.toHaveProperty('up');
    const ups: string[] = [];
    const scene = new SharedScene(async () =>
      Object.assign(new ModelItem(stairs()), { setUp: (up: string) => ups.push(up) }),
    );
    scene.follow([thing]);
    await new Promise((done) => setTimeout(done));
    scene.follow([{ ...thing, settings: { ...thing.settings, up: 'z' } }]);
    expect([ups, scene.shown.length]).toEqual([['-y', 'z'], 1]);
  });

  test.each<[string, JsonObject]>([
    ['a way out of the folder of scans', { from: 'server', scan: '../secret' }],
    ['a hidden folder', { from: 'server', scan: '.git' }],
    ['an address', { from: 'server', scan: 'https://elsewhere.example/' }],
    ['a hash that is none', { from: 'file', hash: '../../etc' }],
    ['nothing', {}],
  ])('with %s is not shown', (_name, settings) => {
    const pose = poseOf({ x: 0, y: 0, z: 0, turn: 0, scale: 1 });
    expect(readSceneThing({ id: 'x', kind: 'scan', pose, settings })).toBe(null);
  });

  test('far beyond what a room is stands at its edge', () => {
    const pose: Thing['pose'] = [1e9, 0, -1e9, 0, 0, 0, 0];
    const read = readSceneThing({ id: 'x', kind: 'model', pose, settings: { from: 'example', scale: 1e9 } });
    expect(read?.place).toEqual({ x: 500, y: 0, z: -500, turn: 0, scale: 100 });
  });
});
