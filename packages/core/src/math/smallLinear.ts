/**
 * Dense linear algebra for the few rows of an IK problem. Matrices are flat, row after row, and given by the caller;
 * nothing is allocated.
 */

/** out = A A^T, for A of rowCount x columnCount. */
export function gramOfRows(out: Float64Array, a: Float64Array, rowCount: number, columnCount: number): void {
  for (let row = 0; row < rowCount; row++) {
    for (let other = row; other < rowCount; other++) {
      let sum = 0;
      for (let i = 0; i < columnCount; i++) sum += a[row * columnCount + i] * a[other * columnCount + i];
      out[row * rowCount + other] = sum;
      out[other * rowCount + row] = sum;
    }
  }
}

/**
 * Cholesky's A = L L^T of a symmetric positive definite A of size x size, in place: A becomes L, with zeros above its
 * diagonal. Returns false, with A spoiled, where A is not positive definite.
 */
export function factorCholesky(a: Float64Array, size: number): boolean {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      let sum = a[row * size + column];
      for (let i = 0; i < column; i++) sum -= a[row * size + i] * a[column * size + i];
      a[row * size + column] = sum / a[column * size + column];
      a[column * size + row] = 0;
    }
    let sum = a[row * size + row];
    for (let i = 0; i < row; i++) sum -= a[row * size + i] * a[row * size + i];
    if (!(sum > 0)) return false;
    a[row * size + row] = Math.sqrt(sum);
  }
  return true;
}

/** Solves L x = b for a lower triangle L, in place: b becomes x. */
export function solveLower(l: Float64Array, b: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    let sum = b[row];
    for (let i = 0; i < row; i++) sum -= l[row * size + i] * b[i];
    b[row] = sum / l[row * size + row];
  }
}

/** Solves L L^T x = b for an L of factorCholesky(), in place: b becomes x. */
export function solveFactored(l: Float64Array, b: Float64Array, size: number): void {
  solveLower(l, b, size);
  for (let row = size - 1; row >= 0; row--) {
    let sum = b[row];
    for (let i = row + 1; i < size; i++) sum -= l[i * size + row] * b[i];
    b[row] = sum / l[row * size + row];
  }
}

/**
 * Solves A x = b for a symmetric positive definite A of size x size, in place: A becomes its factor L, b becomes x.
 * Returns false, with both spoiled, where A is not positive definite.
 */
export function solveCholesky(a: Float64Array, b: Float64Array, size: number): boolean {
  if (!factorCholesky(a, size)) return false;
  solveFactored(a, b, size);
  return true;
}

/** Sweeps over all pairs of rows; six rows settle in about five. */
const MAX_SVD_SWEEPS = 30;

/**
 * Singular value decomposition A = U S V^T of rowCount x columnCount by one-sided Jacobi rotations (Hestenes 1958):
 * pairs of rows are turned into one another until all are orthogonal. In place: row i of A becomes s_i v_i^T, and u
 * (rowCount x rowCount) gets u_i as its row i. Singular values are the lengths of the rows, in no order.
 */
export function decomposeRows(a: Float64Array, u: Float64Array, rowCount: number, columnCount: number): void {
  for (let i = 0; i < rowCount * rowCount; i++) u[i] = 0;
  for (let row = 0; row < rowCount; row++) u[row * rowCount + row] = 1;
  for (let sweep = 0; sweep < MAX_SVD_SWEEPS; sweep++) {
    let hasTurned = false;
    for (let p = 0; p < rowCount - 1; p++) {
      for (let q = p + 1; q < rowCount; q++) {
        let pp = 0;
        let qq = 0;
        let pq = 0;
        for (let i = 0; i < columnCount; i++) {
          const ap = a[p * columnCount + i];
          const aq = a[q * columnCount + i];
          pp += ap * ap;
          qq += aq * aq;
          pq += ap * aq;
        }
        if (!(Math.abs(pq) > 1e-15 * Math.sqrt(pp * qq))) continue;
        hasTurned = true;
        // tan of the smaller of the two angles that make the rows orthogonal
        const zeta = (qq - pp) / (2 * pq);
        const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const c = 1 / Math.sqrt(1 + t * t);
        const s = c * t;
        for (let i = 0; i < columnCount; i++) {
          const ap = a[p * columnCount + i];
          const aq = a[q * columnCount + i];
          a[p * columnCount + i] = c * ap - s * aq;
          a[q * columnCount + i] = s * ap + c * aq;
        }
        for (let i = 0; i < rowCount; i++) {
          const up = u[p * rowCount + i];
          const uq = u[q * rowCount + i];
          u[p * rowCount + i] = c * up - s * uq;
          u[q * rowCount + i] = s * up + c * uq;
        }
      }
    }
    if (!hasTurned) return;
  }
}

/** A singular value below this share of the largest counts as zero: its direction is noise. */
const RANK_TOLERANCE = 1e-6;

/**
 * out = A^+ b, the shortest x among those with the smallest |A x - b|, for an A already decomposed by decomposeRows().
 * Directions whose singular value counts as zero are left out.
 */
export function applyPseudoInverse(
  out: Float64Array,
  decomposed: Float64Array,
  u: Float64Array,
  b: Float64Array,
  rowCount: number,
  columnCount: number,
): void {
  let largestSq = 0;
  for (let row = 0; row < rowCount; row++) {
    largestSq = Math.max(largestSq, rowLengthSq(decomposed, row * columnCount, columnCount));
  }
  for (let i = 0; i < columnCount; i++) out[i] = 0;
  for (let row = 0; row < rowCount; row++) {
    const at = row * columnCount;
    const valueSq = rowLengthSq(decomposed, at, columnCount);
    if (!(valueSq > RANK_TOLERANCE * RANK_TOLERANCE * largestSq)) continue;
    let along = 0;
    for (let i = 0; i < rowCount; i++) along += u[row * rowCount + i] * b[i];
    for (let i = 0; i < columnCount; i++) out[i] += (along / valueSq) * decomposed[at + i];
  }
}

function rowLengthSq(a: Float64Array, at: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[at + i] * a[at + i];
  return sum;
}
