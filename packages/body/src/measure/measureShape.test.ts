import { bytesPerCall, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import type { BodyModel } from '../shape/bodyModel.js';
import { loadBodySpace } from '../shape/loadBodySpace.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { shippedBytes } from '../shape/shippedBytes.testing.js';
import { defaultLandmarks } from './bodyLandmarks.js';
import { MEASURE_COUNT, measureDefinitions, measureIndex, measureNames } from './measureNames.js';
import { buildMeasurePlan } from './measurePlan.js';
import { createMeasureScratch, measureShape } from './measureShape.js';
import { placeAnchors, traceMeasures } from './traceMeasures.js';

const space = loadBodySpace(await shippedBytes());

function rulerFor(model: BodyModel) {
  const plan = buildMeasurePlan(model, defaultLandmarks);
  const scratch = createMeasureScratch(plan, model.vertexCount);
  const shaped = createShapedBody(model);
  const take = (positions: Float64Array, joints: Float64Array) => {
    const out = new Float64Array(MEASURE_COUNT);
    measureShape(plan, scratch, positions, joints, out);
    return out;
  };
  return { plan, scratch, shaped, take };
}

test('definitions are in the order of the names', () => {
  expect(measureDefinitions.map(({ name }) => name)).toEqual(measureNames);
});

describe.each(['female', 'male', 'neutral'] as const)('a %s body', (sex) => {
  const model = space[sex];
  const { plan, scratch, shaped, take } = rulerFor(model);
  const weight = measureIndex('weight');
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    const betas = Float64Array.from({ length: model.betaCount }, () => 3 * (random() - 0.5));
    shapeBody(model, betas, shaped);
    return shaped;
  };

  test.each(seeds(5))(
    'moved, it has the same measures; enlarged, lengths grow with it and weight with the cube (seed %i)',
    (seed) => {
      const { positions, joints } = draw(seed);
      const before = take(positions, joints);
      const move = (values: Float64Array) => values.map((value, i) => value + [0.3, -0.7, 2][i % 3]);
      const moved = take(move(positions), move(joints));
      const large = take(
        positions.map((value) => value * 1.1),
        joints.map((value) => value * 1.1),
      );
      for (let m = 0; m < MEASURE_COUNT; m++) {
        expect(moved[m]).toBeCloseTo(before[m], 8);
        const scaled = before[m] * (m === weight ? 1.1 ** 3 : 1.1);
        // Two are not linear: the seat is a fixed bit below the crotch, and the farthest point is averaged softly.
        const slack = measureNames[m] === 'sittingHeight' || /^(hip|buttock)/.test(measureNames[m]) ? 0.004 : 1e-8;
        expect(Math.abs(large[m] - scaled)).toBeLessThan(slack);
      }
    },
  );

  test('every measure is that of a human being', () => {
    shapeBody(model, [], shaped);
    const taken = take(shaped.positions, shaped.joints);
    const { means, names } = model.measureStatistics;
    names.forEach((name, i) => {
      const usual = name === 'weight' ? means[i] ** 3 : means[i];
      expect(Math.abs(taken[measureIndex(name)] / usual - 1), name).toBeLessThan(0.1);
    });
  });

  test.each([...Array(12).keys()])('beta %i changes its measure as the statistics say, and no earlier one', (k) => {
    const { factor, names } = model.measureStatistics;
    const size = names.length;
    const at = (sign: number) => {
      const betas = new Float64Array(model.betaCount);
      betas[k] = 0.5 * sign;
      shapeBody(model, betas, shaped);
      const taken = take(shaped.positions, shaped.joints);
      taken[weight] = Math.cbrt(taken[weight]);
      return taken;
    };
    const [plus, minus] = [at(1), at(-1)];
    for (let m = 0; m <= k; m++) {
      // Within a fifth of the measure's own step, and a millimetre or two where places jump along the skin.
      const slack = 0.2 * factor[m * size + m];
      expect(Math.abs(plus[m] - minus[m] - factor[m * size + k]), measureNames[m]).toBeLessThan(slack);
    }
  });

  test('tapes lie on edges, are as long as the measure says, and follow the skin', () => {
    const { positions, joints } = draw(11);
    const lines = traceMeasures(plan, scratch, positions, joints);
    expect(lines.map(({ name }) => name)).toEqual(measureNames);
    for (const { name, value, points, isClosed, anchors } of lines) {
      if (name !== 'weight') expect(points.length, name).toBeGreaterThanOrEqual(6);
      if (anchors) expect([...placeAnchors(anchors, positions)], name).toEqual([...points]);
      // Chest and under-bust are taken with the arms lowered; the others in the T-pose that is drawn.
      if (!isClosed || name === 'chest' || name === 'underBust') continue;
      let length = 0;
      for (let at = 0; at < points.length; at += 3) {
        const next = (at + 3) % points.length;
        length += Math.hypot(
          points[next] - points[at],
          points[next + 1] - points[at + 1],
          points[next + 2] - points[at + 2],
        );
      }
      expect(length, name).toBeCloseTo(value, 9);
    }
  });
});

test('measuring allocates no array', () => {
  const { plan, scratch, shaped } = rulerFor(space.male);
  shapeBody(space.male, [1, -1], shaped);
  const out = new Float64Array(MEASURE_COUNT);
  const bytes = bytesPerCall(() => measureShape(plan, scratch, shaped.positions, shaped.joints, out), 40, 4000);
  // Small records and boxed numbers are some kilobytes. A copy of the surface would be 321 kB, a list of all edges more.
  expect(bytes).toBeLessThan(16_000);
});
