import { DEG } from '@leib/core';

/** Orders in which three turns are multiplied: ZXY means R = Rz * Rx * Ry, column vectors. */
export const eulerOrders = ['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'] as const;
export type EulerOrder = (typeof eulerOrders)[number];

/** rotation = rotation * turn about one of the axes (0 x, 1 y, 2 z); degrees, as in BVH. */
export function turnAbout(rotation: Float64Array, at: number, axis: number, angleDeg: number): void {
  const half = angleDeg * DEG * 0.5;
  const s = Math.sin(half);
  const c = Math.cos(half);
  const x = rotation[at];
  const y = rotation[at + 1];
  const z = rotation[at + 2];
  const w = rotation[at + 3];
  if (axis === 0) {
    rotation[at] = x * c + w * s;
    rotation[at + 1] = y * c + z * s;
    rotation[at + 2] = z * c - y * s;
    rotation[at + 3] = w * c - x * s;
  } else if (axis === 1) {
    rotation[at] = x * c - z * s;
    rotation[at + 1] = y * c + w * s;
    rotation[at + 2] = z * c + x * s;
    rotation[at + 3] = w * c - y * s;
  } else {
    rotation[at] = x * c + y * s;
    rotation[at + 1] = y * c - x * s;
    rotation[at + 2] = z * c + w * s;
    rotation[at + 3] = w * c - z * s;
  }
}

/** Nearer than this to a quarter turn the outer two axes are one, and only their sum is defined. */
const gimbalCosine = 1e-7;

const matrix = new Float64Array(9);

/**
 * A rotation as three turns, radians, in the order of multiplication. Of the many triples that mean the same the one
 * nearest to what `out` holds is taken, so that curves of frames written one after the other do not jump.
 */
export function eulerNear(rotation: Float64Array, at: number, order: EulerOrder, out: Float64Array): void {
  const i = order.charCodeAt(0) - 88;
  const j = order.charCodeAt(1) - 88;
  const k = order.charCodeAt(2) - 88;
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  writeMatrix(rotation, at);
  const ii = matrix[i * 3 + i];
  const ij = matrix[i * 3 + j];
  const cosine = Math.hypot(ii, ij);
  let a: number;
  const b = Math.atan2(sign * matrix[i * 3 + k], cosine);
  let c: number;
  if (cosine > gimbalCosine) {
    a = Math.atan2(-sign * matrix[j * 3 + k], matrix[k * 3 + k]);
    c = Math.atan2(-sign * ij, ii);
  } else {
    a = Math.atan2(sign * matrix[k * 3 + j], matrix[j * 3 + j]);
    c = 0;
  }
  // The other way round the middle axis is the same rotation.
  const plain = turnDistance(a, out[0]) + turnDistance(b, out[1]) + turnDistance(c, out[2]);
  const flipped =
    turnDistance(a + Math.PI, out[0]) + turnDistance(Math.PI - b, out[1]) + turnDistance(c + Math.PI, out[2]);
  const isFlipped = flipped < plain - 1e-9;
  out[0] = nearTurn(isFlipped ? a + Math.PI : a, out[0]);
  out[1] = nearTurn(isFlipped ? Math.PI - b : b, out[1]);
  out[2] = nearTurn(isFlipped ? c + Math.PI : c, out[2]);
}

/** The same angle within half a turn of another. */
function nearTurn(angle: number, to: number): number {
  return angle - 2 * Math.PI * Math.round((angle - to) / (2 * Math.PI));
}

function turnDistance(angle: number, to: number): number {
  return Math.abs(nearTurn(angle, to) - to);
}

/** Row-major rotation matrix of a unit quaternion. */
function writeMatrix(rotation: Float64Array, at: number): void {
  const x = rotation[at];
  const y = rotation[at + 1];
  const z = rotation[at + 2];
  const w = rotation[at + 3];
  matrix[0] = 1 - 2 * (y * y + z * z);
  matrix[1] = 2 * (x * y - w * z);
  matrix[2] = 2 * (x * z + w * y);
  matrix[3] = 2 * (x * y + w * z);
  matrix[4] = 1 - 2 * (x * x + z * z);
  matrix[5] = 2 * (y * z - w * x);
  matrix[6] = 2 * (x * z - w * y);
  matrix[7] = 2 * (y * z + w * x);
  matrix[8] = 1 - 2 * (x * x + y * y);
}
