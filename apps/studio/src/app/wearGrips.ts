import type { BodyProfile } from '@leib/calibration';
import { createXrOffsets, POSE_SIZE, pointNumber, type TrackerOffsets } from '@leib/tracking';

const grips = ['leftHand', 'rightHand'] as const;

/** Sets how the visitor's hands hold the controllers, as found in the room Wear; WebXR's usual grip without a profile. */
export function wearGrips(offsets: TrackerOffsets, profile: BodyProfile | null): void {
  const usual = createXrOffsets();
  for (const point of grips) {
    const device = profile?.devices[`webxr/${point}`];
    const at = pointNumber[point] * POSE_SIZE;
    const offset = device?.role === point ? device.offset : null;
    offsets.set(offset ?? usual.subarray(at, at + POSE_SIZE), at);
  }
}
