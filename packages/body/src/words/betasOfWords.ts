import { mostLikelyBetas } from '../estimate/estimateBody.js';
import { type MeasureName, takeSizes } from '../measure/measureNames.js';
import type { MeasureStatistics } from '../shape/bodyModel.js';
import { type BodyWord, type BodyWordId, bodyWords, STRONGEST_RATING, type WordRatings } from './bodyWords.js';

/** Betas that words are about: those of the twelve measures of take 1. */
const BETA_COUNT = takeSizes[1];

/**
 * Deviation of a rating, in standard deviations of what the word says: two raters of one body differ by about as much as a
 * step of a five-step scale. It also decides how far one word alone moves the body: 1 / (1 + 0.25) of its rating.
 */
const RATING_DEVIATION = 0.5;

/** Betas that are equal for all peers of a word: the first two are stature, and weight given the stature. */
const fixedBetas: Readonly<Record<BodyWord['peers'], number>> = { all: 0, sameStature: 1, sameStatureAndWeight: 2 };

/**
 * What each word says about a body, as a direction of length 1 in the space of the first twelve betas: its product with the
 * betas of a person is a rating with mean 0 and deviation 1 among people. Measures follow from betas by the covariance of
 * ANSUR II, m = mean + L beta (MeasureStatistics); a word that compares with people of the same stature leaves its beta out.
 */
export function wordDirection({ names, covariance, factor }: MeasureStatistics, word: BodyWord): Float64Array {
  const direction = new Float64Array(BETA_COUNT);
  for (const [measure, weight] of Object.entries(word.weights)) {
    const row = names.indexOf(measure as MeasureName);
    const deviation = Math.sqrt(covariance[row * names.length + row]);
    for (let k = fixedBetas[word.peers]; k < BETA_COUNT; k++) {
      direction[k] += (weight * factor[row * names.length + k]) / deviation;
    }
  }
  const length = Math.hypot(...direction);
  return direction.map((value) => value / length);
}

/**
 * The most likely body with these ratings: betas with a normal prior of 1, ratings r = G beta with a deviation of 0.5, so
 * beta = G^T (G G^T + 0.25 I)^-1 r. Words that contradict each other meet in the middle.
 */
export function betasOfWords(statistics: MeasureStatistics, ratings: WordRatings): Float64Array {
  const rated = bodyWords.filter(({ id }) => ratings[id] !== undefined);
  const directions = Float64Array.from(rated.flatMap((word) => [...wordDirection(statistics, word)]));
  return mostLikelyBetas(
    directions,
    rated.map(() => RATING_DEVIATION),
    BETA_COUNT,
    rated.map(({ id }) => ratings[id] ?? 0),
  );
}

/** How well each word describes a body: its rating, cut at the ends of the scale. */
export function ratingsOfBetas(
  statistics: MeasureStatistics,
  betas: ArrayLike<number>,
): Readonly<Record<BodyWordId, number>> {
  const entries = bodyWords.map((word) => {
    const rating = dot(wordDirection(statistics, word), betas);
    return [word.id, Math.min(STRONGEST_RATING, Math.max(-STRONGEST_RATING, rating))] as const;
  });
  return Object.fromEntries(entries) as Record<BodyWordId, number>;
}

function dot(direction: Float64Array, betas: ArrayLike<number>): number {
  return direction.reduce((sum, value, k) => sum + value * (betas[k] ?? 0), 0);
}
