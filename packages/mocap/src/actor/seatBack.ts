import { jointOfBone, type Skeleton, vec3 } from '@leib/core';
import type { BodyOffsets, MocapOffsets } from '../offsets/offsets.js';

/** How far below a joint of the spine a body may sit and still move with the bone that starts there, metres. */
const SEAT_TOLERANCE = 0.02;

/**
 * Which bone the body on the back moves with: the trunk bends below it and above it, so a body low on the back goes along with
 * the lumbar spine, one between the shoulder blades with the chest. By its height in the T-pose.
 */
export function seatBack(offsets: MocapOffsets, skeleton: Skeleton, restOffsets: Float64Array): MocapOffsets {
  const spine = jointOfBone(skeleton, 'spine');
  const chest = jointOfBone(skeleton, 'chest');
  if (spine < 0 || chest < 0) return offsets;
  const chestHeight = heightOf(skeleton, restOffsets, chest);
  return {
    bodies: offsets.bodies.map((body) => {
      if (body.bone !== 'chest') return body;
      const height = heightOfBody(body, skeleton, restOffsets);
      return height !== null && height < chestHeight - SEAT_TOLERANCE ? { ...body, bone: 'spine' } : body;
    }),
  };
}

/** Height of a joint above the hips joint in the T-pose, metres. */
function heightOf({ parents }: Skeleton, restOffsets: Float64Array, joint: number): number {
  let height = 0;
  for (let now = joint; parents[now] >= 0; now = parents[now]) height += restOffsets[now * 3 + 1];
  return height;
}

/** Height of a body, by the joints that it gives; null where the skeleton has none of them. */
function heightOfBody(
  { restRotation, joints }: BodyOffsets,
  skeleton: Skeleton,
  restOffsets: Float64Array,
): number | null {
  const heights = joints.flatMap(({ bone, positionLocal }) => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return [];
    const [, up] = vec3.transformQuat(
      [0, 0, 0],
      positionLocal as [number, number, number],
      restRotation as [number, number, number, number],
    );
    return [heightOf(skeleton, restOffsets, joint) - up];
  });
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}
