import { createQuat, quat, vec3 } from '@leib/core';
import { expect, test } from 'vitest';
import { rotationOver } from './clusterPoses.testing.js';

test.each([
  ['four points', [0.1, 0, 0, -0.05, 0.02, 0, 0, -0.04, 0.07, -0.05, 0.02, -0.07]],
  ['three points', [0.1, 0.01, 0, -0.04, 0.06, 0, -0.06, -0.07, 0]],
])('finds the turn of %s', (_, shape) => {
  for (const angle of [0, 0.3, 2, Math.PI, -2.5]) {
    const turn = quat.setAxisAngle(createQuat(), [0.6, -0.48, 0.64], angle);
    const points: number[] = [];
    for (let i = 0; i < shape.length; i += 3) {
      points.push(...vec3.transformQuat([0, 0, 0], [shape[i], shape[i + 1], shape[i + 2]], turn));
    }
    expect(Math.abs(quat.dot(rotationOver(shape, points), turn))).toBeCloseTo(1, 9);
  }
});
