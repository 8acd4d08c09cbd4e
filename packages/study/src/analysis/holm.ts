/**
 * p of several tests of one question, raised so that all of them together are wrong in one of twenty cases at most. Holm, "A simple
 * sequentially rejective multiple test procedure", 1979. A test that could not be made (NaN) stays so and counts for none.
 */
export function holm(ps: readonly number[]): number[] {
  const order = ps.flatMap((p, i) => (Number.isNaN(p) ? [] : [i])).sort((a, b) => ps[a] - ps[b]);
  const adjusted = ps.map(() => Number.NaN);
  let highest = 0;
  for (const [place, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (order.length - place) * ps[index]));
    adjusted[index] = highest;
  }
  return adjusted;
}
