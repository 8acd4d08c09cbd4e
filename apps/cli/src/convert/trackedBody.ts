import type { Pose, Skeleton } from '@leib/core';
import { createPerson } from '@leib/embody';
import { createTrackerOffsets, type DeviceFrame, type TrackingHeader } from '@leib/tracking';
import { bodyOfHeader } from '../bodyOfHeader.js';
import { readPrior } from '../readPrior.js';

/**
 * The whole body from what was tracked, worked out frame by frame as the studio does it live. The body is the actor's
 * where the recording carries it, else the default one at the actor's stature.
 */
export interface TrackedBody {
  readonly skeleton: Skeleton;
  /** After `step`. */
  readonly pose: Pose;
  /** World position of the root after `step`. 3 numbers. */
  readonly rootPosition: Float64Array;
  step(devices: DeviceFrame): void;
}

/** @param hz rate of the frames that `step` gets */
export function createTrackedBody(header: TrackingHeader, hz: number): TrackedBody {
  const { floorY } = header;
  const skeleton = bodyOfHeader(header);
  const person = createPerson({ skeleton, offsets: createTrackerOffsets(header.offsets), prior: readPrior() });
  // The solver's floor is at height zero.
  person.place({ x: 0, y: -floorY, z: 0, yaw: 0 });
  const { pose } = person;
  const rootPosition = new Float64Array(3);
  return {
    skeleton,
    pose,
    rootPosition,
    step(devices) {
      person.follow(devices, 1 / hz);
      rootPosition.set(pose.rootPosition);
      rootPosition[1] += floorY;
    },
  };
}
