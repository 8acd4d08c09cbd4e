import jstat from 'jstat';
import { deviationOf, type Interval, normalQuantile, quantile, quantileOfT } from './describe.js';
import { midranks, tieTerm } from './ranks.js';

export interface PairedComparison {
  /** Pairs with both values. */
  readonly count: number;
  /** Pairs whose values differ; the others say nothing about a direction and are left out, as Wilcoxon did. */
  readonly differing: number;
  /** Sum of the ranks of the differences above zero. */
  readonly rankSum: number;
  readonly p: number;
  /** Whether p is counted out, rather than taken from the normal distribution. */
  readonly isExact: boolean;
  /** Of second minus first. */
  readonly medianDifference: number;
  /** By order statistics of the differences: no distribution is assumed. */
  readonly medianInterval: Interval;
  /** Matched-pairs rank-biserial correlation: -1, all went down, to 1, all went up. */
  readonly rankBiserial: number;
  readonly rankBiserialInterval: Interval;
  /** Mean difference in units of the differences' deviation, Cohen's d_z. */
  readonly standardized: number;
  readonly standardizedInterval: Interval;
}

/** Up to so many differences p is counted out. */
const MOST_EXACT = 50;

/**
 * Whether the second of two values of a person tends to lie above or below the first: the signed-rank test of Wilcoxon, "Individual
 * comparisons by ranking methods", 1945, two-sided, with how large the difference is. Null for fewer than two pairs.
 */
export function comparePairs(first: readonly number[], second: readonly number[]): PairedComparison | null {
  const differences = first.flatMap((value, i) => {
    const difference = second[i] - value;
    return Number.isFinite(difference) ? [difference] : [];
  });
  if (differences.length < 2) return null;
  const sorted = Float64Array.from(differences).sort();
  const nonZero = differences.filter((difference) => difference !== 0);
  const ranks = midranks(nonZero.map(Math.abs));
  const rankSum = ranks.reduce((sum, rank, i) => sum + (nonZero[i] > 0 ? rank : 0), 0);
  const isExact = nonZero.length <= MOST_EXACT;
  const rankBiserial = nonZero.length === 0 ? 0 : (4 * rankSum) / (nonZero.length * (nonZero.length + 1)) - 1;
  const standardized = standardize(differences);
  return {
    count: differences.length,
    differing: nonZero.length,
    rankSum,
    p: isExact ? exactP(ranks, rankSum) : normalP(ranks, rankSum),
    isExact,
    medianDifference: quantile(sorted, 0.5),
    medianInterval: medianInterval(sorted),
    rankBiserial,
    rankBiserialInterval: rankBiserialInterval(rankBiserial, nonZero.length),
    standardized,
    standardizedInterval: standardizedInterval(standardized, differences.length),
  };
}

/** How many of the 2^n ways to give signs to these ranks lead as far from the middle. Ranks may be halves: they are doubled. */
function exactP(ranks: Float64Array, rankSum: number): number {
  const doubled = Array.from(ranks, (rank) => Math.round(2 * rank));
  const most = doubled.reduce((sum, rank) => sum + rank, 0);
  const share = new Float64Array(most + 1);
  share[0] = 1;
  let reached = 0;
  for (const rank of doubled) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--) share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
  }
  const at = Math.round(2 * rankSum);
  const tail = share.subarray(0, Math.min(at, most - at) + 1).reduce((sum, value) => sum + value, 0);
  return Math.min(1, 2 * tail);
}

/** With the correction for ties, and half a rank for a distribution that has steps. */
function normalP(ranks: Float64Array, rankSum: number): number {
  const n = ranks.length;
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieTerm(ranks) / 48;
  const away = Math.max(0, Math.abs(rankSum - (n * (n + 1)) / 4) - 0.5);
  return Math.min(1, 2 * jstat.normal.cdf(-away / Math.sqrt(variance), 0, 1));
}

/** The ends are values of the sample, chosen by the binomial distribution of how many lie below the median. */
function medianInterval(sorted: Float64Array): Interval {
  const n = sorted.length;
  let below = 0;
  let share = 2 ** -n;
  let sum = share;
  // For large samples 2^-n is none; the normal distribution tells the same place.
  if (n > 1000) below = Math.max(0, Math.floor(n / 2 - (normalQuantile * Math.sqrt(n)) / 2));
  else
    while (below < n / 2 - 1) {
      share *= (n - below) / (below + 1);
      if (sum + share > 0.025) break;
      sum += share;
      below++;
    }
  // Fewer than six pairs: even the widest interval holds less than 95 %.
  return 2 ** -n > 0.025 ? [Number.NaN, Number.NaN] : [sorted[below], sorted[n - 1 - below]];
}

/** By Fisher's z; the deviation of W is that without ties. As in Ben-Shachar, Lüdecke & Makowski, "effectsize", JOSS 2020. */
function rankBiserialInterval(r: number, n: number): Interval {
  const largest = (n * (n + 1)) / 2;
  const half = (normalQuantile * Math.sqrt((2 * n ** 3 + 3 * n ** 2 + n) / 6)) / largest;
  if (n < 2) return [Number.NaN, Number.NaN];
  if (Math.abs(r) === 1) return [r, r];
  return [Math.tanh(Math.atanh(r) - half), Math.tanh(Math.atanh(r) + half)];
}

/** 0 where nobody's values differ; infinite, with its sign, where all differ by the same. */
function standardize(differences: readonly number[]): number {
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return mean === 0 ? 0 : mean / deviationOf(differences, mean);
}

/** Gibbons, Hedges & Davis, "Estimation of effect size from a series of experiments involving paired comparisons", 1993: large samples. */
function standardizedInterval(d: number, n: number): Interval {
  const half = quantileOfT(n - 1) * Math.sqrt(1 / n + (d * d) / (2 * n));
  return [d - half, d + half];
}
