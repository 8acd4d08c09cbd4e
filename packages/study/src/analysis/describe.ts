import jstat from 'jstat';

/** Two ends of an interval that holds the true value in 95 of 100 samples. */
export type Interval = readonly [low: number, high: number];

export interface Description {
  readonly count: number;
  readonly mean: number;
  /** Of a sample: divided by n - 1. NaN for one value. */
  readonly deviation: number;
  /** Of the mean, by Student's t. */
  readonly meanInterval: Interval;
  readonly least: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly most: number;
}

/** A sample in numbers. Of no values all are NaN. */
export function describe(values: readonly number[]): Description {
  const sorted = Float64Array.from(values).sort();
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const deviation = deviationOf(values, mean);
  const half = count > 1 ? (quantileOfT(count - 1) * deviation) / Math.sqrt(count) : Number.NaN;
  return {
    count,
    mean,
    deviation,
    meanInterval: [mean - half, mean + half],
    least: quantile(sorted, 0),
    lowerQuartile: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upperQuartile: quantile(sorted, 0.75),
    most: quantile(sorted, 1),
  };
}

/** Of a sample; NaN for fewer than two values. */
export function deviationOf(values: readonly number[], mean: number): number {
  if (values.length < 2) return Number.NaN;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** Straight between the values around it: type 7 of Hyndman & Fan, "Sample quantiles in statistical packages", 1996. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** The 97.5 % quantile of Student's t. */
export function quantileOfT(freedom: number): number {
  return jstat.studentt.inv(0.975, freedom);
}

/** The 97.5 % quantile of the normal distribution. */
export const normalQuantile = 1.959963984540054;
