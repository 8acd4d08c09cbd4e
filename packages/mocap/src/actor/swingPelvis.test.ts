import { createVec3, fromRotationVector, jointOfBone, vec3 } from '@leib/core';
import { randomPoint, seededRandom, seeds, testBody } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createMeasuredJoints, jointRank } from './measuredJoints.js';
import { type PelvisLeg, swingPelvis } from './swingPelvis.js';

const skeleton = testBody();
const legs: readonly PelvisLeg[] = (['left', 'right'] as const).map((side) => ({
  hip: jointOfBone(skeleton, `${side}UpperLeg`),
  knee: jointOfBone(skeleton, `${side}LowerLeg`),
  kneeAxis: [1, 0, 0],
}));

/** A trunk that is bent by `bend` below its body, thighs forward as in sitting; the hips stand where the stiff trunk has them. */
function bentTrunk(bend: [number, number, number]) {
  const measured = createMeasuredJoints(skeleton);
  const pivot = createVec3(0, 1.05, 0);
  const truth = legs.map(({ hip, knee }, leg) => {
    const nailed = createVec3(leg === 0 ? 0.09 : -0.09, 0.9, 0);
    const arm = vec3.transformQuat(
      createVec3(),
      vec3.subtract(createVec3(), nailed, pivot),
      fromRotationVector([0, 0, 0, 1], bend),
    );
    const place = vec3.add(createVec3(), pivot, arm);
    measured.positions.set(nailed, hip * 3);
    measured.positions.set([place[0], place[1] - 0.1, place[2] + 0.42], knee * 3);
    measured.rotations.set([0, 0, 0, 1], knee * 4);
    measured.hasRotation[knee] = 1;
    measured.ranks[hip] = jointRank.acrossWaist;
    measured.ranks[knee] = jointRank.limb;
    measured.confidence[knee] = 1;
    return { place, arm };
  });
  const thighs = legs.map(() => Math.hypot(0.1, 0.42));
  return { input: { legs, thighs, measured, pivotWorld: pivot, dtSeconds: 0 }, truth, pivot };
}

test.each(seeds(20))('hips swing to where the thighs have their lengths (seed %i)', (seed) => {
  const [x, y, z] = randomPoint(seededRandom(seed), 0.3);
  const { input, pivot, truth } = bentTrunk([x, y, z]);
  const bend = createVec3();
  const stiff = swingPelvis({ ...input }, createVec3());
  for (let frame = 0; frame < 4; frame++) swingPelvis(input, bend);
  expect(swingPelvis(input, bend)).toBeLessThanOrEqual(stiff);
  legs.forEach(({ hip, knee }, leg) => {
    const arm = createVec3(...input.measured.positions.subarray(hip * 3, hip * 3 + 3));
    vec3.subtract(arm, arm, pivot);
    vec3.add(arm, vec3.transformQuat(arm, arm, fromRotationVector([0, 0, 0, 1], bend)), pivot);
    const kneeWorld = createVec3(...input.measured.positions.subarray(knee * 3, knee * 3 + 3));
    expect(Math.abs(vec3.distance(arm, kneeWorld) - input.thighs[leg])).toBeLessThan(0.01);
    expect(vec3.distance(arm, truth[leg].place)).toBeLessThan(0.05);
  });
});

test('knees whose bodies are lost do not pull the hips', () => {
  const { input } = bentTrunk([0.3, 0, 0]);
  for (const { knee } of legs) input.measured.confidence[knee] = 0;
  const bend = createVec3();
  swingPelvis(input, bend);
  expect(vec3.length(bend)).toBeLessThan(1e-9);
});
