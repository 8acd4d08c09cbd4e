/** Ranks from 1 on; equal values share the mean of theirs. */
export function midranks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && values[order[end]] === values[order[first]]) end++;
    for (let i = first; i < end; i++) ranks[order[i]] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

/** Sum of t³ - t over groups of t equal values: what ties take from a variance of ranks. */
export function tieTerm(ranks: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < ranks.length; i++) counts.set(ranks[i], (counts.get(ranks[i]) ?? 0) + 1);
  let sum = 0;
  for (const t of counts.values()) sum += t * t * t - t;
  return sum;
}
