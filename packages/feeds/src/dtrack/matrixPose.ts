import { createQuat, quat } from '@leib/core';

type Mat3Tuple = [number, number, number, number, number, number, number, number, number];

const rotation = createQuat();
const matrix: Mat3Tuple = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** How far a column's square may be from one: six printed digits leave far less. */
const TOLERANCE = 0.05;

/**
 * Position and column-wise rotation matrix (b0 b1 b2 is the first column) -> pose. False, and the pose left as it is,
 * where the matrix is no rotation: senders put zeros there for what they do not see.
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
  for (let k = 0; k < 9; k++) matrix[k] = columns[k];
  quat.normalize(rotation, quat.fromMat3(rotation, matrix));
  for (let k = 0; k < 3; k++) out[k] = position[k] * scale;
  for (let k = 0; k < 4; k++) out[3 + k] = rotation[k];
  return true;
}
