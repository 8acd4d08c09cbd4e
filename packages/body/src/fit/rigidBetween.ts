/** A rigid motion with R as 3 x 3 by rows: to ≈ R (from - middleFrom) + middleTo. */
export interface RigidMotion {
  readonly rotation: Float64Array;
  readonly middleFrom: readonly number[];
  readonly middleTo: readonly number[];
}

/**
 * Rigid motion between corresponding points, least squares. Horn, "Closed-form solution of absolute orientation using
 * unit quaternions", 1987: the quaternion is the eigenvector of the largest eigenvalue of a 4 x 4 matrix, found here by
 * squaring the matrix repeatedly.
 */
export function rigidBetween(from: Float64Array, to: Float64Array, used: Uint32Array): RigidMotion {
  const middleFrom = middleOf(from, used);
  const middleTo = middleOf(to, used);
  const s = new Float64Array(9);
  for (const point of used) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        s[i * 3 + k] += (from[point * 3 + i] - middleFrom[i]) * (to[point * 3 + k] - middleTo[k]);
      }
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  let matrix = Float64Array.of(
    ...[xx + yy + zz, yz - zy, zx - xz, xy - yx],
    ...[yz - zy, xx - yy - zz, xy + yx, zx + xz],
    ...[zx - xz, xy + yx, yy - xx - zz, yz + zy],
    ...[xy - yx, zx + xz, yz + zy, zz - xx - yy],
  );
  // The trace is 0; the shift makes the largest eigenvalue also the one of largest magnitude.
  const shift = Math.sqrt(matrix.reduce((sum, value) => sum + value * value, 0));
  for (let i = 0; i < 4; i++) matrix[i * 5] += shift;
  for (let round = 0; round < 48; round++) matrix = squared(matrix);
  const column = [0, 1, 2, 3].reduce((best, k) => (matrix[k * 5] > matrix[best * 5] ? k : best));
  const [w, x, y, z] = [0, 1, 2, 3].map((row) => matrix[row * 4 + column]);
  const n = w * w + x * x + y * y + z * z;
  const rotation = Float64Array.of(
    ...[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
  ).map((value) => value / n);
  return { rotation, middleFrom, middleTo };
}

function middleOf(points: Float64Array, used: Uint32Array): number[] {
  const middle = [0, 0, 0];
  for (const point of used) for (let k = 0; k < 3; k++) middle[k] += points[point * 3 + k] / used.length;
  return middle;
}

/** The matrix times itself, scaled so that it stays in range. */
function squared(m: Float64Array): Float64Array<ArrayBuffer> {
  const out = new Float64Array(16);
  let largest = 0;
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += m[row * 4 + k] * m[k * 4 + column];
      out[row * 4 + column] = sum;
      largest = Math.max(largest, Math.abs(sum));
    }
  }
  return out.map((value) => value / largest);
}
