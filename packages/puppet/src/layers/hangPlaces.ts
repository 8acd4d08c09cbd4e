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

/** A point that carries other parts than the place does counts this much at the least, so that no place hangs on none. */
const LEAST_LIKENESS = 1e-3;

/**
 * Hangs every place on up to four inner points of its own and the adjoining clusters. A weight falls to zero at the
 * distance of the fifth point, so that nothing jumps where points take turns, and with how much less the point goes with
 * the place's parts, so that a hard border between two parts stays hard.
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
    const carried = near.slice(0, HUNG_POINTS).map(({ point, distance }) => {
      const nearness = reach > 0 ? 1 - distance / reach : 1;
      return { point, weight: nearness * nearness * likeness(binding, place, points, point) };
    });
    const total = carried.reduce((sum, { weight }) => sum + weight, 0);
    carried.sort((a, b) => b.weight - a.weight || a.point - b.point);
    carried.forEach(({ point, weight }, k) => {
      hungPoints[place * HUNG_POINTS + k] = point;
      hungWeights[place * HUNG_POINTS + k] = total > 0 ? weight / total : k === 0 ? 1 : 0;
    });
  }
  return { hungPoints, hungWeights };
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

/** How much of a place's binding an inner point shares, squared: 1 all of it. */
function likeness(
  binding: PartBinding,
  place: number,
  { pointJoints, pointWeights }: PointBinding,
  point: number,
): number {
  let shared = 0;
  for (let i = place * BOUND_PARTS; i < (place + 1) * BOUND_PARTS; i++) {
    for (let k = point * BOUND_PARTS; k < (point + 1) * BOUND_PARTS; k++) {
      if (binding.joints[i] === pointJoints[k]) shared += Math.min(binding.weights[i], pointWeights[k]);
    }
  }
  return shared * shared + LEAST_LIKENESS;
}
