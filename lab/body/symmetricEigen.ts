export interface Eigen {
  /** Largest first. */
  readonly values: Float64Array;
  /** Row i is the unit vector of values[i]. size x size. */
  readonly vectors: Float64Array;
}

const SWEEPS = 60;

/** Eigenvalues and vectors of a small symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan, sec. 8.5). */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const a = matrix.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) {
        all += a[i * size + j] ** 2;
        if (i !== j) off += a[i * size + j] ** 2;
      }
    if (off <= 1e-26 * all) break;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) rotate(a, v, size, p, q);
    }
  }
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j] - a[i * size + i]);
  const vectors = new Float64Array(size * size);
  order.forEach((from, row) => {
    for (let k = 0; k < size; k++) vectors[row * size + k] = v[k * size + from];
  });
  return { values: Float64Array.from(order, (i) => a[i * size + i]), vectors };
}

function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q];
  if (apq === 0) return;
  const theta = (a[q * size + q] - a[p * size + p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) {
    const [kp, kq] = [a[k * size + p], a[k * size + q]];
    a[k * size + p] = c * kp - s * kq;
    a[k * size + q] = s * kp + c * kq;
  }
  for (let k = 0; k < size; k++) {
    const [pk, qk] = [a[p * size + k], a[q * size + k]];
    a[p * size + k] = c * pk - s * qk;
    a[q * size + k] = s * pk + c * qk;
    const [vp, vq] = [v[k * size + p], v[k * size + q]];
    v[k * size + p] = c * vp - s * vq;
    v[k * size + q] = s * vp + c * vq;
  }
}
