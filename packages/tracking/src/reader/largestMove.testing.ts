import type { JointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE, quality } from '../frame/trackedParts.js';

/** Farthest that any point which is tracked in both moved, metres. */
export function largestMove(before: JointFrame, after: JointFrame): number {
  let largest = 0;
  before.quality.forEach((was, point) => {
    if (was === quality.lost || after.quality[point] === quality.lost) return;
    const at = point * POSE_SIZE;
    const move = Math.hypot(...[0, 1, 2].map((k) => after.jointPoses[at + k] - before.jointPoses[at + k]));
    largest = Math.max(largest, move);
  });
  return largest;
}
