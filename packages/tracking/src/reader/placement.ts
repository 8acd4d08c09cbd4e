import type { JointFrame } from '../frame/jointFrame.js';
import { POSE_SIZE } from '../frame/trackedParts.js';
import type { HeightMap } from './heightMap.js';

/** Where the tracked space stands in the avatar's space: scaled, turned about +Y, then moved. */
export interface Placement {
  /** Tracked metres -> the avatar's metres; 1 for people of the avatar's size. */
  scale: number;
  yaw: number;
  x: number;
  y: number;
  z: number;
  /** For avatars of other proportions: heights of legs and trunk, after everything else; null or absent where they stay. */
  heights?: HeightMap | null;
}

export function createPlacement(): Placement {
  return { scale: 1, yaw: 0, x: 0, y: 0, z: 0, heights: null };
}

/** The same with its sines worked out, once for all poses of a frame. */
interface PlacementTurn {
  readonly scale: number;
  readonly cosine: number;
  readonly sine: number;
  readonly halfCosine: number;
  readonly halfSine: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export function turnOfPlacement({ scale, yaw, x, y, z }: Placement): PlacementTurn {
  return {
    scale,
    cosine: Math.cos(yaw) * scale,
    sine: Math.sin(yaw) * scale,
    halfCosine: Math.cos(yaw / 2),
    halfSine: Math.sin(yaw / 2),
    x,
    y,
    z,
  };
}

/** One pose: placed = move . turn . scale . pose. The slices may overlap. */
export function placePose(turn: PlacementTurn, out: Float64Array, outAt: number, pose: Float64Array, at: number): void {
  const px = pose[at];
  const pz = pose[at + 2];
  const qx = pose[at + 3];
  const qy = pose[at + 4];
  const qz = pose[at + 5];
  const qw = pose[at + 6];
  out[outAt] = turn.cosine * px + turn.sine * pz + turn.x;
  out[outAt + 1] = pose[at + 1] * turn.scale + turn.y;
  out[outAt + 2] = turn.cosine * pz - turn.sine * px + turn.z;
  out[outAt + 3] = turn.halfCosine * qx + turn.halfSine * qz;
  out[outAt + 4] = turn.halfCosine * qy + turn.halfSine * qw;
  out[outAt + 5] = turn.halfCosine * qz - turn.halfSine * qx;
  out[outAt + 6] = turn.halfCosine * qw - turn.halfSine * qy;
}

/** Moves all joints and hand joints of a frame, in place. */
export function placeJoints(joints: JointFrame, placement: Placement): void {
  const turn = turnOfPlacement(placement);
  for (const poses of [joints.jointPoses, joints.rawPoses, joints.leftHandJoints.poses, joints.rightHandJoints.poses]) {
    for (let at = 0; at < poses.length; at += POSE_SIZE) placePose(turn, poses, at, poses, at);
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
