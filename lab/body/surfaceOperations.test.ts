import { describe, expect, test } from 'vitest';
import { closeHoles } from './closeHoles.ts';
import { cutSurface } from './cutSurface.ts';
import { liftRegion } from './liftRegion.ts';
import { bridgeHollows, relaxSurface, smoothSurface } from './smoothSurface.ts';
import { subdivideSurface } from './subdivideSurface.ts';
import { centreOf, pointOf } from './surface.ts';
import { countOpenEdges, makeBall, volumeOf } from './surfaceFixtures.ts';

const ballVolume = (4 / 3) * Math.PI;

test('the fixture is a closed ball seen from outside', () => {
  expect(countOpenEdges(makeBall())).toBe(0);
  expect(volumeOf(makeBall())).toBeGreaterThan(0.95 * ballVolume);
});

describe('cutSurface', () => {
  const heights = [-0.81, -0.3, 0, 0.123, 0.5, 0.77];
  test.each(heights)('at height %f: closed, same volume, no triangle across, rows interpolated', (height) => {
    const ball = makeBall();
    const before = volumeOf(ball);
    const values = cutSurface(ball, (_x, y) => y - height);
    expect(countOpenEdges(ball)).toBe(0);
    expect(Math.abs(volumeOf(ball) - before)).toBeLessThan(0.01 * before); // snapping moves a few vertices
    for (const { vertices } of ball.triangles) {
      const signs = vertices.map((vertex) => Math.sign(values[vertex]));
      expect(signs.includes(1) && signs.includes(-1)).toBe(false);
    }
    ball.rows.forEach((row, vertex) => {
      expect(row[0]).toBeCloseTo(pointOf(ball, vertex)[1], 12);
    });
  });

  test('a line that misses the surface changes nothing', () => {
    const ball = makeBall();
    cutSurface(ball, (_x, y) => y - 3);
    expect(ball).toEqual(makeBall());
  });
});

describe('subdivideSurface', () => {
  test('stays closed where only some triangles are split, and bows out towards the true ball', () => {
    const ball = makeBall();
    const before = volumeOf(ball);
    subdivideSurface(ball, (triangle) => centreOf(ball, triangle)[0] > 0.2);
    expect(countOpenEdges(ball)).toBe(0);
    expect(volumeOf(ball)).toBeGreaterThan(before);
    expect(volumeOf(ball)).toBeLessThan(ballVolume);
    for (let vertex = 0; vertex < ball.rows.length; vertex++) {
      expect(Math.hypot(...pointOf(ball, vertex))).toBeCloseTo(1, 2);
    }
  });
});

describe('liftRegion', () => {
  test('raises the cap by its thickness, closes the step with a rim, leaves the rest', () => {
    const ball = makeBall();
    cutSurface(ball, (_x, y) => y - 0.3);
    for (const triangle of ball.triangles) triangle.region = centreOf(ball, triangle)[1] > 0.3 ? 'cap' : 'ball';
    const before = volumeOf(ball);
    liftRegion(
      ball,
      ({ region }) => region === 'cap',
      () => 0.05,
    );
    expect(countOpenEdges(ball)).toBe(0);
    // Area of the cap, 2 pi (1 - 0.3), times its thickness, and a little for its curvature.
    expect(volumeOf(ball) - before).toBeGreaterThan(0.9 * 2 * Math.PI * 0.7 * 0.05);
    expect(volumeOf(ball) - before).toBeLessThan(1.1 * 2 * Math.PI * 0.7 * 0.05);
    const radii = ball.triangles.flatMap(({ vertices, region }) =>
      region === 'ball' ? vertices.map((vertex) => Math.hypot(...pointOf(ball, vertex))) : [],
    );
    expect(Math.max(...radii)).toBeLessThan(1 + 1e-9);
  });
});

describe('closeHoles', () => {
  test('a ball that lost its foot is closed again, in the region it had', () => {
    const ball = makeBall();
    cutSurface(ball, (_x, y) => y + 0.5);
    ball.triangles.splice(0, ball.triangles.length, ...ball.triangles.filter((t) => centreOf(ball, t)[1] > -0.5));
    expect(countOpenEdges(ball)).toBeGreaterThan(0);
    closeHoles(ball, () => true, [0, 0.1, 0]);
    expect(countOpenEdges(ball)).toBe(0);
    expect(ball.triangles.every(({ region }) => region === 'ball')).toBe(true);
  });

  test('holes that are not chosen stay open', () => {
    const ball = makeBall();
    ball.triangles.pop();
    closeHoles(ball, () => false, [0, 0, 0]);
    expect(countOpenEdges(ball)).toBe(3);
  });
});

describe('smoothing', () => {
  /** A ball with one vertex pushed in or out. */
  const dent = (by: number) => {
    const ball = makeBall();
    for (let k = 0; k < 3; k++) ball.positions[k] *= 1 + by;
    return ball;
  };

  test('smoothSurface keeps the volume of a ball within 2 % and flattens a spike', () => {
    const spiked = dent(0.3);
    smoothSurface(spiked, 10, () => 1);
    expect(volumeOf(spiked)).toBeGreaterThan(0.98 * volumeOf(makeBall()));
    expect(Math.hypot(...pointOf(spiked, 0))).toBeLessThan(1.1);
  });

  test('bridgeHollows fills a dent and never moves anything inwards', () => {
    const dented = dent(-0.3);
    const before = [...dented.positions];
    bridgeHollows(dented, 20, () => 1);
    expect(Math.hypot(...pointOf(dented, 0))).toBeGreaterThan(0.9);
    for (let at = 0; at < before.length; at += 3) {
      expect(Math.hypot(...dented.positions.slice(at, at + 3))).toBeGreaterThan(
        Math.hypot(...before.slice(at, at + 3)) - 1e-9,
      );
    }
  });

  test('relaxSurface moves only the chosen vertices', () => {
    const spiked = dent(0.3);
    const before = [...spiked.positions];
    relaxSurface(spiked, 50, (vertex) => (vertex === 0 ? 1 : 0));
    expect(spiked.positions.slice(3)).toEqual(before.slice(3));
    expect(Math.hypot(...pointOf(spiked, 0))).toBeLessThan(1);
  });
});
