import { quat } from '../math/index.js';
import type { Pose, Skeleton } from './skeleton.js';

/** A recorded movement of one skeleton: what a BVH, a take or a glTF animation becomes. Read-only after loading. */
export interface Motion {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly hz: number;
  readonly frameCount: number;
  /** Root positions, world space, metres. frameCount x 3. */
  readonly rootPositions: Float64Array;
  /** Joint rotations, parent space. frameCount x jointCount x 4. */
  readonly localRotations: Float64Array;
}

export function motionDuration(motion: Motion): number {
  return Math.max(0, motion.frameCount - 1) / motion.hz;
}

const before = new Float64Array(4);
const after = new Float64Array(4);

/** Writes root position and local rotations at a time, clamped to the clip; spherical interpolation between frames. */
export function sampleMotion(motion: Motion, timeSeconds: number, out: Pose): void {
  const { frameCount, localRotations, rootPositions } = motion;
  const { jointCount } = motion.skeleton;
  const at = Math.min(Math.max(timeSeconds * motion.hz, 0), frameCount - 1);
  const frame = Math.min(Math.floor(at), Math.max(0, frameCount - 2));
  const next = Math.min(frame + 1, frameCount - 1);
  const amount = at - frame;
  for (let k = 0; k < 3; k++) {
    const a = rootPositions[frame * 3 + k];
    out.rootPosition[k] = a + (rootPositions[next * 3 + k] - a) * amount;
  }
  for (let joint = 0; joint < jointCount; joint++) {
    const a = (frame * jointCount + joint) * 4;
    const b = (next * jointCount + joint) * 4;
    for (let k = 0; k < 4; k++) {
      before[k] = localRotations[a + k];
      after[k] = localRotations[b + k];
    }
    quat.slerp(before, before, after, amount);
    for (let k = 0; k < 4; k++) out.localRotations[joint * 4 + k] = before[k];
  }
}
