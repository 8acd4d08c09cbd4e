import { createQuat, type Quat, vec3 } from '@leib/core';
import { randomQuat } from '@leib/core/testing';
import { readRotation } from './frame/poseSlice.js';
import type { DeviceFrame } from './frame/deviceFrame.js';
import type { JointFrame } from './frame/jointFrame.js';
import { copyTrackedParts, POSE_SIZE, pointNumber, quality, type TrackedPoint } from './frame/trackedParts.js';
import type { TrackedSource } from './sources/trackedSource.js';
import { createTrackerOffsets, jointOfDevice, type TrackerOffsets } from './frame/trackerOffsets.js';

/** Tests only. Not part of the public door. */

type AnyFrame = DeviceFrame | JointFrame;

function posesOf(frame: AnyFrame): Float64Array {
  return 'devicePoses' in frame ? frame.devicePoses : frame.jointPoses;
}

/** Near enough to others that both can be of one person. */
export function randomPose(random: () => number): Float64Array {
  return Float64Array.of(0.6 * random() - 0.3, 0.6 * random(), 0.6 * random() - 0.3, ...randomQuat(random));
}

export function rotationOf(frame: AnyFrame, point: TrackedPoint): Quat {
  return readRotation(createQuat(), posesOf(frame), pointNumber[point] * POSE_SIZE);
}

export function positionOf(frame: AnyFrame, point: TrackedPoint): number[] {
  return Array.from(posesOf(frame).slice(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3));
}

/** The joints under the devices of a frame: offsets are taken off, and nothing else. */
export function bareJoints(devices: DeviceFrame, offsets: TrackerOffsets, out: JointFrame): void {
  copyTrackedParts(out, devices);
  for (let at = 0; at < offsets.length; at += POSE_SIZE) {
    jointOfDevice(out.jointPoses, at, devices.devicePoses, offsets, at);
  }
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
        out.devicePoses.set(pose, number * POSE_SIZE);
        out.quality[number] = quality.tracked;
      }
    },
    dispose() {},
  };
}
