import type { PlaceGraph } from '@leib/puppet';

/**
 * Places under a round brush: those within its radius that are joined to the place under the pointer by edges inside the
 * radius. A finger behind the palm is near, and not painted.
 */
export function placesUnderBrush(
  graph: PlaceGraph,
  positions: ArrayLike<number>,
  start: number,
  at: readonly [number, number, number],
  radius: number,
): number[] {
  const isNear = (place: number) =>
    Math.hypot(positions[place * 3] - at[0], positions[place * 3 + 1] - at[1], positions[place * 3 + 2] - at[2]) <
    radius;
  const found = [start];
  const seen = new Set(found);
  for (let i = 0; i < found.length; i++) {
    const { first, neighbours } = graph;
    for (let n = first[found[i]]; n < first[found[i] + 1]; n++) {
      const place = neighbours[n];
      if (seen.has(place) || !isNear(place)) continue;
      seen.add(place);
      found.push(place);
    }
  }
  return found;
}
