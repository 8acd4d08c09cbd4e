import { splatBall, writeSplat, writeSplatPly, writeSpzUnpacked } from '@leib/formats/testing';
import { createMirror } from '@leib/three';
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { SceneItem } from './sharedScene.js';
import { SplatDrawing } from './splatItem.js';

// A red ball at (0, 1, -3) with a radius of 0.5 m, seen from (0, 1, 0).
const SIDE = 200;
const renderer = new WebGLRenderer({
  canvas: Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE }),
});
renderer.setSize(SIDE, SIDE, false);
const ball = splatBall(2000, [0, 1, -3], 0.5, [1, 0.1, 0.1]);
const eye = new PerspectiveCamera(60, 1, 0.05, 100);
eye.position.set(0, 1, 0);
eye.updateMatrixWorld();
let world: Scene;
let root: Group;
let drawing: SplatDrawing;

beforeEach(() => {
  world = new Scene();
  root = new Group();
  world.add(root);
  drawing = new SplatDrawing(renderer, root);
});
afterAll(() => renderer.dispose());

async function open(name: string, bytes: Uint8Array): Promise<SceneItem> {
  const item = await drawing.open(name, bytes);
  root.add(item.root);
  return item;
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** From the left and from below, 0 to 1. */
type Region = readonly [left: number, bottom: number, right: number, top: number];

/** How much of a part of the picture is red. */
function redShare(item: SceneItem, [left, bottom, right, top]: Region = [0, 0, 1, 1]): number {
  item.stream?.update(eye, renderer, { points: 1_000_000, pointSize: 2 });
  renderer.setClearColor('#000000');
  renderer.render(world, eye);
  const [width, height] = [(right - left) * SIDE, (top - bottom) * SIDE];
  const pixels = new Uint8Array(width * height * 4);
  const gl = renderer.getContext();
  gl.readPixels(left * SIDE, bottom * SIDE, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let red = 0;
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at] > 100 && pixels[at + 2] < 90) red++;
  return red / (width * height);
}

/** Splats are sorted beside the page: frames until they are there. */
const seen = (item: SceneItem, region?: Region) =>
  expect.poll(() => redShare(item, region), { timeout: 60_000, interval: 20 });

test.each([
  ['a.ply', writeSplatPly(ball)],
  ['a.splat', writeSplat(ball)],
  ['a.spz', writeSpzUnpacked(ball)],
])('%s is seen where it is, and a ray meets its surface', async (name, bytes) => {
  const item = await open(name, name === 'a.spz' ? await gzip(bytes) : bytes);
  expect(redShare(item)).toBe(0);
  // A disc with a radius of 0.5 m at 3 m in a view of 60 degrees.
  await seen(item).toBeGreaterThan(0.06);
  expect(redShare(item)).toBeLessThan(0.12);
  expect(item.stream?.pointCount).toBe(2000);
  const hit = item.pick(new Vector3(0, 1, 0), new Vector3(0, 0, -1));
  // Within the size of a splat.
  expect(hit?.point.z).toBeCloseTo(-2.5, 1);
  expect(item.pick(new Vector3(0, 1, 0), new Vector3(0, 0, 1))).toBe(null);
  item.dispose();
});

test('what stands before it hides it, what stands behind it does not', async () => {
  const item = await open('a.splat', writeSplat(ball));
  await seen(item).toBeGreaterThan(0.06);
  const board = new Mesh(new BoxGeometry(2, 3, 0.02), new MeshBasicMaterial({ color: '#00ff00' }));
  board.position.set(1, 1, -2);
  world.add(board);
  const [left, right] = [
    [0, 0, 0.5, 1],
    [0.5, 0, 1, 1],
  ] as const;
  expect(redShare(item, right)).toBe(0);
  expect(redShare(item, left)).toBeGreaterThan(0.06);
  board.position.z = -4;
  expect(redShare(item, right)).toBeGreaterThan(0.06);
  item.dispose();
});

test('it stands, and is met, where its thing stands, the way up that its thing says', async () => {
  const upright = splatBall(500, [0, -1.5, -3], 0.3, [1, 0.1, 0.1]);
  const item = await open('a.splat', writeSplat(upright));
  expect(item.floorY).toBeCloseTo(-1.8, 1);
  item.setUp?.('-y');
  expect(item.floorY).toBeCloseTo(1.2, 1);
  // Upside down it is behind the eye, until half a turn brings it before it.
  item.root.rotation.y = Math.PI;
  item.root.position.y = -0.5;
  await seen(item).toBeGreaterThan(0.02);
  expect(item.pick(new Vector3(0, 1, 0), new Vector3(0, 0, -1))?.point.z).toBeCloseTo(-2.7, 1);
  item.setUp?.('z');
  expect(item.floorY).toBeCloseTo(-3.3, 1);
  item.dispose();
});

test('a mirror shows it, and all stay sorted for the eye: near ones cover far ones', async () => {
  const mirror = createMirror({ width: 4, height: 2, resolution: 256, samples: 0 });
  mirror.root.position.set(0, 0, -4.7);
  world.add(mirror.root);
  const red = await open('a.splat', writeSplat(splatBall(2000, [-1.5, 1, -3], 0.5, [1, 0.1, 0.1])));
  const blue = await open('b.splat', writeSplat(splatBall(2000, [-1.95, 1, -3.9], 0.5, [0.1, 0.1, 1])));
  const [own, mirrored] = [
    [0, 0.4, 0.15, 0.6],
    [0.2, 0.4, 0.36, 0.6],
  ] as const;
  await seen(red, mirrored).toBeGreaterThan(0.2);
  for (let frame = 0; frame < 20; frame++) await seen(red, own).toBeGreaterThan(0.8);
  for (const item of [red, blue]) item.dispose();
});

test('with fewer splats than a large file has, the picture is made of fewer', async () => {
  const item = await open('a.splat', writeSplat(splatBall(250_000, [0, 1, -3], 0.5, [1, 0.1, 0.1])));
  const drawWith = (points: number) => {
    item.stream?.update(eye, renderer, { points, pointSize: 2 });
    renderer.render(world, eye);
    return item.stream?.pointCount ?? 0;
  };
  const few = () => drawWith(20_000);
  await expect.poll(few, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1000);
  expect(few()).toBeLessThanOrEqual(20_000);
  expect(item.floorY).toBeCloseTo(0.5, 1);
  // With as many as it has, a ray meets them where they are.
  const metZ = () => drawWith(1_000_000) && item.pick(new Vector3(0, 1, 0), new Vector3(0, 0, -1))?.point.z;
  await expect.poll(metZ, { timeout: 60_000, interval: 20 }).toBeCloseTo(-2.5, 1);
  item.dispose();
});

test('what is removed is gone, with all that it had on the graphics card', async () => {
  const held = () => {
    renderer.render(world, eye);
    return renderer.info.memory.textures;
  };
  const shown: number[] = [];
  for (let round = 0; round < 3; round++) {
    const item = await open('a.splat', writeSplat(ball));
    await seen(item).toBeGreaterThan(0.06);
    shown.push(held());
    item.root.removeFromParent();
    item.dispose();
    await expect.poll(held, { timeout: 60_000, interval: 20 }).toBeLessThan(shown[round] - 2);
  }
  expect(shown[2]).toBe(shown[1]);
  expect(root.children).toEqual([]);
});

test('a damaged file is a sentence, and nothing of it stands there', async () => {
  const { length } = writeSplatPly(ball);
  await expect(drawing.open('a.ply', writeSplatPly(ball).slice(0, length - 5))).rejects.toThrow(
    'the file is cut off, it cannot hold 2000 splats',
  );
  expect(root.children).toEqual([]);
});
