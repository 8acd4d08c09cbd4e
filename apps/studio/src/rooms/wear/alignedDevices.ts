import type { BodyProfile } from '@leib/calibration';
import { composePoses, type FeedDevice, POSE_SIZE } from '@leib/tracking';

/** Devices of other spaces as that of the head sees them: copies, since a feed's own poses are not ours to write. */
export type AlignedDevices = Map<string, FeedDevice>;

const alignment = new Float64Array(POSE_SIZE);

/** The device where its space's alignment puts it; as it is where there is none. Allocates when a device is new. */
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
  for (let k = 0; k < POSE_SIZE; k++) alignment[k] = space.pose[k];
  composePoses(copy.pose, 0, alignment, 0, device.pose, 0);
  return copy;
}
