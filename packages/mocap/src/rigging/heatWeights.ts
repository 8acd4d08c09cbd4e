import type { BonePieces, Segmentation } from './segmentSurface.js';
import type { SurfaceGraph } from './surfaceGraph.js';

/** Four bones and their weights for each place; the weights of a place sum to 1. */
export interface SkinWeights {
  readonly bones: Uint8Array;
  readonly weights: Float32Array;
}

/** Strength of the pull towards a place's own bone; 1 in the paper below. */
const pull = 1;
/** Bones farther along the skeleton than this from a place's own have no weight there. */
const farthestLinks = 2;
/** Weights below this are dropped. */
const leastWeight = 0.005;
const tolerance = 1e-3;
const mostIterations = 300;

/**
 * Smooth weights: each bone is warm where it is the nearest, and heat flows over the surface until it is in balance,
 *
 *   -Δw + H w = H p        H = c / d²,  d: distance to the nearest bone,  p: 1 where this bone is the nearest, else 0
 *
 * Baran & Popović, "Automatic rigging and animation of 3D characters", SIGGRAPH 2007, doi:10.1145/1276377.1276467,
 * section 4. Solved for one bone after the other by conjugate gradients over the segments around it.
 */
export function solveHeatWeights(
  graph: SurfaceGraph,
  { bones: own, distances }: Segmentation,
  { parents, bones }: BonePieces,
  onProgress?: (share: number) => void,
): SkinWeights {
  const { placeCount, areas } = graph;
  const heat = new Float64Array(placeCount);
  for (let place = 0; place < placeCount; place++) {
    heat[place] = (pull * areas[place]) / Math.max(distances[place], 1e-6) ** 2;
  }
  const best = createBestFive(placeCount);
  const links = linksBetween(parents);
  const region = new Int32Array(placeCount);
  for (let bone = 0; bone < bones.length; bone++) {
    const places = placesOf(own, links.subarray(bone * bones.length, (bone + 1) * bones.length));
    solveBone({ graph, heat, own, places, region }, bone, (place, weight) => keepWeight(best, place, bone, weight));
    onProgress?.((bone + 1) / bones.length);
  }
  return bestFour(best, own);
}

/** Places whose own bone is at most so many links away. */
function placesOf(own: Int16Array, links: Uint8Array): Uint32Array {
  const places: number[] = [];
  own.forEach((bone, place) => {
    if (links[bone] <= farthestLinks) places.push(place);
  });
  return Uint32Array.from(places);
}

interface BoneProblem {
  readonly graph: SurfaceGraph;
  readonly heat: Float64Array;
  readonly own: Int16Array;
  /** Places that may carry the bone, and scratch for their numbers in this list. */
  readonly places: Uint32Array;
  readonly region: Int32Array;
}

/** Conjugate gradients with the diagonal as preconditioner, started from p. */
function solveBone(problem: BoneProblem, bone: number, keep: (place: number, weight: number) => void): void {
  const { heat, own, places } = problem;
  const count = places.length;
  const { starts, columns, values, diagonal } = boneMatrix(problem);
  const w = Float64Array.from(places, (place) => (own[place] === bone ? 1 : 0));
  const r = new Float64Array(count);
  const d = new Float64Array(count);
  const q = new Float64Array(count);
  const apply = (x: Float64Array, out: Float64Array) => {
    for (let i = 0; i < count; i++) {
      let sum = diagonal[i] * x[i];
      for (let n = starts[i]; n < starts[i + 1]; n++) sum -= values[n] * x[columns[n]];
      out[i] = sum;
    }
  };
  apply(w, q);
  let rz = 0;
  for (let i = 0; i < count; i++) {
    r[i] = (own[places[i]] === bone ? heat[places[i]] : 0) - q[i];
    d[i] = r[i] / diagonal[i];
    rz += r[i] * d[i];
  }
  const enough = rz * tolerance * tolerance;
  for (let iteration = 0; iteration < mostIterations && rz > enough && rz > 0; iteration++) {
    apply(d, q);
    let dq = 0;
    for (let i = 0; i < count; i++) dq += d[i] * q[i];
    if (!(dq > 0)) break;
    const step = rz / dq;
    let next = 0;
    for (let i = 0; i < count; i++) {
      w[i] += step * d[i];
      r[i] -= step * q[i];
      next += (r[i] * r[i]) / diagonal[i];
    }
    const share = next / rz;
    for (let i = 0; i < count; i++) d[i] = r[i] / diagonal[i] + share * d[i];
    rz = next;
  }
  for (let i = 0; i < count; i++) if (w[i] >= leastWeight) keep(places[i], w[i]);
}

/** The equation's matrix over the bone's places; neighbours outside of them have weight 0. */
function boneMatrix({ graph, heat, places, region }: BoneProblem) {
  region.fill(-1);
  places.forEach((place, i) => {
    region[place] = i;
  });
  const starts = new Uint32Array(places.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const diagonal = new Float64Array(places.length);
  places.forEach((place, i) => {
    let sum = heat[place];
    for (let n = graph.starts[place]; n < graph.starts[place + 1]; n++) {
      sum += graph.edgeWeights[n];
      const column = region[graph.neighbours[n]];
      if (column < 0) continue;
      columns.push(column);
      values.push(graph.edgeWeights[n]);
    }
    diagonal[i] = sum > 0 ? sum : 1;
    starts[i + 1] = columns.length;
  });
  return { starts, columns: Uint32Array.from(columns), values: Float64Array.from(values), diagonal };
}

/** Number of steps along the skeleton between each two bones. boneCount x boneCount. */
function linksBetween(parents: Int16Array): Uint8Array {
  const count = parents.length;
  const links = new Uint8Array(count * count);
  // Parents come before children: a bone's distances follow from its parent's.
  for (let bone = 1; bone < count; bone++) {
    for (let other = 0; other < bone; other++) {
      const steps = links[parents[bone] * count + other] + 1;
      links[bone * count + other] = steps;
      links[other * count + bone] = steps;
    }
  }
  return links;
}

/** Five bones and weights for each place. */
const kept = 5;

function createBestFive(placeCount: number): SkinWeights {
  return { bones: new Uint8Array(placeCount * kept), weights: new Float32Array(placeCount * kept) };
}

/** Keeps the five largest, largest first. */
function keepWeight({ bones, weights }: SkinWeights, place: number, bone: number, weight: number): void {
  let slot = place * kept + kept - 1;
  if (weight <= weights[slot]) return;
  for (; slot > place * kept && weights[slot - 1] < weight; slot--) {
    weights[slot] = weights[slot - 1];
    bones[slot] = bones[slot - 1];
  }
  weights[slot] = weight;
  bones[slot] = bone;
}

/**
 * Four weights of sum 1. The fifth is taken off all of them: a bone that comes in or drops out between one place and the
 * next then does so at weight 0, without a step.
 */
function bestFour(best: SkinWeights, own: Int16Array): SkinWeights {
  const bones = new Uint8Array(own.length * 4);
  const weights = new Float32Array(own.length * 4);
  for (let place = 0; place < own.length; place++) {
    const [from, to] = [place * kept, place * 4];
    const fifth = best.weights[from + 4];
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += Math.max(best.weights[from + k] - fifth, 0);
    if (!(sum > 0)) {
      bones[to] = own[place];
      weights[to] = 1;
      continue;
    }
    for (let k = 0; k < 4; k++) {
      weights[to + k] = Math.max(best.weights[from + k] - fifth, 0) / sum;
      if (weights[to + k] > 0) bones[to + k] = best.bones[from + k];
    }
  }
  return { bones, weights };
}
