import { createVec3, type Quat, quat, type ReadonlyQuat, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import type { Wall, WallEye } from './wallsFile.js';

/** What a wall shows of the world for one eye: a camera at the eye that is parallel to the wall, and an oblique frustum. */
export interface OffAxisView {
  readonly eyeWorld: Vec3;
  /** The camera's rotation: +X along the wall's lower edge, +Y up the wall, looks along -Z through it. */
  readonly rotationWorld: Quat;
  /** Edges of the frustum at the near plane, metres. */
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** False: the eye is behind the wall or within `NEAREST` of it; the view is then that of an eye at this distance. */
  isInFront: boolean;
}

/** Nearest distance of an eye to a wall, metres. */
const NEAREST = 0.02;

export function createOffAxisView(): OffAxisView {
  return {
    eyeWorld: vec3.create(),
    rotationWorld: quat.create(),
    left: -1,
    right: 1,
    bottom: -1,
    top: 1,
    isInFront: true,
  };
}

/**
 * The frustum through a wall's corners. Kooima, "Generalized Perspective Projection", 2008: with the wall's axes vr (right),
 * vu (up), vn (towards the viewer) and the vectors va, vb, vc from the eye to the lower left, lower right and upper left corner,
 * d = -(vn . va) is the distance to the wall, and the edges at the near plane n are l = (vr . va) n/d, r = (vr . vb) n/d,
 * b = (vu . va) n/d, t = (vu . vc) n/d.
 */
export function solveOffAxisView(wall: Wall, eyeWorld: ReadonlyVec3, near: number, out: OffAxisView): void {
  const right = vec3.subtract(createVec3(), wall.lowerRight, wall.lowerLeft);
  const up = vec3.subtract(createVec3(), wall.upperLeft, wall.lowerLeft);
  const width = vec3.length(right);
  vec3.scale(right, right, 1 / width);
  // Measured corners are not quite at right angles: the wall's upper edge is parallel to the lower one.
  vec3.scaleAndAdd(up, up, right, -vec3.dot(up, right));
  const height = vec3.length(up);
  vec3.scale(up, up, 1 / height);
  const towardsViewer = vec3.cross(createVec3(), right, up);

  const toLowerLeft = vec3.subtract(createVec3(), wall.lowerLeft, eyeWorld);
  const distance = -vec3.dot(towardsViewer, toLowerLeft);
  out.isInFront = distance >= NEAREST;
  const shift = out.isInFront ? 0 : NEAREST - distance;
  vec3.scaleAndAdd(out.eyeWorld, eyeWorld, towardsViewer, shift);
  const scale = near / (distance + shift);
  out.left = vec3.dot(right, toLowerLeft) * scale;
  out.right = out.left + width * scale;
  out.bottom = vec3.dot(up, toLowerLeft) * scale;
  out.top = out.bottom + height * scale;
  setAxes(out.rotationWorld, right, up, towardsViewer);
}

function setAxes(out: Quat, x: ReadonlyVec3, y: ReadonlyVec3, z: ReadonlyVec3): void {
  quat.fromMat3(out, [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]]);
  quat.normalize(out, out);
}

/** Writes the view's projection matrix, OpenGL's clip space, column-major. */
export function writeProjection(view: OffAxisView, near: number, far: number, out: Float64Array): void {
  const { left, right, bottom, top } = view;
  out.fill(0);
  out[0] = (2 * near) / (right - left);
  out[5] = (2 * near) / (top - bottom);
  out[8] = (right + left) / (right - left);
  out[9] = (top + bottom) / (top - bottom);
  out[10] = -(far + near) / (far - near);
  out[11] = -1;
  out[14] = (-2 * far * near) / (far - near);
}

/** A tracked head: position and rotation (x y z w) in the room. */
export interface HeadPose {
  readonly positionWorld: ReadonlyVec3;
  readonly rotationWorld: ReadonlyQuat;
}

const sideOfEye: Readonly<Record<WallEye, number>> = { centre: 0, left: -0.5, right: 0.5 };

/** Writes where an eye is. `headToEyes` leads to the point between the eyes, in the head's space. */
export function placeEye(
  out: Vec3,
  { positionWorld, rotationWorld }: HeadPose,
  headToEyes: ReadonlyVec3,
  eye: WallEye,
  eyeDistance: number,
): void {
  vec3.set(out, headToEyes[0] + sideOfEye[eye] * eyeDistance, headToEyes[1], headToEyes[2]);
  vec3.transformQuat(out, out, rotationWorld);
  vec3.add(out, out, positionWorld);
}
