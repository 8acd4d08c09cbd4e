import type { Pose, Skeleton } from './skeleton.js';

/**
 * Forward kinematics: local rotations and root position -> world rotations and positions.
 *
 *   worldRotation[i] = worldRotation[parent] * localRotation[i]
 *   worldPosition[i] = worldPosition[parent] + worldRotation[parent] . restOffset[i]
 *
 * Written out in scalars: this loop runs for every avatar every frame, and calls cost more than the arithmetic.
 */
export function updateWorldPose(skeleton: Skeleton, pose: Pose): void {
  updateWorldPoseFrom(skeleton, pose, 0);
}

/** The same for joints from `firstJoint` on; everything before must be current. */
export function updateWorldPoseFrom(skeleton: Skeleton, pose: Pose, firstJoint: number): void {
  const { jointCount, parents, restOffsets } = skeleton;
  const { localRotations: local, worldRotations: rot, worldPositions: pos, rootPosition } = pose;
  for (let i = firstJoint; i < jointCount; i++) {
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
