import { createQuat, type Quat } from './create.js';
import { decomposeRows } from './smallLinear.js';

/**
 * Rotation that lays a shape over points, both given about their middles, x y z after one another: the eigenvector of
 * the largest eigenvalue of a 4 x 4 matrix (Horn, "Closed-form solution of absolute orientation using unit
 * quaternions", J Opt Soc Am A 4, 1987).
 */
export function rotationOver(shape: ArrayLike<number>, points: ArrayLike<number>): Quat {
  const s = new Float64Array(9);
  let size = 0;
  for (let i = 0; i < shape.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      size += shape[i + row] ** 2 + points[i + row] ** 2;
      for (let column = 0; column < 3; column++) s[row * 3 + column] += shape[i + row] * points[i + column];
    }
  }
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  // `size` on the diagonal makes all eigenvalues positive, and the largest stays the largest.
  const matrix = Float64Array.of(
    ...[size + xx + yy + zz, yz - zy, zx - xz, xy - yx],
    ...[yz - zy, size + xx - yy - zz, xy + yx, zx + xz],
    ...[zx - xz, xy + yx, size - xx + yy - zz, yz + zy],
    ...[xy - yx, zx + xz, yz + zy, size - xx - yy + zz],
  );
  const vectors = new Float64Array(16);
  decomposeRows(matrix, vectors, 4, 4);
  let best = 0;
  let largest = 0;
  for (let row = 0; row < 4; row++) {
    const length = Math.hypot(...matrix.subarray(row * 4, row * 4 + 4));
    if (length > largest) {
      largest = length;
      best = row * 4;
    }
  }
  return createQuat(vectors[best + 1], vectors[best + 2], vectors[best + 3], vectors[best]);
}
