import { type HumanoidBone, humanoidBones, multiplyFlat, type Pose, type Skeleton, updateWorldPose } from '@leib/core';

/** Where a body stands that copies another's pose: moved over the floor, turned, or mirrored. */
export interface TargetPlace {
  readonly x: number;
  readonly z: number;
  /** About +Y, radians; 0 faces +Z. */
  readonly yaw: number;
  /** Left and right are exchanged. */
  readonly isMirrored: boolean;
}

/**
 * The joint on the other side of each joint: by the bone it carries, itself where there is none. Made once per skeleton.
 */
export function buildMirrorJoints({ jointCount, jointToBone, boneToJoint }: Skeleton): Int16Array {
  const partners = new Int16Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = jointToBone[joint] < 0 ? '' : humanoidBones[jointToBone[joint]];
    const other = bone.startsWith('left')
      ? `right${bone.slice('left'.length)}`
      : bone.startsWith('right')
        ? `left${bone.slice('right'.length)}`
        : bone;
    const number = humanoidBones.indexOf(other as HumanoidBone);
    partners[joint] = number >= 0 && boneToJoint[number] >= 0 ? boneToJoint[number] : joint;
  }
  return partners;
}

/** Writes into `out`, its world arrays too, the target of a body that does at a place of its own what `targetPose` does. */
export function placeTarget(
  skeleton: Skeleton,
  mirrorJoints: Int16Array,
  targetPose: Pose,
  { x, z, yaw, isMirrored }: TargetPlace,
  out: Pose,
): void {
  // Reflected at the plane x = 0 a rotation x y z w is x -y -z w.
  const sign = isMirrored ? -1 : 1;
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const from = (isMirrored ? mirrorJoints[joint] : joint) * 4;
    const to = joint * 4;
    out.localRotations[to] = targetPose.localRotations[from];
    out.localRotations[to + 1] = sign * targetPose.localRotations[from + 1];
    out.localRotations[to + 2] = sign * targetPose.localRotations[from + 2];
    out.localRotations[to + 3] = targetPose.localRotations[from + 3];
  }
  const turn = Float64Array.of(0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2));
  multiplyFlat(out.localRotations, 0, turn, 0, out.localRotations.slice(0, 4), 0);
  const px = sign * targetPose.rootPosition[0];
  const pz = targetPose.rootPosition[2];
  out.rootPosition[0] = Math.cos(yaw) * px + Math.sin(yaw) * pz + x;
  out.rootPosition[1] = targetPose.rootPosition[1];
  out.rootPosition[2] = Math.cos(yaw) * pz - Math.sin(yaw) * px + z;
  updateWorldPose(skeleton, out);
}
