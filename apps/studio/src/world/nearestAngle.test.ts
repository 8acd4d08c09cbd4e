import { seededRandom, seeds } from '@leib/core/testing';
import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { nearestAngle, type Pixel } from './nearestAngle.js';

const DEG = Math.PI / 180;

/** A circle of 20 cm about the z axis, seen from some way, 800 x 600 pixels. */
function lookFrom(x: number, y: number, z: number) {
  const camera = new PerspectiveCamera(50, 800 / 600);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return (angle: number, out: Pixel) => {
    const point = new Vector3(0.2 * Math.cos(angle), 0.2 * Math.sin(angle), 0).project(camera);
    out.x = ((point.x + 1) / 2) * 800;
    out.y = ((1 - point.y) / 2) * 600;
  };
}

describe.each([
  ['from the front', [0, 0, 2]],
  ['aslant', [1.5, 0.4, 1]],
  ['nearly from its edge', [2, 0.1, 0.1]],
] as const)('%s', (_name, [x, y, z]) => {
  const pixelAt = lookFrom(x, y, z);
  test.each(seeds(30))('a pointer on the circle is read within a tenth of a degree (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const from = (random() - 0.5) * 5;
    // Where a circle turns back at its seen end two of its angles lie on one pixel: the pointer's way decides there.
    const wanted = from + (random() - 0.5) * 30 * DEG;
    const goal = { x: 0, y: 0 };
    pixelAt(wanted, goal);
    const found = nearestAngle(pixelAt, goal, from, -Math.PI, Math.PI);
    const again = { x: 0, y: 0 };
    pixelAt(found, again);
    expect(Math.hypot(again.x - goal.x, again.y - goal.y)).toBeLessThan(0.05);
    if (z > 0.5) expect(Math.abs(found - wanted)).toBeLessThan(0.1 * DEG);
  });
});

test('stays within what is allowed', () => {
  const pixelAt = lookFrom(0, 0, 2);
  const goal = { x: 0, y: 0 };
  pixelAt(40 * DEG, goal);
  expect(nearestAngle(pixelAt, goal, -10 * DEG, -Math.PI, 0)).toBeCloseTo(0, 3);
});

test('a pointer beside the circle reads the angle towards it', () => {
  const pixelAt = lookFrom(0, 0, 2);
  const [goal, middle] = [
    { x: 0, y: 0 },
    { x: 400, y: 300 },
  ];
  pixelAt(50 * DEG, goal);
  goal.x += goal.x - middle.x;
  goal.y += goal.y - middle.y;
  expect(nearestAngle(pixelAt, goal, 30 * DEG, -Math.PI, Math.PI)).toBeCloseTo(50 * DEG, 3);
});
