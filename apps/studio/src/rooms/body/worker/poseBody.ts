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
import { createPose } from '@leib/core';
import type { ShownPose } from './bodyServiceTypes.js';
import { relaxPose } from './relaxedPose.js';

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
