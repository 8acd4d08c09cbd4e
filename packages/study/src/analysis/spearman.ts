import jstat from 'jstat';
import { type Interval, normalQuantile } from './describe.js';
import { midranks } from './ranks.js';

export interface RankCorrelation {
  /** Pairs with both values. */
  readonly count: number;
  readonly rho: number;
  /** By Fisher's z with the variance of Bonett & Wright, "Sample size requirements for estimating correlations", 2000. */
  readonly interval: Interval;
  /** Two-sided, by Student's t. */
  readonly p: number;
}

/** Whether two measures rise together: Spearman's rho with ties. Null for fewer than four pairs, or where one never changes. */
export function correlateRanks(x: readonly number[], y: readonly number[]): RankCorrelation | null {
  const pairs = x.flatMap((value, i) => (Number.isFinite(value) && Number.isFinite(y[i]) ? [[value, y[i]]] : []));
  const n = pairs.length;
  if (n < 4) return null;
  const rho = correlate(midranks(pairs.map(([a]) => a)), midranks(pairs.map(([, b]) => b)));
  if (Number.isNaN(rho)) return null;
  const half = normalQuantile * Math.sqrt((1 + (rho * rho) / 2) / (n - 3));
  const isPerfect = Math.abs(rho) > 1 - 1e-12;
  const t = rho * Math.sqrt((n - 2) / Math.max(1e-300, 1 - rho * rho));
  return {
    count: n,
    rho,
    interval: isPerfect ? [rho, rho] : [Math.tanh(Math.atanh(rho) - half), Math.tanh(Math.atanh(rho) + half)],
    p: isPerfect ? 0 : 2 * jstat.studentt.cdf(-Math.abs(t), n - 2),
  };
}

/** Pearson's r; NaN where one of both is constant. */
function correlate(x: Float64Array, y: Float64Array): number {
  // Ranks have the same mean, whatever they are of.
  const mean = (x.length + 1) / 2;
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xx += (x[i] - mean) ** 2;
    yy += (y[i] - mean) ** 2;
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xy / Math.sqrt(xx * yy);
}
