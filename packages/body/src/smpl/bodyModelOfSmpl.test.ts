import { createPose, createQuat, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { mat3 } from 'gl-matrix';
import { expect, test } from 'vitest';
import { createPosedBody, poseShape } from '../shape/poseShape.js';
import { createShapedBody, shapeBody, skeletonOfShape } from '../shape/shapeBody.js';
import { bodyModelOfSmpl } from './bodyModelOfSmpl.js';
import { readSmpl } from './readSmpl.js';
import { type FixtureArrays, npyBytes, smplArrays, zipBytes } from './smplFixture.testing.js';

const npzOf = (arrays: FixtureArrays) =>
  zipBytes(Object.entries(arrays).map(([name, array]) => ({ name: `${name}.npy`, bytes: npyBytes(array) })));
const read = (jointCount: number, seed: number) => readSmpl(npzOf(smplArrays(jointCount, seed)));

/** SMPL's own formula: template + shapedirs beta, joints by the regressor. */
function bySmpl(smpl: Awaited<ReturnType<typeof read>>, betas: readonly number[]) {
  const positions = smpl.template.slice();
  betas.forEach((beta, k) => {
    for (let i = 0; i < positions.length; i++) positions[i] += beta * smpl.shapeDirections[k * positions.length + i];
  });
  const joints = Array.from({ length: smpl.jointCount }, (_, joint) => {
    const place = [0, 0, 0];
    for (let at = smpl.jointStarts[joint]; at < smpl.jointStarts[joint + 1]; at++) {
      for (let k = 0; k < 3; k++) place[k] += smpl.jointWeights[at] * positions[smpl.jointVertices[at] * 3 + k];
    }
    return place;
  });
  return { positions, joints };
}

test.each(seeds(2))('shape and joints are SMPL’s, but for where the body stands (seed %i)', async (seed) => {
  for (const jointCount of [24, 52, 55]) {
    const smpl = await read(jointCount, seed);
    const model = bodyModelOfSmpl(smpl, 'female');
    const betas = Array.from({ length: 10 }, (_, k) => ((k * 7 + seed) % 5) - 2);
    const shaped = createShapedBody(model);
    shapeBody(model, betas, shaped);
    const expected = bySmpl(smpl, betas);
    const offset = [0, 1, 2].map((k) => shaped.positions[k] - expected.positions[k]);
    const errors = shaped.positions.map((value, i) => Math.abs(value - offset[i % 3] - expected.positions[i]));
    expect(Math.max(...errors)).toBeLessThan(5e-6);
    // Hips over the origin, soles near the floor.
    expect(shaped.joints[0]).toBeCloseTo(0, 5);
    expect(shaped.joints[2]).toBeCloseTo(0, 5);
    const bones = smpl.bones.flatMap((bone, joint) => (bone === null ? [] : [{ bone, joint }]));
    expect(model.jointNames).toEqual(bones.map(({ bone }) => bone));
    bones.forEach(({ joint }, place) => {
      for (let k = 0; k < 3; k++) {
        expect(shaped.joints[place * 3 + k] - offset[k]).toBeCloseTo(expected.joints[joint][k], 5);
      }
    });
  }
});

test('it is posed like our own body: turning the root turns everything', async () => {
  const model = bodyModelOfSmpl(await read(24, 3));
  const shaped = createShapedBody(model);
  shapeBody(model, [1, -1], shaped);
  const skeleton = skeletonOfShape(model, shaped);
  const pose = createPose(skeleton);
  pose.localRotations.set([0, 1, 0, 0], jointOfBone(skeleton, 'hips') * 4);
  updateWorldPose(skeleton, pose);
  const posed = createPosedBody(model);
  poseShape(model, shaped, pose, posed);
  for (let at = 0; at < posed.positions.length; at += 3) {
    expect(posed.positions[at]).toBeCloseTo(-shaped.positions[at], 5);
    expect(posed.positions[at + 1]).toBeCloseTo(shaped.positions[at + 1], 5);
    expect(posed.positions[at + 2]).toBeCloseTo(-shaped.positions[at + 2], 5);
  }
});

test.each([24, 52, 55])(
  'with %i joints a pose corrects the surface by SMPL’s formula, and none at rest',
  async (jointCount) => {
    const arrays = smplArrays(jointCount, 5);
    const smpl = await readSmpl(npzOf(arrays), { withPoseDirections: true });
    const model = bodyModelOfSmpl(smpl);
    const { poseCorrections: _, ...plain } = model;
    const shaped = createShapedBody(model);
    shapeBody(model, [0.5, 1], shaped);
    const skeleton = skeletonOfShape(model, shaped);
    const pose = createPose(skeleton);
    const posedBy = (each: typeof plain, surface: typeof shaped) => {
      const posed = createPosedBody(each);
      updateWorldPose(skeleton, pose);
      poseShape(each, surface, pose, posed);
      return posed.positions;
    };
    const gap = (a: Float64Array, b: Float64Array) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
    expect(gap(posedBy(model, shaped), posedBy(plain, shaped))).toBe(0);
    // B_P(theta) = sum (R - I) P, over all joints of the file but the first; those without a bone are not turned.
    const features = (jointCount - 1) * 9;
    const corrected = { ...shaped, positions: shaped.positions.slice() };
    for (const [bone, axis, angle] of [
      ['leftUpperArm', [0, 0, 1], -0.9],
      ['rightLowerLeg', [1, 0, 0], 1.2],
      ['hips', [0, 1, 0], 2],
    ] as const) {
      const turn = quat.setAxisAngle(createQuat(), axis, angle);
      pose.localRotations.set(turn, jointOfBone(skeleton, bone) * 4);
      const joint = smpl.bones.indexOf(bone);
      if (joint === 0) continue;
      const byColumns = mat3.fromQuat(mat3.create(), turn);
      for (let k = 0; k < 9; k++) {
        const entry = byColumns[(k % 3) * 3 + Math.floor(k / 3)] - (k % 4 === 0 ? 1 : 0);
        for (let i = 0; i < corrected.positions.length; i++) {
          corrected.positions[i] += entry * arrays.posedirs.values[i * features + (joint - 1) * 9 + k];
        }
      }
    }
    expect(gap(posedBy(model, shaped), posedBy(plain, corrected))).toBeLessThan(1e-6);
    expect(gap(posedBy(model, shaped), posedBy(plain, shaped))).toBeGreaterThan(1e-4);
  },
);

test('shares of variance add up, and the view of few sliders is the betas themselves', async () => {
  const { explainedVariance, pcaView, betaCount, measureStatistics } = bodyModelOfSmpl(await read(24, 1));
  expect(explainedVariance.reduce((sum, share) => sum + share)).toBeCloseTo(1, 9);
  expect(pcaView.count).toBe(10);
  for (let k = 0; k < betaCount; k++) {
    for (let c = 0; c < pcaView.count; c++) expect(pcaView.toBetas[k * pcaView.count + c]).toBe(k === c ? 1 : 0);
  }
  expect(measureStatistics.personCount).toBe(0);
});
