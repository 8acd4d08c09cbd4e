import { createQuat, type Quat, vec3 } from '@leib/core';
import { angleBetween, randomQuat } from '@leib/core/testing';
import { readRotation } from './poseSlice.js';
import { POSE_SIZE, pointNumber, quality, type TrackedFrame, type TrackedPoint } from './trackedFrame.js';
import type { TrackedSource } from './trackedSource.js';
import { createTrackerOffsets } from './trackerOffsets.js';

/** Tests only. Not part of the public door. */

export function randomPose(random: () => number): Float64Array {
  return Float64Array.of(random() * 4 - 2, random() * 2, random() * 4 - 2, ...randomQuat(random));
}

/** Farthest that any point which is tracked in both moved, metres. */
export function largestMove(before: TrackedFrame, after: TrackedFrame): number {
  let largest = 0;
  before.quality.forEach((was, point) => {
    if (was === quality.lost || after.quality[point] === quality.lost) return;
    const at = point * POSE_SIZE;
    const move = Math.hypot(...[0, 1, 2].map((k) => after.poses[at + k] - before.poses[at + k]));
    largest = Math.max(largest, move);
  });
  return largest;
}

/** Angle between the rotations of a point in two frames, radians. */
export function turnOf(a: TrackedFrame, b: TrackedFrame, point: TrackedPoint): number {
  return angleBetween(rotationOf(a, point), rotationOf(b, point));
}

export function rotationOf(frame: TrackedFrame, point: TrackedPoint): Quat {
  return readRotation(createQuat(), frame.poses, pointNumber[point] * POSE_SIZE);
}

export function positionOf(frame: TrackedFrame, point: TrackedPoint): number[] {
  return Array.from(frame.poses.slice(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3));
}

/** Where a joint's axis points in the world, rounded. */
export function axisOf(rotation: Quat, axis: [number, number, number]): number[] {
  return Array.from(vec3.transformQuat([0, 0, 0], axis, rotation), (value) => Math.round(value * 1e6) / 1e6 + 0);
}

/** A source that shows fixed poses; the poses may be changed from outside. */
export function fixedSource(poses: Partial<Record<TrackedPoint, ArrayLike<number>>>, label = 'fixed'): TrackedSource {
  return {
    label,
    offsets: createTrackerOffsets(),
    timeline: null,
    step(_dtSeconds, out) {
      out.quality.fill(quality.lost);
      for (const [point, pose] of Object.entries(poses)) {
        const number = pointNumber[point as TrackedPoint];
        out.poses.set(pose, number * POSE_SIZE);
        out.quality[number] = quality.tracked;
      }
    },
    dispose() {},
  };
}
