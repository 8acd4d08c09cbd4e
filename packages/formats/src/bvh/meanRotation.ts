import { createQuat, type Quat, quat, type ReadonlyQuat } from '@leib/core';

/** Mean of rotations that are not far from each other: their normalised sum, signs alike. The identity of none. */
export function meanRotation(rotations: Iterable<ReadonlyQuat>): Quat {
  const sum = createQuat(0, 0, 0, 0);
  for (const rotation of rotations) {
    const sign = quat.dot(sum, rotation) < 0 ? -1 : 1;
    for (let k = 0; k < 4; k++) sum[k] += sign * rotation[k];
  }
  return quat.length(sum) > 1e-9 ? quat.normalize(sum, sum) : createQuat();
}
