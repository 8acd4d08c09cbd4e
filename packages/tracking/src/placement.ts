import type { JointFrame } from './jointFrame.js';
import { POSE_SIZE } from './trackedParts.js';
import type { TrackedSource } from './trackedSource.js';
import { createTrackerOffsets, removeOffsets } from './trackerOffsets.js';

/** Where the tracked space stands in the world: turned about +Y, then moved over the floor, after scaling. */
export interface Placement {
  /** Tracked metres -> world metres; 1 for people of the avatar's size. */
  scale: number;
  yaw: number;
  x: number;
  y: number;
  z: number;
}

export function createPlacement(): Placement {
  return { scale: 1, yaw: 0, x: 0, y: 0, z: 0 };
}

/** Carries everything in the frame along, in place: world = move . turn . scale . tracked. */
export function placeJointFrame(frame: JointFrame, placement: Placement): void {
  placePoses(frame.jointPoses, placement);
  placePoses(frame.leftHandJoints.poses, placement);
  placePoses(frame.rightHandJoints.poses, placement);
}

function placePoses(poses: Float64Array, { scale, yaw, x, y, z }: Placement): void {
  const cosine = Math.cos(yaw) * scale;
  const sine = Math.sin(yaw) * scale;
  const halfCosine = Math.cos(yaw / 2);
  const halfSine = Math.sin(yaw / 2);
  for (let at = 0; at < poses.length; at += POSE_SIZE) {
    const px = poses[at];
    const pz = poses[at + 2];
    poses[at] = cosine * px + sine * pz + x;
    poses[at + 1] = poses[at + 1] * scale + y;
    poses[at + 2] = cosine * pz - sine * px + z;
    const qx = poses[at + 3];
    const qy = poses[at + 4];
    const qz = poses[at + 5];
    const qw = poses[at + 6];
    poses[at + 3] = halfCosine * qx + halfSine * qz;
    poses[at + 4] = halfCosine * qy + halfSine * qw;
    poses[at + 5] = halfCosine * qz - halfSine * qx;
    poses[at + 6] = halfCosine * qw - halfSine * qy;
  }
}

/**
 * A placement that puts a person who is now somewhere in a recording onto the origin, facing a heading. `floorY` is the
 * recording's floor; the head says where the person is and which way they look.
 */
export function placementFor(
  headPose: ArrayLike<number>,
  headYaw: number,
  floorY: number,
  scale: number,
  facingYaw: number,
): Placement {
  const yaw = facingYaw - headYaw;
  const cosine = Math.cos(yaw) * scale;
  const sine = Math.sin(yaw) * scale;
  return {
    scale,
    yaw,
    x: -(cosine * headPose[0] + sine * headPose[2]),
    y: -floorY * scale,
    z: -(cosine * headPose[2] - sine * headPose[0]),
  };
}

/** The same source seen from the world: joint poses (identity offsets), placed. The placement may change while it plays. */
export function createPlacedSource(source: TrackedSource, placement: Placement): TrackedSource {
  return {
    label: source.label,
    offsets: createTrackerOffsets(),
    timeline: source.timeline,
    step(dtSeconds, out) {
      source.step(dtSeconds, out);
      removeOffsets(out.devicePoses, source.offsets, out.devicePoses);
      placePoses(out.devicePoses, placement);
      placePoses(out.leftHandJoints.poses, placement);
      placePoses(out.rightHandJoints.poses, placement);
    },
    dispose: () => source.dispose(),
  };
}
