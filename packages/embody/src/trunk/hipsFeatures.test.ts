import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createBodyState } from '../bodyState.js';
import { buildTestBody, setPoint, wanderingFrame } from '../testing.js';
import { buildTrunk } from './buildTrunk.js';
import { EVEN_HIPS_COUNT, ODD_HIPS_COUNT, writeHipsFeatures } from './hipsFeatures.js';
import { createTrunkFeatures, EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT, stepTrunkFeatures } from './trunkFeatures.js';

const skeleton = buildTestBody();
const model = buildTrunk(skeleton);

/** Features of a person turned and moved as a whole. */
function featuresOf(seed: number, yaw: number, x: number, z: number): { even: Float64Array; odd: Float64Array } {
  const random = seededRandom(seed);
  const body = createBodyState(skeleton);
  const { frame } = body.targets;
  wanderingFrame(seed, 1, frame);
  const tilt = quat.setAxisAngle(createQuat(), [1, 0, 0], random() - 0.5);
  quat.rotateZ(tilt, tilt, 0.6 * (random() - 0.5));
  setPoint(frame, 'hips', [0.1 * random(), 0.85, 0.1 * random(), ...tilt]);
  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  for (let at = 0; at < frame.jointPoses.length; at += 7) {
    const place = vec3.transformQuat(createVec3(), frame.jointPoses.subarray(at, at + 3) as never, turn);
    const rotation = quat.multiply(createQuat(), turn, frame.jointPoses.subarray(at + 3, at + 7) as never);
    frame.jointPoses.set([place[0] + x, place[1], place[2] + z, ...rotation], at);
  }
  const features = createTrunkFeatures();
  stepTrunkFeatures(model, features, body, 1 / 60);
  const even = new Float64Array(EVEN_FEATURE_COUNT + EVEN_HIPS_COUNT);
  const odd = new Float64Array(ODD_FEATURE_COUNT + ODD_HIPS_COUNT);
  writeHipsFeatures(model, features, body, even, odd);
  return { even, odd };
}

test.each(seeds(20))('where in the room a person stands and faces makes no difference (seed %i)', (seed) => {
  const [here, there] = [featuresOf(seed, 0, 0, 0), featuresOf(seed, 2.2, -3, 5)];
  here.even.forEach((value, i) => {
    expect(there.even[i]).toBeCloseTo(value, 9);
  });
  here.odd.forEach((value, i) => {
    expect(there.odd[i]).toBeCloseTo(value, 9);
  });
  // Hips are below the head, about as far as the spine is long.
  expect(here.even[EVEN_FEATURE_COUNT + 3]).toBeLessThan(-0.5);
});
