import { jointOfBone, type Pose, quat, type Skeleton, vec3 } from '@leib/core';
import { eyesInHead, POSE_SIZE } from '@leib/tracking';

/** A head at rest faces +Z; a viewer's pose looks along -Z. */
const HALF_TURN = quat.fromValues(0, 1, 0, 0);

/** Pose between the actor's eyes, for walls that show what the actor sees; null without a head. 7 numbers. */
export function viewerOf({
  skeleton,
  pose,
}: {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
}): Float64Array | null {
  const head = jointOfBone(skeleton, 'head');
  if (head < 0) return null;
  const [x, y, z, w] = pose.worldRotations.subarray(head * 4, head * 4 + 4);
  const turn = quat.fromValues(x, y, z, w);
  const [ex, ey, ez] = eyesInHead(skeleton);
  const eyes = vec3.transformQuat(vec3.create(), [ex, ey, ez], turn);
  const out = new Float64Array(POSE_SIZE);
  for (let k = 0; k < 3; k++) out[k] = pose.worldPositions[head * 3 + k] + eyes[k];
  out.set(quat.multiply(quat.create(), turn, HALF_TURN), 3);
  return out;
}
