import {
  copyPoseSlice,
  type JointFrame,
  jointOfDevice,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  type TrackerOffsets,
} from '@leib/tracking';
import type { SeenDevice, SeenSpaces } from '../space/seenDevice.js';

/** The input of calibration in one frame. */
export interface SessionInput {
  /** Pose of the head JOINT, world space (after the headset's own offset). 7 numbers. */
  readonly headWorld: Float64Array;
  readonly isHeadTracked: boolean;
  /** World height of the eyes, from a headset. More exact than the head joint, whose place differs between rigs. */
  readonly eyesY?: number | null;
  readonly floorY: number;
  /** All devices in the space of the head, those of other spaces with their alignment applied. */
  readonly devices: readonly SeenDevice[];
  /**
   * Poses of bones and bare hands on their joints, by point, as their source gives them; absent where a bone is its joint.
   */
  readonly jointOffsets?: TrackerOffsets | undefined;
  /** Devices in their own spaces; absent when there is one space only. */
  readonly spaces?: SeenSpaces | null;
}

/**
 * Devices -> joints: puts each where its role says and takes off how it is strapped on. The frame is then what Embody
 * wants, for any subset of points. Allocates nothing.
 */
export function writeJointFrame(
  input: SessionInput,
  roles: Readonly<Record<string, TrackedPoint | null>>,
  offsets: TrackerOffsets,
  out: JointFrame,
): void {
  loseEverything(out);
  out.lostSeconds.fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < input.devices.length; i++) {
    const device = input.devices[i];
    const role = roles[device.id] ?? null;
    if (role === null || role === 'head') continue;
    const point = pointNumber[role];
    const at = point * POSE_SIZE;
    copyPoseSlice(out.jointPoses, at, device.pose, 0);
    jointOfDevice(out.jointPoses, at, out.jointPoses, offsets, at);
    out.quality[point] = device.quality;
    if (device.quality !== quality.lost) out.lostSeconds[point] = 0;
  }
  // The head comes as a joint already.
  copyPoseSlice(out.jointPoses, pointNumber.head * POSE_SIZE, input.headWorld, 0);
  out.quality[pointNumber.head] = input.isHeadTracked ? quality.tracked : quality.lost;
  if (input.isHeadTracked) out.lostSeconds[pointNumber.head] = 0;
}
