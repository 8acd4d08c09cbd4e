import { createPose } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { createSpreadTurns, type SpreadTurn } from '../control/spreadTurns.js';
import { createInnerState } from './innerModel.js';
import { buildLimb, HALF_LENGTH, type Limb, type LimbMove, poseLimb, RADIUS, volumeOf } from './limb.testing.js';
import { moveInner } from './moveInner.js';

const AROUND = 20;
const RINGS = 48;

function moved(limb: Limb, move: LimbMove) {
  const pose = createPose(limb.skeleton);
  const state = createInnerState(limb.inner, limb.skeleton);
  poseLimb(limb, pose, move);
  moveInner(limb.inner, limb.skeleton, pose, null, state);
  return state;
}

/** Length of the line of places at one side of the limb, over that at rest. */
function stretchAt(positions: Float64Array, side: number): number {
  let length = 0;
  for (let ring = 0; ring + 1 < RINGS; ring++) {
    const [a, b] = [(ring * AROUND + side) * 3, ((ring + 1) * AROUND + side) * 3];
    length += Math.hypot(...[0, 1, 2].map((k) => positions[b + k] - positions[a + k]));
  }
  return length / (2 * HALF_LENGTH);
}

describe.each(['simplify', 'voxels'] as const)('an inner model by %s', async (method) => {
  const limb = await buildLimb({ inner: { method } });
  const rest = volumeOf(limb.mesh.positions, limb.mesh.triangles);

  test('has no more points than asked for, and each stands for several places', () => {
    expect(limb.inner.pointCount).toBeLessThanOrEqual(200);
    expect(limb.inner.pointCount).toBeGreaterThan(100);
    expect(limb.mesh.placeCount / limb.inner.pointCount).toBeGreaterThan(3);
  });

  test('leaves every place where it was drawn, exactly, when nothing turns', () => {
    expect(moved(limb, {}).positions).toEqual(limb.mesh.positions);
  });

  test('bent by 90 degrees it is longer outside, shorter inside, and keeps its volume within 2 %', () => {
    const { positions } = moved(limb, { bend: Math.PI / 2 });
    expect(stretchAt(positions, 0)).toBeLessThan(0.96); // towards +y, where it bends to
    expect(stretchAt(positions, AROUND / 2)).toBeGreaterThan(1.1);
    expect(Math.abs(volumeOf(positions, limb.mesh.triangles) / rest - 1)).toBeLessThan(0.02);
  });

  test('twisted by 120 degrees it keeps its girth', () => {
    const { positions } = moved(limb, { twist: (2 * Math.PI) / 3 });
    for (let place = 0; place < RINGS * AROUND; place++) {
      expect(Math.hypot(positions[place * 3 + 1], positions[place * 3 + 2])).toBeGreaterThan(0.95 * RADIUS);
    }
  });

  test('bends without facets: neighbours along the limb turn alike', () => {
    const { rotations } = moved(limb, { bend: Math.PI / 2 });
    for (let place = 0; place + AROUND < RINGS * AROUND; place++) {
      const [a, b] = [place * 4, (place + AROUND) * 4];
      const dot = [0, 1, 2, 3].reduce((sum, k) => sum + rotations[a + k] * rotations[b + k], 0);
      // 90 degrees over about nine rings: 10 degrees each on average.
      expect(2 * Math.acos(Math.min(1, Math.abs(dot)))).toBeLessThan((30 * Math.PI) / 180);
    }
  });
});

test('the skin swells inside and thins outside of a bend by the amount of volume', async () => {
  const [without, full] = await Promise.all([0, 1].map((volume) => buildLimb({ settings: { volume } })));
  const [flat, swollen] = [without, full].map((limb) => moved(limb, { bend: 1 }));
  const { normals } = swollen;
  const outward = (side: number) => {
    const at = ((RINGS / 2) * AROUND + side) * 3;
    return [0, 1, 2].reduce(
      (sum, k) => sum + normals[at + k] * (swollen.positions[at + k] - flat.positions[at + k]),
      0,
    );
  };
  expect(outward(0)).toBeGreaterThan(0.002);
  expect(outward(AROUND / 2)).toBeLessThan(-0.002);
});

test('a finger turns most where it touches, and nothing jumps', async () => {
  const turn: SpreadTurn = { part: 1, centre: [0, 0, 0], point: [HALF_LENGTH, 0, 0], spread: 0.1, meanShare: 0 };
  const limb = await buildLimb({ spreadTurns: [turn] });
  const state = createInnerState(limb.inner, limb.skeleton);
  const turns = createSpreadTurns([turn]);
  turns.vectors[2] = 0.5;
  moveInner(limb.inner, limb.skeleton, createPose(limb.skeleton), turns, state);
  const lift = (ring: number) => state.positions[ring * AROUND * 3 + 1] - limb.mesh.positions[ring * AROUND * 3 + 1];
  expect(lift(RINGS - 1)).toBeCloseTo(HALF_LENGTH * Math.sin(0.5), 1);
  expect(Math.abs(lift(RINGS / 4))).toBe(0);
  for (let ring = RINGS / 2; ring + 1 < RINGS; ring++) expect(Math.abs(lift(ring + 1) - lift(ring))).toBeLessThan(0.02);
});
