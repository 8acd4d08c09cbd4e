import { BOUND_PARTS, type PartBinding } from '../model/partBinding.js';
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
  for (let place = 0; place < placeCount; place++) {
    const near = around[clusters.clusterOf[place]]
      .map((point) => ({ point, distance: distanceTo(positions, place, clusters.points, point) }))
      .sort((a, b) => a.distance - b.distance || a.point - b.point);
    const reach = near.length > HUNG_POINTS ? near[HUNG_POINTS].distance : 1.5 * near[near.length - 1].distance;
    const numbers = near.slice(0, HUNG_POINTS).map(({ point }) => point);
    const nearness = near.slice(0, HUNG_POINTS).map(({ distance }) => (reach > 0 ? (1 - distance / reach) ** 2 : 1));
    const fitted = fitWeights(nearness, binding, place, points, numbers);
    const carried = numbers.map((point, k) => ({ point, weight: fitted[k] }));
    carried.sort((a, b) => b.weight - a.weight || a.point - b.point);
    carried.forEach(({ point, weight }, k) => {
      hungPoints[place * HUNG_POINTS + k] = point;
      hungWeights[place * HUNG_POINTS + k] = weight;
    });
  }
  return { hungPoints, hungWeights };
}

/**
 * Weights of inner points that move a place as its own binding b would: min |sum w_i b_i - b|^2 from the weights by
 * distance, by exponentiated gradients (Kivinen & Warmuth 1997), under which weights stay positive, sum to 1, and a
 * weight of zero stays zero. Without it a bend shows the spacing of the inner points, and a hard border between two
 * parts is smeared over it.
 */
function fitWeights(
  nearness: readonly number[],
  binding: PartBinding,
  place: number,
  points: PointBinding,
  numbers: readonly number[],
): number[] {
  const { joints, weights } = binding;
  const { pointJoints, pointWeights } = points;
  const own = numbers.map((point) => dotBindings(pointJoints, pointWeights, point, joints, weights, place));
  const mutual = numbers.map((a) =>
    numbers.map((b) => dotBindings(pointJoints, pointWeights, a, pointJoints, pointWeights, b)),
  );
  let fitted = normalised(nearness);
  for (let step = 0; step < FIT_STEPS; step++) {
    const last = fitted;
    fitted = normalised(
      last.map((weight, i) => {
        const slope = mutual[i].reduce((sum, dot, k) => sum + dot * last[k], -own[i]);
        return weight * Math.exp(-FIT_RATE * slope);
      }),
    );
  }
  return fitted;
}

/** Sum 1; the first alone where all are zero. */
function normalised(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  return values.map((value, i) => (total > 0 ? value / total : i === 0 ? 1 : 0));
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
  const [a, b] = [place * 3, point * 3];
  return Math.hypot(positions[a] - points[b], positions[a + 1] - points[b + 1], positions[a + 2] - points[b + 2]);
}

/** Product of two bindings: the sum over the parts that both have. */
function dotBindings(
  jointsA: Uint8Array,
  weightsA: ArrayLike<number>,
  a: number,
  jointsB: Uint8Array,
  weightsB: ArrayLike<number>,
  b: number,
): number {
  let sum = 0;
  for (let i = a * BOUND_PARTS; i < (a + 1) * BOUND_PARTS; i++) {
    for (let k = b * BOUND_PARTS; k < (b + 1) * BOUND_PARTS; k++) {
      if (jointsA[i] === jointsB[k]) sum += weightsA[i] * weightsB[k];
    }
  }
  return sum;
}
