import { mixItems } from '../recording/track.js';
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

/** Writes root position and local rotations at a time, clamped to the clip; spherical interpolation between frames. */
export function sampleMotion(motion: Motion, timeSeconds: number, out: Pose): void {
  const { frameCount, localRotations, rootPositions } = motion;
  const { jointCount } = motion.skeleton;
  const at = Math.min(Math.max(timeSeconds * motion.hz, 0), frameCount - 1);
  const frame = Math.min(Math.floor(at), Math.max(0, frameCount - 2));
  const next = Math.min(frame + 1, frameCount - 1);
  const amount = at - frame;
  mixItems('line', 3, [out.rootPosition, 0], [rootPositions, frame * 3], [rootPositions, next * 3], amount);
  const [from, to] = [frame * jointCount * 4, next * jointCount * 4];
  mixItems('rotation', jointCount, [out.localRotations, 0], [localRotations, from], [localRotations, to], amount);
}
