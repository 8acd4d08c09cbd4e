import { factorCholesky } from '@leib/core';

/** Rotation w x y z of roll, pitch and yaw about fixed axes, as URDF has them. */
export function quatOfEuler([roll, pitch, yaw]: readonly number[]): readonly [number, number, number, number] {
  const [a, b, c] = [roll / 2, pitch / 2, yaw / 2];
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  return [
    ca * cb * cc + sa * sb * sc,
    sa * cb * cc - ca * sb * sc,
    ca * sb * cc + sa * cb * sc,
    ca * cb * sc - sa * sb * cc,
  ];
}

/** Moments xx, yy, zz, xy, xz, yz after a rotation w x y z: R I R^T. */
export function turnedInertia(
  [xx, yy, zz, xy, xz, yz]: readonly number[],
  [w, x, y, z]: readonly [number, number, number, number],
): number[] {
  const r = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const inertia = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const at = (row: number, column: number) => {
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) sum += r[row][i] * inertia[i][k] * r[column][k];
    return sum;
  };
  return [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)];
}

/** Whether moments xx, yy, zz, xy, xz, yz can be those of a body: all about principal axes are above zero. */
export function isPossibleInertia([xx, yy, zz, xy, xz, yz]: readonly number[]): boolean {
  // A little less than given: the engine refuses moments that are above zero by rounding only.
  const less = 1e-6 * (xx + yy + zz) + 1e-12;
  return factorCholesky(Float64Array.of(xx - less, xy, xz, xy, yy - less, yz, xz, yz, zz - less), 3);
}
