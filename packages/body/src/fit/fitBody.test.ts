import { seeds } from '@leib/core/testing';
import { guessMeshUnit } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { alignToScan } from './alignToScan.js';
import { meanVertexError, simulateScan } from './fit.testing.js';
import { fitBody, fitRenumbered } from './fitBody.js';
import { createFitPose, turnJoint, updateFitPose } from './fitPose.js';
import { fitScan } from './fitScan.js';
import { fitTopology, hasTopologyOf } from './fitTopology.js';

const space = await shippedBodies();
const modelOf = (seed: number) => (seed % 2 === 0 ? space.male : space.female);

function errorsOf(found: Float64Array, truth: Float64Array): { mean: number; max: number } {
  const errors = Array.from(truth, (beta, i) => Math.abs(beta - found[i]));
  return { mean: errors.reduce((sum, error) => sum + error) / errors.length, max: Math.max(...errors) };
}

describe('a mesh of the model’s own vertices', () => {
  test.each(seeds(2))('gives its betas, turned and moved anywhere (seed %i)', (seed) => {
    const model = modelOf(seed);
    const simulated = simulateScan(model, seed, { noise: 0, missing: 0 });
    const mesh = { positions: simulated.scan.positions, triangles: model.triangles };
    expect(hasTopologyOf(model, mesh)).toBe(true);
    const fit = fitTopology(model, mesh);
    expect(errorsOf(fit.betas, simulated.betas).max).toBeLessThan(0.01);
    expect(meanVertexError(simulated, fit.posed)).toBeLessThan(1e-4);
    expect(fit.residual.mean).toBeLessThan(1e-4);
  });

  test('with noise and with parts that no triangle uses', () => {
    const model = modelOf(1);
    const simulated = simulateScan(model, 11, { noise: 0.002, missing: 0 });
    const positions = simulated.scan.positions.slice();
    // A tenth of the surface is missing, and its vertices are at the origin.
    const triangles = model.triangles.filter((_, i) => Math.floor(i / 3) % 10 !== 0 || i > model.triangles.length / 2);
    const isUsed = new Uint8Array(model.vertexCount);
    for (const vertex of triangles) isUsed[vertex] = 1;
    for (let at = 0; at < positions.length; at++) if (!isUsed[Math.floor(at / 3)]) positions[at] = 0;
    const fit = fitTopology(model, { positions, triangles });
    expect(errorsOf(fit.betas, simulated.betas).max).toBeLessThan(0.1);
    expect(meanVertexError(simulated, fit.posed)).toBeLessThan(0.0015);
  });

  test('with the arms lowered, the shape is the same', () => {
    const model = modelOf(2);
    const { betas } = simulateScan(model, 5, { noise: 0, missing: 0 });
    const pose = createFitPose(model);
    pose.betas.set(betas);
    updateFitPose(model, pose);
    turnJoint(model, pose, model.jointNames.indexOf('leftUpperArm'), 0, 0.1, -0.6);
    turnJoint(model, pose, model.jointNames.indexOf('rightUpperArm'), 0, -0.1, 0.7);
    updateFitPose(model, pose);
    const fit = fitTopology(model, { positions: pose.positions, triangles: model.triangles });
    expect(errorsOf(fit.betas, betas).max).toBeLessThan(0.02);
    const shaped = createShapedBody(model);
    shapeBody(model, betas, shaped);
    const worst = shaped.positions.reduce((most, v, i) => Math.max(most, Math.abs(v - fit.surface.positions[i])), 0);
    expect(worst).toBeLessThan(0.001);
  });

  test('another number of vertices, or other triangles, is another topology', () => {
    const { female } = space;
    const { positions } = createShapedBody(female);
    expect(hasTopologyOf(female, { positions: positions.subarray(3), triangles: female.triangles })).toBe(false);
    const shuffled = female.triangles.map((vertex) => (vertex * 7919) % female.vertexCount);
    expect(hasTopologyOf(female, { positions, triangles: shuffled })).toBe(false);
    expect(() => fitTopology(female, { positions: positions.subarray(3), triangles: female.triangles })).toThrow(
      'mesh: expected 13380 vertices, got 13379',
    );
  });
});

describe('a scan, turned and moved anywhere', () => {
  test('of 40 000 points with 2 mm of noise and a tenth missing', () => {
    const model = modelOf(2);
    const simulated = simulateScan(model, 2, { noise: 0.002, missing: 0.1, pointCount: 40_000 });
    const fit = fitScan(model, simulated.scan);
    const { mean, max } = errorsOf(fit.betas, simulated.betas);
    expect(mean).toBeLessThan(0.06);
    expect(max).toBeLessThan(0.25);
    expect(meanVertexError(simulated, fit.posed)).toBeLessThan(0.0007);
    expect(fit.residual.usedShare).toBeGreaterThan(0.999);
  });

  test('of as few points as the model has vertices, which are then found under their other numbers', () => {
    const model = modelOf(3);
    const simulated = simulateScan(model, 3, { noise: 0.002, missing: 0.1 });
    const scanned = fitScan(model, simulated.scan);
    expect(errorsOf(scanned.betas, simulated.betas).mean).toBeLessThan(0.1);
    expect(meanVertexError(simulated, scanned.posed)).toBeLessThan(0.0015);
    const fit = fitRenumbered(model, simulated.scan, scanned);
    if (fit === null) throw new Error('the vertices were not found');
    expect(errorsOf(fit.betas, simulated.betas).max).toBeLessThan(0.1);
    expect(meanVertexError(simulated, fit.posed)).toBeLessThan(0.0005);
  });

  test('arms lowered, another person’s proportions: the fit finds the shape, not the pose', () => {
    const model = modelOf(4);
    const { betas } = simulateScan(model, 8, { noise: 0, missing: 0 });
    const pose = createFitPose(model);
    pose.betas.set(betas);
    updateFitPose(model, pose);
    for (const [bone, x, y, z] of [
      ['leftUpperArm', 0, 0.1, -0.8],
      ['rightUpperArm', 0, 0, 0.75],
      ['leftUpperLeg', 0, 0.1, 0.1],
      ['rightUpperLeg', 0.05, 0, -0.1],
    ] as const) {
      turnJoint(model, pose, model.jointNames.indexOf(bone), x, y, z);
      updateFitPose(model, pose);
    }
    const fit = fitScan(model, { positions: pose.positions, triangles: model.triangles.subarray(0, -300) });
    expect(errorsOf(fit.betas, betas).max).toBeLessThan(0.1);
    expect(fit.residual.mean).toBeLessThan(0.0005);
  });

  test('the sex is the one that fits better', () => {
    const simulated = simulateScan(space.male, 6, { noise: 0.001, missing: 0.05, pointCount: 2000 });
    const fit = fitBody([space.female, space.male], simulated.scan);
    expect(fit.model.sex).toBe('male');
    expect(fit.method).toBe('scan');
  });

  test('too few points are refused', () => {
    expect(() => fitScan(space.female, { positions: new Float64Array(30), triangles: new Uint32Array() })).toThrow(
      'scan: expected at least 100 points, got 10; choose a scan of a whole person',
    );
  });

  test.each([
    ['at one place', () => 1, 'got points within 0.000 m'],
    ['of a hand', (i: number) => (i % 7) / 40, 'got points within 0.150 m'],
    ['that are no numbers', () => Number.NaN, 'got points within NaN m'],
  ])('points %s are refused', (_, coordinate, words) => {
    const positions = Float64Array.from({ length: 600 }, (_none, i) => coordinate(i));
    expect(() => fitScan(space.female, { positions, triangles: new Uint32Array() })).toThrow(words);
  });
});

test('an alignment adds details outside of the shape space, and closes holes smoothly', () => {
  const model = space.female;
  const shaped = createShapedBody(model);
  shapeBody(model, [0.5, 1], shaped);
  // A person with a belly outside of the shape space.
  const scan = { positions: shaped.positions.slice(), triangles: model.triangles };
  for (let at = 0; at < scan.positions.length; at += 3) {
    const [x, y, z] = scan.positions.subarray(at, at + 3);
    if (z > 0) scan.positions[at + 2] += 0.02 * Math.exp(-(x * x + (y - 1) ** 2) / 0.01);
  }
  const isBelly = (x: number, y: number, z: number) => z > 0 && x * x + (y - 1) ** 2 < 0.01;
  /** Mean distance at the belly, and elsewhere. */
  const distancesTo = (positions: Float64Array) => {
    const [belly, rest] = [
      [0, 0],
      [0, 0],
    ];
    for (let at = 0; at < positions.length; at += 3) {
      const [x, y, z] = shaped.positions.subarray(at, at + 3);
      const into = isBelly(x, y, z) ? belly : rest;
      into[0] += Math.hypot(...[0, 1, 2].map((k) => positions[at + k] - scan.positions[at + k]));
      into[1]++;
    }
    return { belly: belly[0] / belly[1], rest: rest[0] / rest[1] };
  };
  const before = distancesTo(shaped.positions);
  const whole = distancesTo(alignToScan({ positions: shaped.positions, triangles: model.triangles }, scan).positions);
  expect(whole.belly).toBeLessThan(before.belly / 4);
  expect(whole.rest).toBeLessThan(0.0002);
  // A point cloud without points on top of the belly: it is filled from around.
  const rim = scan.positions.filter((_, i) => {
    const [x, y, z] = shaped.positions.subarray(i - (i % 3), i - (i % 3) + 3);
    return z < 0 || x * x + (y - 1) ** 2 > 0.0009;
  });
  const cloud = { positions: rim, triangles: new Uint32Array() };
  const filled = distancesTo(alignToScan({ positions: shaped.positions, triangles: model.triangles }, cloud).positions);
  expect(filled.belly).toBeLessThan(before.belly / 2);
});

test('the unit is guessed from the size of a person', () => {
  const body = createShapedBody(space.neutral).positions;
  for (const [unit, factor] of [
    ['m', 1],
    ['dm', 10],
    ['cm', 100],
    ['mm', 1000],
  ] as const) {
    expect(guessMeshUnit(body.map((value) => value * factor))).toBe(unit);
  }
});
