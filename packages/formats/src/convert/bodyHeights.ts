import { jointOfBone, type Motion, type Skeleton } from '@leib/core';
import { forEachWorldPose } from './forEachWorldPose.js';

/** A toe counts as resting below this speed, metres per second... */
const restingSpeed = 0.2;
/** ...over this long before and after, seconds: two frames at 60 Hz. */
const restingWindow = 1 / 30;

/** A floor that lies higher than this part of the resting heights: lower ones are noise and feet in mid-step. */
const floorQuantile = 0.05;

/**
 * Height of the floor under a motion: the 5th percentile of the heights at which toes rest. The plain minimum is a
 * foot that dips through the floor for a frame. Without toes the ankles are taken, and without feet the lowest joint.
 */
export function floorOfMotion(motion: Motion): number {
  const groups = footPoints(motion.skeleton);
  const { frameCount, hz } = motion;
  const heights = groups.map(() => new Float64Array(frameCount));
  const positions = groups.map(() => new Float64Array(frameCount * 3));
  forEachWorldPose(motion, (pose, frame) => {
    groups.forEach((points, group) => {
      let lowest = Infinity;
      for (const point of points) lowest = Math.min(lowest, pose.worldPositions[point * 3 + 1]);
      heights[group][frame] = lowest;
      const first = points[0] * 3;
      positions[group].set(pose.worldPositions.subarray(first, first + 3), frame * 3);
    });
  });
  const reach = Math.max(1, Math.round(restingWindow * hz));
  const resting: number[] = [];
  const all: number[] = [];
  groups.forEach((_, group) => {
    for (let frame = 0; frame < frameCount; frame++) {
      all.push(heights[group][frame]);
      const a = Math.max(0, frame - reach);
      const b = Math.min(frameCount - 1, frame + reach);
      const seconds = (b - a) / hz;
      if (seconds > 0 && distance(positions[group], a, b) / seconds < restingSpeed) resting.push(heights[group][frame]);
    }
  });
  return quantile(resting.length > 0 ? resting : all, floorQuantile);
}

/** Toe and toe tip of each foot, or what there is instead. */
function footPoints(skeleton: Skeleton): number[][] {
  const groups: number[][] = [];
  for (const side of ['left', 'right'] as const) {
    const toes = jointOfBone(skeleton, `${side}Toes`);
    const foot = toes >= 0 ? toes : jointOfBone(skeleton, `${side}Foot`);
    if (foot < 0) continue;
    const group = [foot];
    for (let joint = foot + 1; joint < skeleton.jointCount; joint++) {
      if (group.includes(skeleton.parents[joint])) group.push(joint);
    }
    groups.push(group);
  }
  return groups.length > 0 ? groups : [Array.from({ length: skeleton.jointCount }, (_, joint) => joint)];
}

function distance(positions: Float64Array, a: number, b: number): number {
  return Math.hypot(
    positions[b * 3] - positions[a * 3],
    positions[b * 3 + 1] - positions[a * 3 + 1],
    positions[b * 3 + 2] - positions[a * 3 + 2],
  );
}

/** Value below which a part of the numbers lies. */
function quantile(values: number[], part: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(part * values.length))];
}
