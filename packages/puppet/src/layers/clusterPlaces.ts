import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PlaceGraph } from './placeGraph.js';

/** Which inner point stands for each place. */
export interface PlaceClusters {
  readonly count: number;
  /** Cluster of each place. placeCount entries. */
  readonly clusterOf: Uint32Array;
  /** Where the inner point of each cluster is at rest, model space. count x 3. */
  readonly points: Float64Array;
}

/** Share of the points that the simplifier chooses; the rest goes where the surface is left far from any. */
const SIMPLIFIED_SHARE = 0.6;
/** Of a turn of the binding by one whole part, beside a way of the model's size. */
const BINDING_WEIGHT = 0.5;
const BINDING_NUMBERS = 6;

/**
 * Points that a simplified surface keeps, and each place with the nearest of them along the surface. The simplifier sees
 * the binding as well as the form: a smooth limb keeps points where it bends.
 */
export async function clusterBySimplifying(
  mesh: PuppetMesh,
  graph: PlaceGraph,
  binding: PartBinding,
  pointCount: number,
): Promise<PlaceClusters> {
  const { placeCount, positions } = mesh;
  await MeshoptSimplifier.ready;
  const kept = keptPlaces(mesh, binding, Math.max(1, Math.floor(pointCount * SIMPLIFIED_SHARE)));
  const ways = createWays(placeCount);
  const seeds: number[] = [];
  for (const place of kept) growWays(ways, graph, positions, place, seeds.push(place) - 1);
  while (seeds.length < pointCount) {
    const farthest = farthestPlace(ways);
    if (ways.distances[farthest] === 0) break;
    growWays(ways, graph, positions, farthest, seeds.push(farthest) - 1);
  }
  const points = new Float64Array(seeds.length * 3);
  seeds.forEach((place, i) => {
    points.set(positions.subarray(place * 3, place * 3 + 3), i * 3);
  });
  return { count: seeds.length, clusterOf: nearestWhereUnreached(ways, positions, points), points };
}

function keptPlaces({ placeCount, positions, triangles }: PuppetMesh, binding: PartBinding, count: number): number[] {
  const coarse = Float32Array.from(positions);
  const attributes = bindingNumbers(binding, placeCount);
  const weights = new Array<number>(BINDING_NUMBERS).fill(BINDING_WEIGHT);
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    triangles,
    coarse,
    3,
    attributes,
    BINDING_NUMBERS,
    weights,
    null,
    // A closed surface has two triangles for each of its points.
    Math.min(triangles.length, Math.max(3, count * 6 - ((count * 6) % 3))),
    1e9,
    ['Prune', 'Regularize'],
  );
  const kept = [...new Set(indices)].sort((a, b) => a - b);
  if (kept.length <= count) return kept;
  // A surface in many pieces cannot be simplified that far; points alone can.
  return [...MeshoptSimplifier.simplifyPoints(coarse, 3, count)].sort((a, b) => a - b);
}

/** The binding in few numbers: a fixed direction for each part (a golden-ratio sequence), summed by weight. */
function bindingNumbers({ joints, weights }: PartBinding, placeCount: number): Float32Array {
  const numbers = new Float32Array(placeCount * BINDING_NUMBERS);
  for (let entry = 0; entry < placeCount * BOUND_PARTS; entry++) {
    const to = Math.floor(entry / BOUND_PARTS) * BINDING_NUMBERS;
    for (let k = 0; k < BINDING_NUMBERS; k++) {
      const turn = (joints[entry] * BINDING_NUMBERS + k + 1) * 0.6180339887498949;
      numbers[to + k] += weights[entry] * (2 * (turn - Math.floor(turn)) - 1);
    }
  }
  return numbers;
}

function farthestPlace({ distances }: SurfaceWays): number {
  let farthest = 0;
  for (let place = 1; place < distances.length; place++) {
    if (distances[place] > distances[farthest]) farthest = place;
  }
  return farthest;
}

/** Pieces of the surface that have no point of their own go with the nearest one through the air. */
function nearestWhereUnreached({ owners }: SurfaceWays, positions: Float64Array, points: Float64Array): Uint32Array {
  return Uint32Array.from(owners, (owner, place) => (owner >= 0 ? owner : nearestPoint(positions, place, points)));
}

function nearestPoint(positions: Float64Array, place: number, points: Float64Array): number {
  let nearest = 0;
  let leastSq = Infinity;
  for (let at = 0; at < points.length; at += 3) {
    const dx = points[at] - positions[place * 3];
    const dy = points[at + 1] - positions[place * 3 + 1];
    const dz = points[at + 2] - positions[place * 3 + 2];
    const distanceSq = dx * dx + dy * dy + dz * dz;
    if (distanceSq >= leastSq) continue;
    leastSq = distanceSq;
    nearest = at / 3;
  }
  return nearest;
}

/**
 * Cells of a cubic grid, as small as the number of points allows. Places of one cell that no edge joins inside it (two
 * fingers side by side) are clusters of their own. The point is the mean of its places.
 */
export function clusterByCells(
  { placeCount, positions }: PuppetMesh,
  graph: PlaceGraph,
  pointCount: number,
): PlaceClusters {
  const { low, size } = boundsOf(positions);
  let [fine, coarse] = [size / 1024, size * 1.001];
  let best = joinCells(positions, graph, low, coarse);
  for (let step = 0; step < 12; step++) {
    const middle = Math.sqrt(fine * coarse);
    const clusters = joinCells(positions, graph, low, middle);
    if (clusters.count <= pointCount) {
      best = clusters;
      coarse = middle;
    } else fine = middle;
  }
  const points = new Float64Array(best.count * 3);
  const counts = new Float64Array(best.count);
  for (let place = 0; place < placeCount; place++) {
    const cluster = best.clusterOf[place];
    counts[cluster]++;
    for (let k = 0; k < 3; k++) points[cluster * 3 + k] += positions[place * 3 + k];
  }
  for (let at = 0; at < points.length; at++) points[at] /= counts[Math.floor(at / 3)];
  return { ...best, points };
}

function boundsOf(positions: Float64Array): { low: [number, number, number]; size: number } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    low[at % 3] = Math.min(low[at % 3], positions[at]);
    high[at % 3] = Math.max(high[at % 3], positions[at]);
  }
  return { low, size: Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-9) };
}

/** Clusters of one cell size: neighbours in the same cell are joined (union-find). */
function joinCells(
  positions: Float64Array,
  { first, neighbours }: PlaceGraph,
  low: readonly number[],
  cellSize: number,
): { count: number; clusterOf: Uint32Array } {
  const placeCount = positions.length / 3;
  const cells = new Float64Array(placeCount);
  for (let place = 0; place < placeCount; place++) {
    const [x, y, z] = [0, 1, 2].map((k) => Math.floor((positions[place * 3 + k] - low[k]) / cellSize));
    cells[place] = (x * 2048 + y) * 2048 + z;
  }
  const parents = Uint32Array.from(cells, (_, place) => place);
  const rootOf = (place: number): number => {
    let root = place;
    while (parents[root] !== root) root = parents[root];
    for (let at = place; parents[at] !== root; ) {
      const next = parents[at];
      parents[at] = root;
      at = next;
    }
    return root;
  };
  for (let place = 0; place < placeCount; place++) {
    for (let k = first[place]; k < first[place + 1]; k++) {
      if (neighbours[k] > place && cells[neighbours[k]] === cells[place]) {
        parents[rootOf(neighbours[k])] = rootOf(place);
      }
    }
  }
  const clusterOf = new Uint32Array(placeCount);
  const numbers = new Map<number, number>();
  for (let place = 0; place < placeCount; place++) {
    const root = rootOf(place);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    clusterOf[place] = number;
  }
  return { count: numbers.size, clusterOf };
}

/** Shortest ways along the edges of a surface from a growing set of seeds. */
interface SurfaceWays {
  /** To the nearest seed, metres; Infinity: none reaches it. */
  readonly distances: Float64Array;
  /** Number of that seed; -1: none. */
  readonly owners: Int32Array;
  /** Heap of places that wait to be visited, and the distance each was put in with. */
  readonly heapPlaces: number[];
  readonly heapKeys: number[];
}

function createWays(placeCount: number): SurfaceWays {
  return {
    distances: new Float64Array(placeCount).fill(Infinity),
    owners: new Int32Array(placeCount).fill(-1),
    heapPlaces: [],
    heapKeys: [],
  };
}

/** Adds a seed and visits only what lies nearer to it than to all before (Dijkstra). */
function growWays(
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
