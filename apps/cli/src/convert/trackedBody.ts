import type { Pose, Skeleton } from '@leib/core';
import { buildBaseline, createBaselineState, stepBaseline } from '@leib/embody';
import {
  createJointReader,
  createTrackerOffsets,
  type DeviceFrame,
  readJoints,
  type TrackingHeader,
} from '@leib/tracking';
import { bodyOfHeader } from '../bodyOfHeader.js';

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
  const model = buildBaseline(skeleton);
  const state = createBaselineState(model);
  const offsets = createTrackerOffsets(header.offsets);
  const reader = createJointReader(skeleton);
  // The solver's floor is at height zero.
  reader.placement.y = -floorY;
  const rootPosition = new Float64Array(3);
  return {
    skeleton,
    pose: state.pose,
    rootPosition,
    step(devices) {
      stepBaseline(model, state, readJoints(reader, devices, offsets, 1 / hz), 1 / hz);
      rootPosition.set(state.pose.rootPosition);
      rootPosition[1] += floorY;
    },
  };
}
