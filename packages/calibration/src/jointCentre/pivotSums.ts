/**
 * Sums over the poses of a tracker that turns about a point at rest. With rotations R_i and places t_i the pivot
 * problem  min sum |R_i c + t_i - p|^2  needs only these sums, so a frame costs a few dozen operations and the pivot
 * can be solved at any time.
 */
export interface PivotSums {
  /** Sum of weights. */
  weight: number;
  /** sum w R, row after row. 9. */
  readonly rotation: Float64Array;
  /** sum w t, from `origin`, metres. 3. */
  readonly place: Float64Array;
  /** sum w R^T t, from `origin`. 3. */
  readonly turnedPlace: Float64Array;
  /** Positions are relative to the first one: far from the world's origin digits would be lost. 3. */
  readonly origin: Float64Array;
}

export function createPivotSums(): PivotSums {
  return {
    weight: 0,
    rotation: new Float64Array(9),
    place: new Float64Array(3),
    turnedPlace: new Float64Array(3),
    origin: new Float64Array(3),
  };
}

export function clearPivotSums(sums: PivotSums): void {
  sums.weight = 0;
  sums.rotation.fill(0);
  sums.place.fill(0);
  sums.turnedPlace.fill(0);
}

/** Adds one pose, 7 numbers from `at`. */
export function addToPivotSums(sums: PivotSums, poses: Float64Array, at: number, weight: number): void {
  const { rotation, place, turnedPlace, origin } = sums;
  if (sums.weight === 0) {
    origin[0] = poses[at];
    origin[1] = poses[at + 1];
    origin[2] = poses[at + 2];
  }
  const tx = weight * (poses[at] - origin[0]);
  const ty = weight * (poses[at + 1] - origin[1]);
  const tz = weight * (poses[at + 2] - origin[2]);
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  sums.weight += weight;
  rotation[0] += weight * r00;
  rotation[1] += weight * r01;
  rotation[2] += weight * r02;
  rotation[3] += weight * r10;
  rotation[4] += weight * r11;
  rotation[5] += weight * r12;
  rotation[6] += weight * r20;
  rotation[7] += weight * r21;
  rotation[8] += weight * r22;
  place[0] += tx;
  place[1] += ty;
  place[2] += tz;
  turnedPlace[0] += r00 * tx + r10 * ty + r20 * tz;
  turnedPlace[1] += r01 * tx + r11 * ty + r21 * tz;
  turnedPlace[2] += r02 * tx + r12 * ty + r22 * tz;
}
