import type { PlaceGraph } from './placeGraph.js';

/** Shortest ways along the edges of a surface from a growing set of seeds. */
export interface SurfaceWays {
  /** To the nearest seed, metres; Infinity: none reaches it. */
  readonly distances: Float64Array;
  /** Number of that seed; -1: none. */
  readonly owners: Int32Array;
  /** Heap of places that wait to be visited, and the distance each was put in with. */
  readonly heapPlaces: number[];
  readonly heapKeys: number[];
}

export function createWays(placeCount: number): SurfaceWays {
  return {
    distances: new Float64Array(placeCount).fill(Infinity),
    owners: new Int32Array(placeCount).fill(-1),
    heapPlaces: [],
    heapKeys: [],
  };
}

/** Adds a seed and visits only what lies nearer to it than to all before (Dijkstra). */
export function growWays(
  ways: SurfaceWays,
  { first, neighbours }: PlaceGraph,
  positions: Float64Array,
  seed: number,
  owner: number,
): void {
  const { distances, owners } = ways;
  distances[seed] = 0;
  owners[seed] = owner;
  push(ways, seed, 0);
  while (ways.heapPlaces.length > 0) {
    const [place, key] = pop(ways);
    if (key > distances[place]) continue;
    for (let k = first[place]; k < first[place + 1]; k++) {
      const next = neighbours[k];
      const dx = positions[next * 3] - positions[place * 3];
      const dy = positions[next * 3 + 1] - positions[place * 3 + 1];
      const dz = positions[next * 3 + 2] - positions[place * 3 + 2];
      const distance = key + Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (distance >= distances[next]) continue;
      distances[next] = distance;
      owners[next] = owner;
      push(ways, next, distance);
    }
  }
}

function push({ heapPlaces, heapKeys }: SurfaceWays, place: number, key: number): void {
  let at = heapPlaces.push(place) - 1;
  heapKeys.push(key);
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heapKeys[above] <= key) break;
    heapKeys[at] = heapKeys[above];
    heapPlaces[at] = heapPlaces[above];
    at = above;
  }
  heapKeys[at] = key;
  heapPlaces[at] = place;
}

/** Takes the nearest: its place and key. */
function pop({ heapPlaces, heapKeys }: SurfaceWays): readonly [number, number] {
  const top = [heapPlaces[0], heapKeys[0]] as const;
  const place = heapPlaces.pop() as number;
  const key = heapKeys.pop() as number;
  const length = heapPlaces.length;
  if (length === 0) return top;
  let at = 0;
  for (;;) {
    let below = at * 2 + 1;
    if (below >= length) break;
    if (below + 1 < length && heapKeys[below + 1] < heapKeys[below]) below++;
    if (heapKeys[below] >= key) break;
    heapKeys[at] = heapKeys[below];
    heapPlaces[at] = heapPlaces[below];
    at = below;
  }
  heapKeys[at] = key;
  heapPlaces[at] = place;
  return top;
}
