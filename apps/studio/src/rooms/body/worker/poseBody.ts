import {
  type BodyModel,
  createPosedBody,
  type Mannequin,
  poseShape,
  type ShapedBody,
  skeletonOfShape,
  smoothMannequin,
  updateNormals,
} from '@leib/body';
import {
  createPose,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import type { ShownPose } from './bodyServiceTypes.js';

export interface DrawnSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** Surface of a shaped body in the shown pose, smoothed where a mannequin is given. */
export function poseBody(
  model: BodyModel,
  bare: ShapedBody,
  shownPose: ShownPose,
  mannequin: Mannequin | null,
): DrawnSurface {
  const shaped = { ...bare, positions: bare.positions.slice() };
  if (mannequin) smoothMannequin(mannequin, shaped.positions);
  if (shownPose === 'tPose') return drawSurface(model.triangles, shaped.positions);
  const skeleton = skeletonOfShape(model, shaped);
  const pose = createPose(skeleton);
  const posed = createPosedBody(model);
  relaxPose(skeleton, pose);
  poseShape(model, shaped, pose, posed);
  return drawSurface(model.triangles, posed.positions);
}

export function drawSurface(triangles: Uint32Array, positions: Float64Array): DrawnSurface {
  const normals = new Float64Array(positions.length);
  updateNormals(triangles, positions, normals);
  return { positions: Float32Array.from(positions), normals: Float32Array.from(normals) };
}

/** Angles of collar bones and upper arms below the T-pose, radians; more would crease the shoulder. */
const loweredBones: readonly (readonly [HumanoidBone, number])[] = [
  ['leftShoulder', 0.08],
  ['leftUpperArm', 0.92],
  ['rightShoulder', -0.08],
  ['rightUpperArm', -0.92],
];

/** Lowers the arms of a T-pose. */
export function relaxPose(skeleton: Skeleton, pose: Pose): void {
  for (const [bone, angle] of loweredBones) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    const rotation = quat.setAxisAngle(quat.create(), [0, 0, 1], -angle);
    pose.localRotations.set(rotation, joint * 4);
  }
  updateWorldPose(skeleton, pose);
}
