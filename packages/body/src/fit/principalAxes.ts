/** Middle of points and their principal axes, from the largest to the smallest variance. */
export interface PrincipalAxes {
  readonly middle: readonly [number, number, number];
  /** 3 x 3 by rows; right-handed. */
  readonly axes: Float64Array;
  /** Root mean square distance from the middle. */
  readonly spread: number;
}

/**
 * Diagonalises the covariance by Jacobi rotations; a few sweeps are exact for three axes.
 * @param weights weight of each point; equal weights where all are 0
 */
export function principalAxes(points: Float64Array, weights: Float64Array): PrincipalAxes {
  const count = points.length / 3;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (at: number) => (total > 0 ? weights[Math.floor(at / 3)] / total : 1 / count);
  const middle: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < points.length; at++) middle[at % 3] += points[at] * shareOf(at);
  const m = new Float64Array(9);
  for (let at = 0; at < points.length; at += 3) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        m[i * 3 + k] += (points[at + i] - middle[i]) * (points[at + k] - middle[k]) * shareOf(at);
      }
    }
  }
  const spread = Math.sqrt(m[0] + m[4] + m[8]);
  const vectors = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      rotate(m, vectors, p, q);
  const order = [0, 1, 2].sort((a, b) => m[b * 4] - m[a * 4]);
  const axes = Float64Array.from({ length: 9 }, (_, i) => vectors[order[Math.floor(i / 3)] * 3 + (i % 3)]);
  // Right-handed: the third is the product of the first two.
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    axes[6 + k] = axes[i] * axes[3 + j] - axes[j] * axes[3 + i];
  }
  return { middle, axes, spread };
}

/** One rotation that makes entry p q zero; `vectors` holds the axes as rows. */
function rotate(m: Float64Array, vectors: Float64Array, p: number, q: number): void {
  const off = m[p * 3 + q];
  if (Math.abs(off) < 1e-15) return;
  const angle = 0.5 * Math.atan2(2 * off, m[q * 4] - m[p * 4]);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [m[k * 3 + p], m[k * 3 + q]];
    m[k * 3 + p] = c * kp - s * kq;
    m[k * 3 + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [m[p * 3 + k], m[q * 3 + k]];
    m[p * 3 + k] = c * pk - s * qk;
    m[q * 3 + k] = s * pk + c * qk;
    const [vp, vq] = [vectors[p * 3 + k], vectors[q * 3 + k]];
    vectors[p * 3 + k] = c * vp - s * vq;
    vectors[q * 3 + k] = s * vp + c * vq;
  }
}
