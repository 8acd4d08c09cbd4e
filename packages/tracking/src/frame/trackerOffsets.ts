import type { DeviceFrame } from './deviceFrame.js';
import type { JointFrame } from './jointFrame.js';
import { composePoses } from './poseSlice.js';
import { copyTrackedParts, POSE_SIZE, pointNumber, type TrackedPoint, trackedPoints } from './trackedParts.js';

/** Pose of each device in its joint's space, by pointNumber. 11 x 7. Identity: the joint itself is tracked. */
export type TrackerOffsets = Float64Array;

export type PoseTuple = readonly [px: number, py: number, pz: number, qx: number, qy: number, qz: number, qw: number];

export function createTrackerOffsets(offsets: Partial<Record<TrackedPoint, PoseTuple>> = {}): TrackerOffsets {
  const out = new Float64Array(trackedPoints.length * POSE_SIZE);
  for (const point of trackedPoints) out.set(offsets[point] ?? [0, 0, 0, 0, 0, 0, 1], pointNumber[point] * POSE_SIZE);
  return out;
}

/**
 * Device -> the joint it sits on: joint = device * offset^-1, for the pose and the offset that both begin at `at`. A
 * joint's pose is its position, and its rotation relative to the T-pose facing +Z. The slices may overlap.
 */
export function jointOfDevice(
  out: Float64Array,
  outAt: number,
  devicePoses: Float64Array,
  offsets: TrackerOffsets,
  at: number,
): void {
  const px = devicePoses[at];
  const py = devicePoses[at + 1];
  const pz = devicePoses[at + 2];
  const x = devicePoses[at + 3];
  const y = devicePoses[at + 4];
  const z = devicePoses[at + 5];
  const w = devicePoses[at + 6];
  const ox = -offsets[at + 3];
  const oy = -offsets[at + 4];
  const oz = -offsets[at + 5];
  const ow = offsets[at + 6];
  // rotation = device * conjugate(offset)
  const rx = w * ox + x * ow + y * oz - z * oy;
  const ry = w * oy - x * oz + y * ow + z * ox;
  const rz = w * oz + x * oy - y * ox + z * ow;
  const rw = w * ow - x * ox - y * oy - z * oz;
  // position = device - rotation . offset
  const vx = offsets[at];
  const vy = offsets[at + 1];
  const vz = offsets[at + 2];
  const tx = 2 * (ry * vz - rz * vy);
  const ty = 2 * (rz * vx - rx * vz);
  const tz = 2 * (rx * vy - ry * vx);
  out[outAt] = px - (vx + rw * tx + ry * tz - rz * ty);
  out[outAt + 1] = py - (vy + rw * ty + rz * tx - rx * tz);
  out[outAt + 2] = pz - (vz + rw * tz + rx * ty - ry * tx);
  out[outAt + 3] = rx;
  out[outAt + 4] = ry;
  out[outAt + 5] = rz;
  out[outAt + 6] = rw;
}

/** Joints -> the devices that sit on them: device = joint * offset. The way back from readJoints()'s offsets. */
export function devicesOfJoints(joints: JointFrame, offsets: TrackerOffsets, out: DeviceFrame): void {
  copyTrackedParts(out, joints);
  const { devicePoses } = out;
  for (let at = 0; at < devicePoses.length; at += POSE_SIZE) {
    composePoses(devicePoses, at, joints.jointPoses, at, offsets, at);
  }
}
