import { defaultWalls, type Wall } from '@leib/net';
import { BoxGeometry, Mesh, MeshBasicMaterial, Scene } from 'three';
import { afterAll, expect, test } from 'vitest';
import { WallPainter } from './wallPainter.js';

type StereoMode = Wall['stereo'];

const [WIDTH, HEIGHT] = [80, 64];
const head = { positionWorld: [0, 1.2, 0.1], rotationWorld: [0, 0, 0, 1] } as const;
const canvas = document.createElement('canvas');
const painter = new WallPainter(canvas, 0);
afterAll(() => painter.dispose());

/** A white box a metre behind the front wall, in the middle of it as seen from the head. */
const scene = new Scene();
const box = new Mesh(new BoxGeometry(0.3, 0.3, 0.3), new MeshBasicMaterial({ color: '#ffffff' }));
box.position.set(0, 1.1, -2.3);
scene.add(box);

function wallOf(stereo: StereoMode): Wall {
  return { ...defaultWalls.walls[2], resolution: [WIDTH, HEIGHT], stereo, eye: 'centre', eyeDistance: 0.3 };
}

/** Pixels of the canvas; rows from the top. */
function read(): Uint8ClampedArray {
  const copy = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d');
  if (!copy) throw new Error('no 2D canvas');
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, WIDTH, HEIGHT).data;
}

function show(stereo: StereoMode): Uint8ClampedArray {
  const wall = wallOf(stereo);
  painter.setWall(defaultWalls, wall);
  painter.prepare(scene, head);
  painter.present();
  return read();
}

/** Mean place of the pixels that have a colour, and how many there are, in a part of the picture. */
function find(
  pixels: Uint8ClampedArray,
  colour: 0 | 1 | 2,
  [x0, y0, x1, y1]: readonly number[] = [0, 0, WIDTH, HEIGHT],
) {
  let [x, y, count] = [0, 0, 0];
  for (let row = y0; row < y1; row++) {
    for (let column = x0; column < x1; column++) {
      if (pixels[(row * WIDTH + column) * 4 + colour] < 200) continue;
      x += column - x0;
      y += row - y0;
      count++;
    }
  }
  return { x: x / count, y: y / count, count };
}

test('mono: one picture for the point between the eyes', () => {
  const { x, count } = find(show('mono'), 0);
  expect(count).toBeGreaterThan(15);
  expect(Math.abs(x - WIDTH / 2)).toBeLessThan(1);
});

test('side by side: the left eye on the left', () => {
  const pixels = show('side-by-side');
  const left = find(pixels, 0, [0, 0, WIDTH / 2, HEIGHT]);
  const right = find(pixels, 0, [WIDTH / 2, 0, WIDTH, HEIGHT]);
  expect(Math.min(left.count, right.count)).toBeGreaterThan(6);
  // An eye moves with the head, a box behind the wall moves less: on the wall it follows the eye.
  expect(left.x).toBeLessThan(right.x - 0.5);
});

test('top-bottom: both eyes one above the other', () => {
  const pixels = show('top-bottom');
  const left = find(pixels, 0, [0, 0, WIDTH, HEIGHT / 2]);
  const right = find(pixels, 0, [0, HEIGHT / 2, WIDTH, HEIGHT]);
  expect(Math.min(left.count, right.count)).toBeGreaterThan(6);
  expect(left.x).toBeLessThan(right.x - 2);
  expect(Math.abs(left.y - right.y)).toBeLessThan(1.5);
});

test('anaglyph: red for the left eye, cyan for the right', () => {
  const pixels = show('anaglyph');
  const [red, green, blue] = [find(pixels, 0), find(pixels, 1), find(pixels, 2)];
  expect(red.x).toBeLessThan(green.x - 2);
  expect(green).toEqual(blue);
  expect(Math.abs(red.count - green.count)).toBeLessThan(red.count / 2);
});

test('what is prepared is not seen before it is presented', () => {
  const before = find(show('mono'), 0);
  box.position.y = 1.6;
  painter.prepare(scene, head);
  const hidden = find(read(), 0);
  expect(hidden.count === 0 || Math.abs(hidden.y - before.y) < 0.5).toBe(true);
  painter.present();
  expect(find(read(), 0).y).toBeLessThan(before.y - 4);
});
