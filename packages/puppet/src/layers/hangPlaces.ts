import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PlaceClusters } from './clusterPlaces.js';
import { HUNG_POINTS } from './innerModel.js';
import type { PlaceGraph } from './placeGraph.js';

export interface PointBinding {
  readonly pointJoints: Uint8Array;
  readonly pointWeights: Float64Array;
}

/** What carries each inner point: the mean binding of the places that it stands for. */
export function bindPoints({ count, clusterOf }: PlaceClusters, { joints, weights }: PartBinding): PointBinding {
  const sums: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  for (let entry = 0; entry < clusterOf.length * BOUND_PARTS; entry++) {
    const own = sums[clusterOf[Math.floor(entry / BOUND_PARTS)]];
    if (weights[entry] > 0) own.set(joints[entry], (own.get(joints[entry]) ?? 0) + weights[entry]);
  }
  const pointJoints = new Uint8Array(count * BOUND_PARTS);
  const pointWeights = new Float64Array(count * BOUND_PARTS);
  sums.forEach((own, point) => {
    const heaviest = [...own].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, BOUND_PARTS);
    const total = heaviest.reduce((sum, [, weight]) => sum + weight, 0);
    if (total === 0) pointWeights[point * BOUND_PARTS] = 1;
    heaviest.forEach(([joint, weight], k) => {
      pointJoints[point * BOUND_PARTS + k] = joint;
      pointWeights[point * BOUND_PARTS + k] = weight / total;
    });
  });
  return { pointJoints, pointWeights };
}

export interface HungPlaces {
  readonly hungPoints: Uint32Array;
  readonly hungWeights: Float64Array;
}

/** Steps towards the place's own binding, and how far each goes. */
const FIT_STEPS = 40;
const FIT_RATE = 4;
/** Slopes that differ by less change no weight by as much as a hundred thousandth in all steps together. */
const SAME_SLOPE = 5e-8;

/**
 * Hangs every place on up to four inner points of its own and the adjoining clusters. A weight falls to zero at the
 * distance of the fifth point, so that nothing jumps where points take turns; the weights are then fitted to what the
 * parts do at the place itself.
 */
export function hangPlaces(
  { placeCount, positions }: PuppetMesh,
  graph: PlaceGraph,
  binding: PartBinding,
  clusters: PlaceClusters,
  points: PointBinding,
): HungPlaces {
  const hungPoints = new Uint32Array(placeCount * HUNG_POINTS);
  const hungWeights = new Float64Array(placeCount * HUNG_POINTS);
  const around = adjoiningClusters(graph, clusters);
  const near = createNearPoints();
  for (let place = 0; place < placeCount; place++) {
    findNear(near, positions, place, clusters.points, around[clusters.clusterOf[place]]);
    const { numbers, weights, count } = near;
    fitWeights(near, binding, place, points);
    // Heaviest first.
    for (let k = 1; k < count; k++) {
      for (let i = k; i > 0 && isBefore(weights[i], numbers[i], weights[i - 1], numbers[i - 1]); i--)
        swap(near, i, i - 1);
    }
    for (let k = 0; k < count; k++) {
      hungPoints[place * HUNG_POINTS + k] = numbers[k];
      hungWeights[place * HUNG_POINTS + k] = weights[k];
    }
  }
  return { hungPoints, hungWeights };
}

/** The inner points around one place, and what each carries of it. */
interface NearPoints {
  readonly numbers: Int32Array;
  readonly distances: Float64Array;
  readonly weights: Float64Array;
  count: number;
  /** Products of the place's binding with each point's, and of the points' with each other. */
  readonly own: Float64Array;
  readonly mutual: Float64Array;
}

function createNearPoints(): NearPoints {
  // One more than are kept: the distance of the fifth says where a weight ends.
  const create = (length: number) => new Float64Array(length);
  const size = HUNG_POINTS + 1;
  return {
    numbers: new Int32Array(size),
    distances: create(size),
    weights: create(size),
    count: 0,
    own: create(HUNG_POINTS),
    mutual: create(HUNG_POINTS * HUNG_POINTS),
  };
}

/** The nearest points of a few, nearest first, weighted by their distance; sum 1. */
function findNear(
  near: NearPoints,
  positions: Float64Array,
  place: number,
  points: Float64Array,
  candidates: readonly number[],
): void {
  const { numbers, distances, weights } = near;
  const size = numbers.length;
  let found = 0;
  for (const point of candidates) {
    const distance = distanceTo(positions, place, points, point);
    if (found === size && !isBefore(distances[size - 1], point, distance, numbers[size - 1])) continue;
    let slot = found < size ? found++ : size - 1;
    for (; slot > 0 && isBefore(distances[slot - 1], point, distance, numbers[slot - 1]); slot--) {
      distances[slot] = distances[slot - 1];
      numbers[slot] = numbers[slot - 1];
    }
    distances[slot] = distance;
    numbers[slot] = point;
  }
  const reach = found > HUNG_POINTS ? distances[HUNG_POINTS] : 1.5 * distances[found - 1];
  near.count = Math.min(found, HUNG_POINTS);
  for (let k = 0; k < near.count; k++) weights[k] = reach > 0 ? (1 - distances[k] / reach) ** 2 : 1;
  normalise(near);
}

/** Whether the first of two comes before the second: by the larger value, then by the lower number. */
function isBefore(value: number, number: number, otherValue: number, otherNumber: number): boolean {
  return value > otherValue || (value === otherValue && number < otherNumber);
}

function swap({ numbers, weights }: NearPoints, a: number, b: number): void {
  [numbers[a], numbers[b]] = [numbers[b], numbers[a]];
  [weights[a], weights[b]] = [weights[b], weights[a]];
}

/**
 * Weights of inner points that move a place as its own binding b would: min |sum w_i b_i - b|^2 from the weights by
 * distance, by exponentiated gradients (Kivinen & Warmuth 1997), under which weights stay positive, sum to 1, and a
 * weight of zero stays zero. Without it a bend shows the spacing of the inner points, and a hard border between two
 * parts is smeared over it.
 */
function fitWeights(near: NearPoints, { joints, weights: bound }: PartBinding, place: number, points: PointBinding) {
  const { numbers, weights, count, own, mutual } = near;
  const { pointJoints, pointWeights } = points;
  for (let i = 0; i < count; i++) {
    own[i] = dotBindings(pointJoints, pointWeights, numbers[i], joints, bound, place);
    for (let k = 0; k <= i; k++) {
      const dot = dotBindings(pointJoints, pointWeights, numbers[i], pointJoints, pointWeights, numbers[k]);
      mutual[i * HUNG_POINTS + k] = dot;
      mutual[k * HUNG_POINTS + i] = dot;
    }
  }
  const slopes = near.distances;
  for (let step = 0; step < FIT_STEPS; step++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      let slope = -own[i];
      for (let k = 0; k < count; k++) slope += mutual[i * HUNG_POINTS + k] * weights[k];
      slopes[i] = slope;
      least = Math.min(least, slope);
      greatest = Math.max(greatest, slope);
    }
    // All go with the same parts: no weight is better than another.
    if (greatest - least < SAME_SLOPE) return;
    for (let i = 0; i < count; i++) weights[i] *= Math.exp(-FIT_RATE * slopes[i]);
    normalise(near);
  }
}

/** Sum 1; the first alone where all are zero. */
function normalise({ weights, count }: NearPoints): void {
  let total = 0;
  for (let k = 0; k < count; k++) total += weights[k];
  for (let k = 0; k < count; k++) weights[k] = total > 0 ? weights[k] / total : k === 0 ? 1 : 0;
}

/** Each cluster and those that an edge leads to. */
function adjoiningClusters({ first, neighbours }: PlaceGraph, { count, clusterOf }: PlaceClusters): number[][] {
  const sets = Array.from({ length: count }, (_, cluster) => new Set([cluster]));
  for (let place = 0; place < clusterOf.length; place++) {
    for (let k = first[place]; k < first[place + 1]; k++) sets[clusterOf[place]].add(clusterOf[neighbours[k]]);
  }
  return sets.map((set) => [...set]);
}

function distanceTo(positions: Float64Array, place: number, points: Float64Array, point: number): number {
  const dx = positions[place * 3] - points[point * 3];
  const dy = positions[place * 3 + 1] - points[point * 3 + 1];
  const dz = positions[place * 3 + 2] - points[point * 3 + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Product of two bindings: the sum over the parts that both have. */
function dotBindings(
  jointsA: Uint8Array,
  weightsA: Float64Array,
  a: number,
  jointsB: Uint8Array,
  weightsB: Float32Array | Float64Array,
  b: number,
): number {
  let sum = 0;
  for (let i = a * BOUND_PARTS; i < (a + 1) * BOUND_PARTS; i++) {
    if (weightsA[i] === 0) continue;
    for (let k = b * BOUND_PARTS; k < (b + 1) * BOUND_PARTS; k++) {
      if (jointsA[i] === jointsB[k]) sum += weightsA[i] * weightsB[k];
    }
  }
  return sum;
}
