import { randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { personSkeleton } from '../person.testing.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { switchColliders } from '../world/switchColliders.js';
import { distanceToShape } from './colliderShape.js';
import { buildConvexHull, depthInHull } from './convexHull.js';
import { convexPieces } from './convexPieces.js';
import { fitSimpleCollider } from './fitSimpleCollider.js';

/** Points on the skin of a tube along x, its radius a function of how far along, metres. */
function tube(length: number, radiusAt: (share: number) => number): Float64Array {
  const points: number[] = [];
  for (let i = 0; i <= 24; i++) {
    for (let j = 0; j < 16; j++) {
      const around = (2 * Math.PI * j) / 16;
      const radius = radiusAt(i / 24);
      points.push((length * i) / 24, radius * Math.cos(around), radius * Math.sin(around));
    }
  }
  return Float64Array.from(points);
}

describe('simple shapes', () => {
  test('a tube becomes a capsule of its radius', () => {
    const shape = fitSimpleCollider(
      tube(0.3, () => 0.04),
      [1, 0, 0],
    );
    expect(shape.kind).toBe('capsule');
    if (shape.kind !== 'capsule') return;
    expect(shape.radius).toBeCloseTo(0.04, 2);
    expect(shape.to[0] - shape.from[0] + 2 * shape.radius).toBeCloseTo(0.3, 1);
  });

  test('a ball becomes a sphere, a flat thing a box', () => {
    const random = seededRandom(3);
    const points = Array.from({ length: 400 }, () => randomUnit(random)).flatMap((p) => [
      p[0] * 0.1,
      1 + p[1] * 0.1,
      p[2] * 0.1,
    ]);
    const shape = fitSimpleCollider(Float64Array.from(points), [0, 1, 0]);
    expect(shape.kind).toBe('sphere');
    const flat = Array.from({ length: 600 }, () => [0, 1, 2].map((k) => (random() - 0.5) * [0.2, 0.02, 0.3][k])).flat();
    expect(fitSimpleCollider(Float64Array.from(flat), [1, 0, 0]).kind).toBe('box');
  });

  test('the distance to a box is that to its nearest face, negative inside', () => {
    const box = { kind: 'box', centre: [0, 0, 0], half: [1, 2, 3] } as const;
    expect(distanceToShape(box, 0, 0, 0)).toBeCloseTo(-1, 12);
    expect(distanceToShape(box, 2, 0, 0)).toBeCloseTo(1, 12);
    expect(distanceToShape(box, 2, 3, 3)).toBeCloseTo(Math.SQRT2, 12);
  });
});

describe('convex hulls', () => {
  test.each(seeds(20))('a hull holds its points, closed and outward (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const points = Float64Array.from({ length: 300 }, () => random() - 0.5);
    const hull = buildConvexHull(points);
    expect(hull).not.toBeNull();
    if (hull === null) return;
    // Thinned: a point may stick out, but by little.
    for (let i = 0; i < points.length; i += 3) {
      expect(depthInHull(hull, points[i], points[i + 1], points[i + 2])).toBeGreaterThan(-0.08);
    }
    expect(depthInHull(hull, 0, 0, 0)).toBeGreaterThan(0.2);
    // Every edge is there once each way: closed, and every corner is used (Euler).
    const edges = new Set<string>();
    for (let t = 0; t < hull.triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${hull.triangles[t + k]},${hull.triangles[t + ((k + 1) % 3)]}`);
    }
    expect(edges.size).toBe(hull.triangles.length);
    for (const edge of edges) expect(edges.has(edge.split(',').reverse().join(','))).toBe(true);
    expect(hull.vertices.length / 3 - edges.size / 2 + hull.triangles.length / 3).toBe(2);
  });

  test('flat or few points have none', () => {
    expect(buildConvexHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0))).toBeNull();
    expect(buildConvexHull(Float64Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? 0 : i)))).toBeNull();
  });

  test('a straight tube is one piece, a waisted one is split where it is hollow', () => {
    expect(
      convexPieces(
        tube(0.4, () => 0.05),
        [1, 0, 0],
      ),
    ).toHaveLength(1);
    const waisted = tube(0.4, (share) => 0.03 + 0.08 * Math.abs(share - 0.5));
    const pieces = convexPieces(waisted, [1, 0, 0]);
    expect(pieces.length).toBeGreaterThan(1);
    const hollow = (hulls: ReturnType<typeof convexPieces>) =>
      Math.max(...hulls.map((hull) => depthInHull(hull, 0.2, 0.032, 0)));
    const whole = buildConvexHull(waisted);
    expect(whole).not.toBeNull();
    if (whole) expect(hollow(pieces)).toBeLessThan(depthInHull(whole, 0.2, 0.032, 0));
  });
});

describe('a skin', () => {
  const skeleton = personSkeleton();
  /** Every joint's neighbourhood: a cloud round it that follows it. */
  const random = seededRandom(5);
  const clouds = Array.from({ length: skeleton.jointCount }, (_, joint) =>
    Array.from({ length: 40 }, () => randomUnit(random)).map((p) => ({ joint, p })),
  ).flat();
  const skin = {
    positions: Float64Array.from(
      clouds.flatMap(({ joint, p }) => [0, 1, 2].map((k) => skeleton.restWorldPositions[joint * 3 + k] + p[k] * 0.05)),
    ),
    joints: Uint16Array.from(clouds.flatMap(({ joint }) => [joint, 0, 0, 0])),
    weights: Float32Array.from(clouds.flatMap(() => [1, 0, 0, 0])),
  };

  test('gives every part its own shapes, and they can be switched while running', async () => {
    const body = buildRemoteBody(skeleton, defaultRemoteBodySettings, skin);
    const world = new RemoteWorld(await loadMujoco(), [body]);
    const onCount = () => world.model.geom_contype.reduce((sum, bits) => sum + bits, 0);
    const simple = onCount();
    expect(simple).toBe(22);
    for (const [part, { exact, simple: plain }] of body.parts.entries()) {
      expect(exact[0]).not.toBe(plain[0]);
      switchColliders(world, 0, part, 'exact');
    }
    expect(onCount()).toBe(body.parts.reduce((sum, { exact }) => sum + exact.length, 0));
    for (let part = 0; part < body.parts.length; part++) switchColliders(world, 0, part, 'none');
    expect(onCount()).toBe(0);
    world.dispose();
  });

  test('that does not fit the skeleton is an error', () => {
    const wrong = { ...skin, joints: skin.joints.map(() => 999) };
    expect(() => buildRemoteBody(skeleton, defaultRemoteBodySettings, wrong)).toThrow(
      /expected a joint below \d+, got 999/,
    );
    const short = { ...skin, weights: skin.weights.slice(4) };
    expect(() => buildRemoteBody(skeleton, defaultRemoteBodySettings, short)).toThrow('weights');
  });
});
