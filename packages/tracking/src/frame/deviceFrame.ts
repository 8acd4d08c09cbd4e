import {
  copyTrackedParts,
  createTrackedParts,
  identityPoses,
  type TrackedParts,
  trackedPoints,
} from './trackedParts.js';

/**
 * What devices measure at one moment: poses of headset, controllers and trackers themselves, in the tracked space and
 * its metres. How each device sits on its joint is in TrackerOffsets. Written by a TrackedSource.
 */
export interface DeviceFrame extends TrackedParts {
  /** Poses of the devices by pointNumber, tracked space. 11 x 7. Where quality is lost, the last known ones. */
  readonly devicePoses: Float64Array;
}

export function createDeviceFrame(): DeviceFrame {
  return { ...createTrackedParts(), devicePoses: identityPoses(trackedPoints.length) };
}

export function copyDeviceFrame(out: DeviceFrame, from: DeviceFrame): void {
  copyTrackedParts(out, from);
  out.devicePoses.set(from.devicePoses);
}
