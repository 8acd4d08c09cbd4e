import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { loadBodySpace } from '../shape/loadBodySpace.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { shippedBytes } from '../shape/shippedBytes.testing.js';
import { defaultLandmarks } from './bodyLandmarks.js';
import { measureMesh } from './measureMesh.js';
import { MEASURE_COUNT, type MeasureName, measureIndex } from './measureNames.js';
import { buildMeasurePlan } from './measurePlan.js';
import { createMeasureScratch, measureShape } from './measureShape.js';
import { makeTube } from './solids.testing.js';

const space = loadBodySpace(await shippedBytes());

/** How far a mesh without landmarks may be from the landmarks' own measure, metres and kilograms. */
const agreement: Partial<Record<MeasureName, number>> = {
  stature: 1e-6,
  weight: 2.5,
  crotchHeight: 0.006,
  hip: 0.02,
  hipHeight: 0.03,
  thigh: 0.03,
  calf: 0.004,
  ankle: 0.004,
  neck: 0.04,
  acromialHeight: 0.03,
};

describe.each(['female', 'male'] as const)('a %s body as a mesh of unknown topology', (sex) => {
  const model = space[sex];
  const shaped = createShapedBody(model);
  const plan = buildMeasurePlan(model, defaultLandmarks);
  const scratch = createMeasureScratch(plan, model.vertexCount);
  const known = new Float64Array(MEASURE_COUNT);
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    shapeBody(
      model,
      Array.from({ length: model.betaCount }, () => 2 * (random() - 0.5)),
      shaped,
    );
    measureShape(plan, scratch, shaped.positions, shaped.joints, known);
  };

  test.each(seeds(2))('agrees with its landmarks, arms hanging (seed %i)', (seed) => {
    draw(seed);
    const { lines, faults } = measureMesh({ positions: scratch.loweredPositions, triangles: model.triangles });
    expect(faults).toEqual({ openEdgeCount: 0, badEdgeCount: 0 });
    for (const { name, value } of lines) {
      const slack = agreement[name];
      if (slack !== undefined) expect(Math.abs(value - known[measureIndex(name)]), name).toBeLessThan(slack);
    }
    expect(lines.map(({ name }) => name)).toContain('shoulderBreadth');
  });

  test('measures are the same whichever way it faces and wherever it stands', () => {
    draw(7);
    const { triangles } = model;
    const straight = measureMesh({ positions: shaped.positions, triangles }).lines;
    for (const angle of [1, -2]) {
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      const positions = new Float64Array(shaped.positions.length);
      for (let at = 0; at < positions.length; at += 3) {
        const [x, y, z] = shaped.positions.subarray(at, at + 3);
        positions.set([cos * x + sin * z + 3, y - 1, cos * z - sin * x + 5], at);
      }
      const turned = measureMesh({ positions, triangles }).lines;
      expect(turned.map(({ name }) => name)).toEqual(straight.map(({ name }) => name));
      turned.forEach(({ name, value }, i) => {
        expect(Math.abs(value - straight[i].value), name).toBeLessThan(name === 'weight' ? 1e-6 : 0.004);
      });
    }
  });

  test('a hole makes the weight an estimate and says so', () => {
    draw(2);
    const { lines, faults } = measureMesh({ positions: shaped.positions, triangles: model.triangles.slice(300) });
    expect(faults.openEdgeCount).toBeGreaterThan(0);
    const weight = lines.find(({ name }) => name === 'weight');
    expect(weight?.certainty).toBe('estimated');
    expect(weight?.how).toContain('not closed');
  });
});

test('a mesh that is not a body has reasons instead of measures', () => {
  const { lines, missing } = measureMesh(makeTube(0, 1.8, () => 0.15));
  expect(lines.map(({ name }) => name)).toContain('stature');
  expect(missing.map(({ name }) => name)).toEqual(expect.arrayContaining(['crotchHeight', 'armLength']));
  for (const { reason } of missing) expect(reason.length).toBeGreaterThan(10);
});
