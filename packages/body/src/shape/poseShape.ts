import type { Pose } from '@leib/core';
import type { BodyModel, PoseCorrections } from './bodyModel.js';
import type { ShapedBody } from './shapeBody.js';

/** A shaped body in a pose. One per avatar; written by poseShape() and updateNormals(). */
export interface PosedBody {
  /** World space, metres. vertexCount x 3. */
  readonly positions: Float64Array;
  /** World space, unit length. vertexCount x 3. */
  readonly normals: Float64Array;
  /** Scratch: the surface at rest as the pose corrects it; empty where the model has no corrections. vertexCount x 3. */
  readonly corrected: Float64Array;
  /** Scratch: rotation (row-major) and translation of each joint. jointCount x 12. */
  readonly jointMatrices: Float64Array;
}

export function createPosedBody(model: BodyModel): PosedBody {
  return {
    positions: new Float64Array(model.vertexCount * 3),
    normals: new Float64Array(model.vertexCount * 3),
    corrected: new Float64Array(model.poseCorrections ? model.vertexCount * 3 : 0),
    jointMatrices: new Float64Array(model.jointNames.length * 12),
  };
}

/**
 * Linear blend skinning: v' = sum_j w_j (R_j (v - rest_j) + p_j). The pose is one of the body's own skeleton
 * (skeletonOfShape), whose joints are in the model's order, with its world arrays up to date. Corrections of the model by the
 * pose come first.
 */
export function poseShape(model: BodyModel, shaped: ShapedBody, pose: Pose, out: PosedBody): void {
  updateJointMatrices(shaped, pose, out.jointMatrices);
  const { skinJoints, skinWeights, vertexCount } = model;
  const { jointMatrices: m, positions } = out;
  const { poseCorrections } = model;
  if (poseCorrections) correctForPose(poseCorrections, shaped.positions, pose, out.corrected);
  const rest = poseCorrections ? out.corrected : shaped.positions;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const p = vertex * 3;
    const x = rest[p];
    const y = rest[p + 1];
    const z = rest[p + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
      const weight = skinWeights[k];
      if (weight === 0) continue;
      const j = skinJoints[k] * 12;
      px += weight * (m[j] * x + m[j + 1] * y + m[j + 2] * z + m[j + 3]);
      py += weight * (m[j + 4] * x + m[j + 5] * y + m[j + 6] * z + m[j + 7]);
      pz += weight * (m[j + 8] * x + m[j + 9] * y + m[j + 10] * z + m[j + 11]);
    }
    positions[p] = px;
    positions[p + 1] = py;
    positions[p + 2] = pz;
  }
}

/** Rows of [R | p - R rest] for each joint. */
function updateJointMatrices({ joints }: ShapedBody, pose: Pose, m: Float64Array): void {
  const { worldPositions, worldRotations } = pose;
  for (let joint = 0; joint * 3 < joints.length; joint++) {
    const qx = worldRotations[joint * 4];
    const qy = worldRotations[joint * 4 + 1];
    const qz = worldRotations[joint * 4 + 2];
    const qw = worldRotations[joint * 4 + 3];
    const at = joint * 12;
    m[at] = 1 - 2 * (qy * qy + qz * qz);
    m[at + 1] = 2 * (qx * qy - qz * qw);
    m[at + 2] = 2 * (qx * qz + qy * qw);
    m[at + 4] = 2 * (qx * qy + qz * qw);
    m[at + 5] = 1 - 2 * (qx * qx + qz * qz);
    m[at + 6] = 2 * (qy * qz - qx * qw);
    m[at + 8] = 2 * (qx * qz - qy * qw);
    m[at + 9] = 2 * (qy * qz + qx * qw);
    m[at + 10] = 1 - 2 * (qx * qx + qy * qy);
    const x = joints[joint * 3];
    const y = joints[joint * 3 + 1];
    const z = joints[joint * 3 + 2];
    for (let row = 0; row < 3; row++) {
      const r = at + row * 4;
      m[r + 3] = worldPositions[joint * 3 + row] - (m[r] * x + m[r + 1] * y + m[r + 2] * z);
    }
  }
}

/** Area-weighted unit normals of a surface of the model's topology. */
export function updateNormals(triangles: Uint32Array, positions: Float64Array, normals: Float64Array): void {
  normals.fill(0);
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at] * 3;
    const b = triangles[at + 1] * 3;
    const c = triangles[at + 2] * 3;
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    normals[a] += nx;
    normals[a + 1] += ny;
    normals[a + 2] += nz;
    normals[b] += nx;
    normals[b + 1] += ny;
    normals[b + 2] += nz;
    normals[c] += nx;
    normals[c + 1] += ny;
    normals[c + 2] += nz;
  }
  for (let p = 0; p < normals.length; p += 3) {
    const length = Math.sqrt(normals[p] ** 2 + normals[p + 1] ** 2 + normals[p + 2] ** 2);
    if (length === 0) continue;
    normals[p] /= length;
    normals[p + 1] /= length;
    normals[p + 2] /= length;
  }
}

/** Smaller entries of R - I move no vertex by anything that is seen. */
const LEAST_ENTRY = 1e-6;

/**
 * The surface at rest with the corrections of a pose: Loper et al., "SMPL", 2015, eq. 9, B_P = sum_n (R_n - R*_n) P_n, where
 * R* is the rest pose, in which our joints and SMPL's are not turned.
 */
function correctForPose(
  { joints, directions }: PoseCorrections,
  rest: Float64Array,
  { localRotations: q }: Pose,
  out: Float64Array,
): void {
  out.set(rest);
  const entries = new Float64Array(9);
  for (const { joint, firstRow } of joints) {
    writeTurn(entries, q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
    for (let k = 0; k < 9; k++) {
      const entry = entries[k];
      if (Math.abs(entry) < LEAST_ENTRY) continue;
      const at = (firstRow + k) * out.length;
      for (let i = 0; i < out.length; i++) out[i] += entry * directions[at + i];
    }
  }
}

/** R - I of a rotation x y z w, by rows. */
function writeTurn(out: Float64Array, x: number, y: number, z: number, w: number): void {
  out[0] = -2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[3] = 2 * (x * y + z * w);
  out[4] = -2 * (x * x + z * z);
  out[5] = 2 * (y * z - x * w);
  out[6] = 2 * (x * z - y * w);
  out[7] = 2 * (y * z + x * w);
  out[8] = -2 * (x * x + y * y);
}
