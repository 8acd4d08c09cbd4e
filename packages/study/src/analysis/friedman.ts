import { nextRandom } from '@leib/core';
import jstat from 'jstat';
import type { Interval } from './describe.js';
import { midranks, tieTerm } from './ranks.js';

export interface FriedmanTest {
  /** People who have a value in every condition; the others are left out. */
  readonly count: number;
  readonly chiSquare: number;
  readonly freedom: number;
  readonly p: number;
  /** Kendall's W: 0, nobody agrees, to 1, all rank the conditions alike. The effect size. */
  readonly agreement: number;
  /** Of W, by 1000 samples of the people, drawn with a fixed seed. */
  readonly agreementInterval: Interval;
}

const RESAMPLES = 1000;

/**
 * Whether the conditions of one measure differ, by ranks within each person, with ties. Friedman, "The use of ranks to avoid the
 * assumption of normality", JASA 1937; the corrected form of Conover, "Practical nonparametric statistics", 1999, eq. 5.8.6.
 *
 * @param rows a person each, with a value for each condition
 */
export function friedmanTest(rows: readonly (readonly number[])[]): FriedmanTest | null {
  const whole = rows.filter((row) => row.every(Number.isFinite));
  const conditions = whole[0]?.length ?? 0;
  if (whole.length < 2 || conditions < 2) return null;
  const ranked = whole.map(midranks);
  const ranks: Ranks = {
    conditions,
    // One row after the other: they are added up a thousand times.
    values: Float64Array.from(
      { length: whole.length * conditions },
      (_, i) => ranked[Math.floor(i / conditions)][i % conditions],
    ),
    ties: Float64Array.from(ranked, tieTerm),
  };
  const all = Uint32Array.from({ length: whole.length }, (_, i) => i);
  const agreement = agreementOf(ranks, all);
  // Everybody gave every condition the same value: nothing can be ranked.
  if (Number.isNaN(agreement)) return null;
  const freedom = conditions - 1;
  const chiSquare = agreement * whole.length * freedom;
  return {
    count: whole.length,
    chiSquare,
    freedom,
    p: 1 - jstat.chisquare.cdf(chiSquare, freedom),
    agreement,
    agreementInterval: resampledAgreement(ranks),
  };
}

/** Ranks of people within their conditions, and what ties take from each. */
interface Ranks {
  readonly conditions: number;
  readonly values: Float64Array;
  readonly ties: Float64Array;
}

/** Kendall's W of some of the people: spread of the rank sums over the largest that they could have. */
function agreementOf({ conditions: k, values, ties }: Ranks, people: Uint32Array): number {
  const n = people.length;
  const sums = new Float64Array(k);
  let tied = 0;
  for (let i = 0; i < n; i++) {
    const at = people[i] * k;
    for (let condition = 0; condition < k; condition++) sums[condition] += values[at + condition];
    tied += ties[people[i]];
  }
  const expected = (n * (k + 1)) / 2;
  const spread = sums.reduce((sum, value) => sum + (value - expected) ** 2, 0);
  const most = (n * n * (k * k * k - k) - n * tied) / 12;
  return most > 0 ? spread / most : Number.NaN;
}

function resampledAgreement(ranks: Ranks): Interval {
  const random = { seed: 1937 };
  const n = ranks.ties.length;
  const drawn = new Uint32Array(n);
  const found = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round++) {
    for (let i = 0; i < n; i++) drawn[i] = Math.floor(nextRandom(random) * n);
    found[round] = agreementOf(ranks, drawn) || 0;
  }
  found.sort();
  return [found[Math.floor(RESAMPLES * 0.025)], found[Math.ceil(RESAMPLES * 0.975) - 1]];
}
