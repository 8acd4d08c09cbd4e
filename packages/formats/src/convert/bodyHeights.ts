import { createPose, jointOfBone, type Motion, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import { quantile } from '../bvh/bodyAxes.js';

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

/** Forward kinematics of every frame, one after the other; the pose is one and the same object. */
export function forEachWorldPose(motion: Motion, visit: (pose: Pose, frame: number) => void): void {
  const { skeleton, frameCount, rootPositions, localRotations } = motion;
  const size = skeleton.jointCount * 4;
  const pose = createPose(skeleton);
  for (let frame = 0; frame < frameCount; frame++) {
    pose.rootPosition.set(rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    visit(pose, frame);
  }
}

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
