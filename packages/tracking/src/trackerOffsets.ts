import type { DeviceFrame } from './deviceFrame.js';
import type { JointFrame } from './jointFrame.js';
import { copyTrackedParts, POSE_SIZE, pointNumber, type TrackedPoint, trackedPoints } from './trackedParts.js';

/** Pose of each tracked thing in its joint's space, by pointNumber. 11 x 7. Identity: the joint itself is tracked. */
export type TrackerOffsets = Float64Array;

export type PoseTuple = readonly [px: number, py: number, pz: number, qx: number, qy: number, qz: number, qw: number];

export function createTrackerOffsets(offsets: Partial<Record<TrackedPoint, PoseTuple>> = {}): TrackerOffsets {
  const out = new Float64Array(trackedPoints.length * POSE_SIZE);
  for (const point of trackedPoints) out.set(offsets[point] ?? [0, 0, 0, 0, 0, 0, 1], pointNumber[point] * POSE_SIZE);
  return out;
}

/**
 * Devices -> the joints they sit on: joint = device * offset^-1. After this a pose is the joint's own position and its
 * rotation relative to the T-pose facing +Z, in the space that the devices are in.
 */
export function jointsOfDevices(devices: DeviceFrame, offsets: TrackerOffsets, out: JointFrame): void {
  copyTrackedParts(out, devices);
  removeOffsets(devices.devicePoses, offsets, out.jointPoses);
}

/** The same for poses alone; `out` may be the poses themselves. */
export function removeOffsets(poses: Float64Array, offsets: TrackerOffsets, out: Float64Array): void {
  for (let at = 0; at < poses.length; at += POSE_SIZE) {
    const px = poses[at];
    const py = poses[at + 1];
    const pz = poses[at + 2];
    const x = poses[at + 3];
    const y = poses[at + 4];
    const z = poses[at + 5];
    const w = poses[at + 6];
    const ox = -offsets[at + 3];
    const oy = -offsets[at + 4];
    const oz = -offsets[at + 5];
    const ow = offsets[at + 6];
    // rotation = tracker * conjugate(offset)
    const rx = w * ox + x * ow + y * oz - z * oy;
    const ry = w * oy - x * oz + y * ow + z * ox;
    const rz = w * oz + x * oy - y * ox + z * ow;
    const rw = w * ow - x * ox - y * oy - z * oz;
    // position = tracker - rotation . offset
    const vx = offsets[at];
    const vy = offsets[at + 1];
    const vz = offsets[at + 2];
    const tx = 2 * (ry * vz - rz * vy);
    const ty = 2 * (rz * vx - rx * vz);
    const tz = 2 * (rx * vy - ry * vx);
    out[at] = px - (vx + rw * tx + ry * tz - rz * ty);
    out[at + 1] = py - (vy + rw * ty + rz * tx - rx * tz);
    out[at + 2] = pz - (vz + rw * tz + rx * ty - ry * tx);
    out[at + 3] = rx;
    out[at + 4] = ry;
    out[at + 5] = rz;
    out[at + 6] = rw;
  }
}
