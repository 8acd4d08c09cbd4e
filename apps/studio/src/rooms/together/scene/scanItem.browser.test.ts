import { createGroundHit } from '@leib/embody';
import { buildScan, museum, museumScan } from '@leib/formats/scan';
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScanItem } from './scanItem.js';
import { SharedScene } from './sharedScene.js';

// The example of the room, streamed out of memory as it is streamed from a server.
let renderer: WebGLRenderer;
let scene: SharedScene;
const camera = new PerspectiveCamera(60, 1, 0.05, 100);
const detail = { points: 2_000_000, pointSize: 2 };
const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

beforeAll(async () => {
  renderer = new WebGLRenderer({
    canvas: Object.assign(document.createElement('canvas'), { width: 200, height: 200 }),
  });
  renderer.setSize(200, 200, false);
  const { files } = await buildScan('museum', museumScan(), { up: 'z', metresPerUnit: 1 });
  scene = new SharedScene(async (_thing, signal) => {
    const item = new ScanItem({ url: 'https://scan.invalid/museum/', files, token: null });
    await item.whenGround;
    expect(signal.aborted).toBe(false);
    return item;
  });
  camera.position.set(0, 1.6, 0);
  camera.lookAt(0, 1, 3);
  camera.updateMatrixWorld();
});

afterAll(() => {
  scene.dispose();
  renderer.dispose();
});

const streamOf = () => scene.shown[0]?.item?.stream;

/** Frames until what this view needs is there; points in memory then. */
async function settle(points: number): Promise<number> {
  let still = 0;
  await expect
    .poll(
      () => {
        scene.update(camera, renderer, { ...detail, points });
        const stream = streamOf();
        still = stream && stream.pointCount > 0 && stream.progress === 1 ? still + 1 : 0;
        return still > 10;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true);
  return streamOf()?.pointCount ?? 0;
}

const thing = (pose: readonly number[], scale = 1) => ({
  id: 'scene-1',
  kind: 'scan',
  pose: pose as unknown as [number, number, number, number, number, number, number],
  settings: { name: 'Museum', from: 'example', scale },
});

test('a scan is streamed as the view needs it, within its budget, and a ray meets scanned points', async () => {
  scene.follow([thing([0, 0, 0, 0, 0, 0, 1])]);
  const near = await settle(detail.points);
  expect(near).toBeGreaterThan(20_000);
  expect(streamOf()?.problem).toBe(null);

  // From above onto the ball on its pedestal: scan space has Z up, the world Y.
  const { pedestal } = museum;
  const met = scene.pick(new Vector3(pedestal.x, 4, -pedestal.y), new Vector3(0, -2, 0));
  expect(met?.thingId).toBe('scene-1');
  expect(met?.point.y).toBeCloseTo(pedestal.height + 2 * pedestal.ball, 1);
  expect(Math.hypot((met?.point.x ?? 9) - pedestal.x, (met?.point.z ?? 9) + pedestal.y)).toBeLessThan(0.06);
  // Towards the wall behind, at the height of the eyes.
  const wall = scene.pick(new Vector3(-1, 1.5, 1), new Vector3(0, 0, 1));
  expect(wall?.point.z).toBeCloseTo(museum.halfY, 1);
  expect(scene.pick(new Vector3(0, 10, 0), new Vector3(0, 1, 0))).toBe(null);
});

test('near to a wall one does not see between its points, and far away they are small', async () => {
  const world = new Scene();
  world.add(scene.root);
  const coveredAt = async (z: number) => {
    camera.position.set(-1, 1.5, z);
    camera.lookAt(-1, 1.5, 3);
    camera.updateMatrixWorld();
    await settle(detail.points);
    renderer.setClearColor('#ff00ff');
    renderer.render(world, camera);
    const pixels = new Uint8Array(200 * 200 * 4);
    const gl = renderer.getContext();
    gl.readPixels(0, 0, 200, 200, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let covered = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 1] > 10) covered++;
    return covered / 40_000;
  };
  // The wall is at 3 m: 40 cm, and some 20 m away from all.
  expect(await coveredAt(2.6)).toBeGreaterThan(0.9);
  expect(await coveredAt(-20)).toBeLessThan(0.4);
  camera.position.set(0, 1.6, 0);
});

test('with few points in memory the coarse ones are shown', async () => {
  camera.position.set(0, 1.6, 2.9);
  camera.lookAt(0, 1, -3);
  camera.updateMatrixWorld();
  const few = 100_000;
  await expect
    .poll(
      () => {
        scene.update(camera, renderer, { ...detail, points: few });
        return streamOf()?.pointCount;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBeLessThan(few);
  expect(streamOf()?.pointCount).toBeGreaterThan(5_000);
});

test('its ground stands where the thing stands: moved, turned, scaled', () => {
  const { stairs } = museum;
  const hit = createGroundHit();
  const [x, z] = [stairs.fromX + 2.5 * stairs.tread, -(stairs.fromY + stairs.toY) / 2];
  expect(scene.hasGround).toBe(true);
  expect(scene.ground.query(x, z, 3, hit)).toBe(true);
  expect(hit.height).toBeCloseTo(3 * stairs.rise, 1);
  // A quarter turn takes +X to -Z.
  scene.follow([thing([10, 1, 0, ...turn], 2)]);
  expect(scene.ground.query(10 + 2 * z, -2 * x, 5, hit)).toBe(true);
  expect(hit.height).toBeCloseTo(1 + 6 * stairs.rise, 1);
  const wall = { centre: [10 + 2 * museum.halfY - 0.1, 1.5, 0], radius: 0.3, stepY: 1.6 };
  const contact = { normal: [0, 0, 0], depth: 0 };
  expect(scene.ground.sphereContact?.(wall as never, contact as never)).toBe(true);
  expect(contact.normal[0]).toBeCloseTo(-1, 1);
  // Beside it there is the floor of the stage.
  expect(scene.ground.query(-30, 30, 5, hit)).toBe(true);
  expect(hit.height).toBe(0);
});

test('what is taken out of the document is gone', () => {
  scene.follow([]);
  expect([scene.shown.length, scene.root.children.length, scene.hasGround]).toEqual([0, 0, false]);
});
