/** Tukey's biweight of a residual: 1 at 0, 0 from 4.685 standard deviations on. */
export function biweight(residual: number, scale: number): number {
  const share = residual / (4.685 * scale);
  return Math.abs(share) >= 1 ? 0 : (1 - share * share) ** 2;
}
