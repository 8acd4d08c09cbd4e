import type { BodyProfile } from '@leib/calibration';
import { composePoses, type FeedDevice, POSE_SIZE } from '@leib/tracking';

/** Copies of devices in other spaces, moved to the space of the head; the feed's own poses stay unchanged. */
export type AlignedDevices = Map<string, FeedDevice>;

/** The device with its space's alignment applied; the device itself when its space is not aligned. */
export function alignDevice(
  copies: AlignedDevices,
  device: FeedDevice,
  spaces: BodyProfile['spaces'],
  reference: string,
): FeedDevice {
  const space = spaces[device.feed];
  if (space === undefined || space.reference !== reference) return device;
  let copy = copies.get(device.id);
  if (copy === undefined) {
    copy = { ...device, pose: new Float64Array(POSE_SIZE) };
    copies.set(device.id, copy);
  }
  copy.name = device.name;
  copy.kind = device.kind;
  copy.suggestedPoint = device.suggestedPoint;
  copy.quality = device.quality;
  copy.rateHz = device.rateHz;
  copy.latencyMs = device.latencyMs;
  copy.lastSeenMs = device.lastSeenMs;
  composePoses(copy.pose, 0, Float64Array.from(space.pose), 0, device.pose, 0);
  return copy;
}
