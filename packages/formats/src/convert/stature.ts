import { jointOfBone, type Skeleton } from '@leib/core';

/** Height of the head joint (top of the neck) above the soles, as a part of stature: median of 22 CMU subjects. */
const headJointPart = 0.868;

/**
 * Height of the person a skeleton belongs to, metres: from the lowest joint at rest to the crown. Rigs end the head
 * at the crown (Mixamo), at the forehead (CMU) or not at all, so the end counts only where it lies higher than the
 * head joint lets expect.
 */
export function statureOfSkeleton(skeleton: Skeleton): number {
  const { jointCount, parents, restWorldPositions } = skeleton;
  let lowest = Infinity;
  let highest = -Infinity;
  const head = jointOfBone(skeleton, 'head');
  const isHead = new Uint8Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const y = restWorldPositions[joint * 3 + 1];
    lowest = Math.min(lowest, y);
    isHead[joint] = joint === head || (parents[joint] >= 0 && isHead[parents[joint]] === 1) ? 1 : 0;
    if (head < 0 || isHead[joint]) highest = Math.max(highest, y);
  }
  if (head < 0) return highest - lowest;
  return Math.max(highest - lowest, (restWorldPositions[head * 3 + 1] - lowest) / headJointPart);
}
