import type { Pose } from '@leib/core';
import { type Avatar, jointSurface } from '@leib/three';

/** Window around the middle of the belly at belt height, relative to the hips joint, metres. */
const WINDOW = { side: 0.05, below: -0.04, above: 0.08 } as const;

/**
 * Depth of the pelvis joint under the skin at a belt tracker, metres, from a personal body (an idea of the thesis). Null
 * when the body has no skin there.
 */
export function pelvisDepthOf(avatar: Avatar, pose: Pose): number | null {
  const { positions } = jointSurface(avatar, 'hips', pose, 0.3);
  let depth = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    const isInWindow =
      Math.abs(positions[i]) < WINDOW.side && positions[i + 1] > WINDOW.below && positions[i + 1] < WINDOW.above;
    if (isInWindow && positions[i + 2] > depth) depth = positions[i + 2];
  }
  return depth > 0 ? depth : null;
}
