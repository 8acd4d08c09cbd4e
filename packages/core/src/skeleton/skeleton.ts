/**
 * What the body is. Made once by buildSkeleton(), shared by every avatar, never written again.
 *
 * The rest pose is the T-pose facing +Z, and at rest every joint's axes are the world's: a joint's rotation is
 * then always "away from the T-pose", whatever rig it came from. rig/rigBinding.ts takes other rigs there and back.
 */
export interface Skeleton {
  readonly jointCount: number;
  readonly names: readonly string[];
  /** parents[i] < i, or -1 for the root, so one forward loop meets every parent before its children. */
  readonly parents: Int16Array;
  /** Offset from parent to joint at rest, metres; for the root, its rest position. jointCount x 3. */
  readonly restOffsets: Float64Array;
  /** Joint positions at rest, world space, metres. jointCount x 3. */
  readonly restWorldPositions: Float64Array;
  /** Joint that carries each humanoid bone (by boneNumber), or -1. 55 entries. */
  readonly boneToJoint: Int16Array;
  /** Humanoid bone that each joint carries, or -1. jointCount entries. */
  readonly jointToBone: Int16Array;
  /** What the feet stand on, measured off the skin of an avatar; null for a bare skeleton. Ask footShape(), restFloorY(). */
  readonly soles: FootSoles;
}

/** Where the body is now. One per avatar; allocated here and nowhere else. */
export interface Pose {
  /** Root joint position, world space, metres. Written by solvers. */
  readonly rootPosition: Float64Array;
  /** Joint rotations, parent space, unit quaternions x y z w. jointCount x 4. Written by solvers. */
  readonly localRotations: Float64Array;
  /** Joint positions, world space, metres. jointCount x 3. Computed by updateWorldPose(). */
  readonly worldPositions: Float64Array;
  /** Joint rotations, world space, relative to the T-pose. jointCount x 4. Computed by updateWorldPose(). */
  readonly worldRotations: Float64Array;
}

/** A pose at rest, with its world arrays filled. */
export function createPose(skeleton: Skeleton): Pose {
  const { jointCount } = skeleton;
  const pose: Pose = {
    rootPosition: new Float64Array(3),
    localRotations: new Float64Array(jointCount * 4),
    worldPositions: new Float64Array(jointCount * 3),
    worldRotations: new Float64Array(jointCount * 4),
  };
  resetPose(skeleton, pose);
  return pose;
}

/** Back to the T-pose. */
export function resetPose(skeleton: Skeleton, pose: Pose): void {
  pose.rootPosition.set(skeleton.restOffsets.subarray(0, 3));
  pose.localRotations.fill(0);
  pose.worldRotations.fill(0);
  for (let w = 3; w < pose.localRotations.length; w += 4) {
    pose.localRotations[w] = 1;
    pose.worldRotations[w] = 1;
  }
  pose.worldPositions.set(skeleton.restWorldPositions);
}

export function copyPose(out: Pose, from: Pose): void {
  out.rootPosition.set(from.rootPosition);
  out.localRotations.set(from.localRotations);
  out.worldPositions.set(from.worldPositions);
  out.worldRotations.set(from.worldRotations);
}

/** Where the skin of a foot ends at rest, from the joint that carries it, axes of the rest pose, metres. */
export interface FootSole {
  /** The foot; the lower leg where a rig's foot carries no skin. */
  readonly joint: number;
  /** Lowest skin below the joint. */
  readonly below: number;
  /** Tip of the toes ahead of the joint, heel behind it. */
  readonly ahead: number;
  readonly behind: number;
}

/** Left, right; null where no skin was measured. */
export type FootSoles = readonly [FootSole | null, FootSole | null];

/**
 * Forward kinematics: local rotations and root position -> world rotations and positions.
 *
 *   worldRotation[i] = worldRotation[parent] * localRotation[i]
 *   worldPosition[i] = worldPosition[parent] + worldRotation[parent] . restOffset[i]
 *
 * Written out in scalars: this loop runs for every avatar every frame, and calls cost more than the arithmetic.
 * With `firstJoint` and `endJoint`: of these joints alone, the last one not included; their parents must be current.
 */
export function updateWorldPose(
  skeleton: Skeleton,
  pose: Pose,
  firstJoint = 0,
  endJoint: number = skeleton.jointCount,
): void {
  const { parents, restOffsets } = skeleton;
  const { localRotations: local, worldRotations: rot, worldPositions: pos, rootPosition } = pose;
  for (let i = firstJoint; i < endJoint; i++) {
    const parent = parents[i];
    const i3 = i * 3;
    const i4 = i * 4;
    const lx = local[i4];
    const ly = local[i4 + 1];
    const lz = local[i4 + 2];
    const lw = local[i4 + 3];
    if (parent < 0) {
      rot[i4] = lx;
      rot[i4 + 1] = ly;
      rot[i4 + 2] = lz;
      rot[i4 + 3] = lw;
      pos[i3] = rootPosition[0];
      pos[i3 + 1] = rootPosition[1];
      pos[i3 + 2] = rootPosition[2];
      continue;
    }
    const p3 = parent * 3;
    const p4 = parent * 4;
    const x = rot[p4];
    const y = rot[p4 + 1];
    const z = rot[p4 + 2];
    const w = rot[p4 + 3];
    rot[i4] = w * lx + x * lw + y * lz - z * ly;
    rot[i4 + 1] = w * ly - x * lz + y * lw + z * lx;
    rot[i4 + 2] = w * lz + x * ly - y * lx + z * lw;
    rot[i4 + 3] = w * lw - x * lx - y * ly - z * lz;
    const ox = restOffsets[i3];
    const oy = restOffsets[i3 + 1];
    const oz = restOffsets[i3 + 2];
    const tx = 2 * (y * oz - z * oy);
    const ty = 2 * (z * ox - x * oz);
    const tz = 2 * (x * oy - y * ox);
    pos[i3] = pos[p3] + ox + w * tx + y * tz - z * ty;
    pos[i3 + 1] = pos[p3 + 1] + oy + w * ty + z * tx - x * tz;
    pos[i3 + 2] = pos[p3 + 2] + oz + w * tz + x * ty - y * tx;
  }
}

/** Whether poses of one are poses of the other: joint by joint the same bone in the same place, whatever it is called. */
export function isSameSkeleton(a: Skeleton, b: Skeleton): boolean {
  if (a === b) return true;
  return (
    a.jointCount === b.jointCount &&
    a.parents.every((parent, joint) => parent === b.parents[joint] && a.jointToBone[joint] === b.jointToBone[joint]) &&
    a.restOffsets.every((value, i) => Math.abs(value - b.restOffsets[i]) < 1e-5)
  );
}
