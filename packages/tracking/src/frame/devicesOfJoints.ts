import type { DeviceFrame } from './deviceFrame.js';
import type { JointFrame } from './jointFrame.js';
import { composePoses } from './poseSlice.js';
import { copyTrackedParts, POSE_SIZE } from './trackedParts.js';
import type { TrackerOffsets } from './trackerOffsets.js';

/** Joints -> the devices that sit on them: device = joint * offset. The way back from readJoints()'s offsets. */
export function devicesOfJoints(joints: JointFrame, offsets: TrackerOffsets, out: DeviceFrame): void {
  copyTrackedParts(out, joints);
  const { devicePoses } = out;
  for (let at = 0; at < devicePoses.length; at += POSE_SIZE) {
    composePoses(devicePoses, at, joints.jointPoses, at, offsets, at);
  }
}
