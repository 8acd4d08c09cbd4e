import { createQuat, quat } from '@leib/core';

// Scratch.
const rotation = createQuat();
const matrix: [number, number, number, number, number, number, number, number, number] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Largest deviation of a column's squared length from one; six printed digits give far less. */
const TOLERANCE = 0.05;

/**
 * Position and column-wise rotation matrix (b0 b1 b2 is the first column) as a pose. False, and the pose unchanged, when
 * the matrix is not a rotation: senders write zeros for bodies that are not tracked.
 */
export function readMatrixPose(
  out: Float64Array,
  position: Float64Array,
  columns: Float64Array,
  scale: number,
): boolean {
  for (let c = 0; c < 9; c += 3) {
    const lengthSq = columns[c] ** 2 + columns[c + 1] ** 2 + columns[c + 2] ** 2;
    if (!(Math.abs(lengthSq - 1) < TOLERANCE)) return false;
  }
  for (let i = 0; i < 9; i++) matrix[i] = columns[i];
  quat.fromMat3(rotation, matrix);
  quat.normalize(rotation, rotation);
  for (let k = 0; k < 3; k++) out[k] = position[k] * scale;
  for (let k = 0; k < 4; k++) out[3 + k] = rotation[k];
  return true;
}
