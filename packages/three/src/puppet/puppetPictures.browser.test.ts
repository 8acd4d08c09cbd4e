import { openPuppet, puppetMeshOf, type SkinSettings } from '@leib/puppet';
import frogUrl from '@leib/puppet/frog.glb?url';
import {
  AmbientLight,
  Color,
  DirectionalLight,
  type Object3D,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  WebGLRenderer,
} from 'three';
import { afterAll, expect, test } from 'vitest';
import { createPuppetView } from './puppetView.js';

const SIZE = 96;
const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(SIZE, SIZE, false);
afterAll(() => renderer.dispose());

/** A picture of something about a point, on black; four bytes a pixel. */
function pictureOf(root: Object3D, [x, y, z]: readonly [number, number, number], away: number): Uint8Array {
  const scene = new Scene();
  scene.background = new Color('#000000');
  const light = new DirectionalLight('#ffffff', 2);
  light.position.set(1, 2, 3);
  scene.add(new AmbientLight('#ffffff', 1), light, root);
  const camera = new PerspectiveCamera(40, 1, 0.01, 10);
  camera.position.set(x, y, z + away);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

function countPixels(pixels: Uint8Array, isWanted: (r: number, g: number, b: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) if (isWanted(pixels[at], pixels[at + 1], pixels[at + 2])) count++;
  return count;
}

const isDrawn = (r: number, g: number, b: number) => r + g + b > 30;

test('the frog is drawn, green more than red, and lower where its places are lower', async () => {
  const bytes = new Uint8Array(await (await fetch(frogUrl)).arrayBuffer());
  const { mesh } = await openPuppet(bytes, (uri) => Promise.reject(new Error(uri)));
  const view = await createPuppetView({ mesh });
  view.update({ positions: mesh.positions });
  const before = pictureOf(view.root, [0, 0.25, 0], 1);
  expect(countPixels(before, isDrawn)).toBeGreaterThan(1000);
  expect(countPixels(before, (r, g, b) => g > r + 20 && g > b)).toBeGreaterThan(400);
  view.update({ positions: mesh.positions.map((value, i) => (i % 3 === 1 ? value - 1 : value)) });
  expect(countPixels(pictureOf(view.root, [0, 0.25, 0], 1), isDrawn)).toBe(0);
  view.dispose();
});

test('fur makes a ball larger, leans to its tips, and leaves bare places bare', async () => {
  const ball = new SphereGeometry(0.1, 32, 24);
  const positions = Float64Array.from(ball.getAttribute('position').array);
  const mesh = puppetMeshOf(positions, Uint32Array.from(ball.getIndex()?.array ?? []));
  const fur: SkinSettings['layers'][number] = {
    kind: 'fur',
    length: 0.05,
    shells: 12,
    stiffness: 0.5,
    damping: 0.3,
    density: 300,
    colour: [0.9, 0.6, 0.3],
  };
  const file = { skin: { layers: [fur] } };
  const tipsAt = (lean: number) => mesh.positions.map((value, i) => value * 1.5 + (i % 3 === 0 ? lean : 0));
  const look = async (maxDistance: number, lean: number, layers: SkinSettings['layers'] = [fur]) => {
    const skin = { maxDistances: new Float64Array(mesh.placeCount).fill(maxDistance) };
    const view = await createPuppetView({ mesh, file: { skin: { ...file.skin, layers } }, skin });
    view.update({ positions: mesh.positions, furs: [{ tips: tipsAt(lean) }] });
    const pixels = pictureOf(view.root, [0, 0, 0], 0.6);
    view.dispose();
    return pixels;
  };
  const bare = countPixels(await look(0.01, 0, []), isDrawn);
  expect(countPixels(await look(0.01, 0), isDrawn)).toBeGreaterThan(bare * 1.15);
  expect(countPixels(await look(0, 0), isDrawn)).toBeLessThan(bare * 1.02);
  // Strands that lean to the right reach farther there than on the left.
  const leaning = await look(0.01, 0.04);
  const half = (isRight: boolean) => leaning.filter((_, i) => Math.floor(i / 4) % SIZE >= SIZE / 2 === isRight);
  expect(countPixels(half(true), isDrawn)).toBeGreaterThan(countPixels(half(false), isDrawn) * 1.05);
});
