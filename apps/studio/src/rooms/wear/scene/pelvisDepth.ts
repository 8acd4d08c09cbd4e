import type { Pose } from '@leib/core';
import { type Avatar, jointSurface } from '@leib/three';

/** Around the belly's middle line, at the height of a belt, metres. */
const WINDOW = { side: 0.05, below: -0.04, above: 0.08 } as const;

/**
 * How deep the pelvis joint lies under the skin where a belt tracker sits, metres: no movement tells, but a personal body
 * knows (the thesis's own idea). Null where the body has no skin there.
 */
export function pelvisDepthOf(avatar: Avatar, pose: Pose): number | null {
  const { positions } = jointSurface(avatar, 'hips', pose, 0.3);
  let depth = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    const isThere =
      Math.abs(positions[i]) < WINDOW.side && positions[i + 1] > WINDOW.below && positions[i + 1] < WINDOW.above;
    if (isThere && positions[i + 2] > depth) depth = positions[i + 2];
  }
  return depth > 0 ? depth : null;
}
