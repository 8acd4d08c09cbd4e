import type { PelvisDepths } from '@leib/calibration';
import type { Pose } from '@leib/core';
import { type Avatar, jointSurface } from '@leib/three';

/** Window around the middle of each side at belt height, relative to the hips joint, metres. */
const WINDOW = { aside: 0.05, below: -0.04, above: 0.08 } as const;

/**
 * Depth of the pelvis joint under the skin at a belt tracker, on each side of a personal body, metres (an idea of the
 * thesis). Null on sides without skin. @param metres the person's metres per one of the avatar's
 */
export function pelvisDepthsOf(avatar: Avatar, pose: Pose, metres: number): PelvisDepths {
  return depthsOfSurface(jointSurface(avatar, 'hips', pose, 0.3).positions, metres);
}

/** The same from points of the skin, hips space. count x 3. */
export function depthsOfSurface(positions: ArrayLike<number>, metres: number): PelvisDepths {
  /** @param axis that points out of the side; @param across the other horizontal one */
  const depth = (axis: 0 | 2, across: 0 | 2, sign: 1 | -1): number | null => {
    let deepest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < positions.length; i += 3) {
      const height = positions[i + 1] * metres;
      const isAtBelt = height > WINDOW.below && height < WINDOW.above;
      if (isAtBelt && Math.abs(positions[i + across] * metres) < WINDOW.aside) {
        deepest = Math.max(deepest, sign * positions[i + axis] * metres);
      }
    }
    return deepest > 0 ? deepest : null;
  };
  return { front: depth(2, 0, 1), behind: depth(2, 0, -1), left: depth(0, 2, 1), right: depth(0, 2, -1) };
}
