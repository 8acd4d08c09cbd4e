import type { PuppetPart, SkinSettings } from '../file/puppetFile.js';
import { BOUND_PARTS, endOf, type PartBinding, pivotOf } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { placeNormals } from './placeGraph.js';

/** Places that face each other across a mouth. In each pair a place of one lip lies over a triangle of the other. */
export interface LipModel {
  readonly pairCount: number;
  readonly places: Uint32Array;
  /** 1: the place is of the upper lip, the triangle of the lower; -1: the other way round. */
  readonly sides: Int8Array;
  /** Three places of the other lip, and their shares. pairCount x 3. */
  readonly corners: Uint32Array;
  readonly shares: Float64Array;
  /** That stays open, metres. */
  readonly gaps: Float64Array;
  /** From the lower to the upper lip at rest, model space. pairCount x 3. */
  readonly directions: Float64Array;
}

/** A place belongs to a lip where that part, and what hangs on it, carries at least this much of it. */
const LEAST_WEIGHT = 0.5;
/** Lips may overlap by this share of their length at rest, as they are drawn. */
const OVERLAP = 0.1;
/** Difference of two unit vectors below which they are one direction. */
const CLOSED = 0.05;
/** A place so far outside of a triangle, in shares, still counts: rims of both lips lie over each other. */
const RIM = 0.02;

/**
 * Finds what faces what: the lips close about a hinge through the pivot of the lower one, so distance from the hinge and
 * place along it stay what they are, however far the mouth is drawn open; only the angle changes.
 */
export function findLipPairs(
  mesh: PuppetMesh,
  parts: readonly PuppetPart[],
  binding: PartBinding,
  lips: SkinSettings['lips'],
): LipModel {
  const normals = lips.length === 0 ? new Float64Array() : placeNormals(mesh);
  const pairs = lips.flatMap(({ upper, lower, gap }) => {
    const [up, low] = [weightsOf(parts, binding, upper, lower), weightsOf(parts, binding, lower, upper)];
    const hinge = findHinge(mesh, parts, { upper, lower }, up, low);
    if (hinge === null) return [];
    const [above, below] = [lipSide(mesh, normals, hinge, up, -1), lipSide(mesh, normals, hinge, low, 1)];
    return [...pairUp(above, below, 1, gap), ...pairUp(below, above, -1, gap)];
  });
  return {
    pairCount: pairs.length,
    places: Uint32Array.from(pairs, ({ place }) => place),
    sides: Int8Array.from(pairs, ({ side }) => side),
    corners: Uint32Array.from(pairs.flatMap(({ corners }) => corners)),
    shares: Float64Array.from(pairs.flatMap(({ shares }) => shares)),
    gaps: Float64Array.from(pairs, ({ gap }) => gap),
    directions: Float64Array.from(pairs.flatMap(({ direction }) => direction)),
  };
}

type Numbers3 = [number, number, number];

/** How much of each place a part carries together with all that hangs on it, without what hangs on the other lip. */
function weightsOf(parts: readonly PuppetPart[], binding: PartBinding, name: string, other: string): Float64Array {
  const isOwn = new Array<boolean>(parts.length + 1).fill(false);
  parts.forEach((part, i) => {
    const parent = parts.findIndex((candidate) => candidate.name === part.parent);
    isOwn[i + 1] = part.name === name || (part.name !== other && parent >= 0 && isOwn[parent + 1]);
  });
  const weights = new Float64Array(binding.weights.length / BOUND_PARTS);
  binding.joints.forEach((joint, entry) => {
    if (isOwn[joint]) weights[Math.floor(entry / BOUND_PARTS)] += binding.weights[entry];
  });
  return weights;
}

/** Axis, direction into the mouth's front and from the lower to the upper lip: a frame at the pivot of the lower lip. */
interface Hinge {
  readonly pivot: Readonly<Numbers3>;
  readonly axis: Numbers3;
  readonly front: Numbers3;
  readonly up: Numbers3;
}

function findHinge(
  { positions }: PuppetMesh,
  parts: readonly PuppetPart[],
  lips: { upper: string; lower: string },
  up: Float64Array,
  low: Float64Array,
): Hinge | null {
  const [upper, lower] = [lips.upper, lips.lower].map((name) => parts.find((part) => part.name === name));
  if (!upper || !lower || !up.some((w) => w >= LEAST_WEIGHT) || !low.some((w) => w >= LEAST_WEIGHT)) return null;
  const pivot = pivotOf(lower);
  const ways = [upper, lower].map((part) => unit(minus(endOf(part), pivot)));
  const front = unit([0, 1, 2].map((k) => ways[0][k] + ways[1][k]) as Numbers3);
  // A mouth that is drawn closed has both parts along one line: then the places say which lip is above.
  const opened = minus(ways[0], ways[1]);
  const apart = Math.hypot(...opened) > CLOSED ? opened : minus(meanPlace(positions, up), meanPlace(positions, low));
  const axis = unit(cross(front, apart));
  return { pivot, axis, front, up: cross(axis, front) };
}

/** One lip's side of the mouth, about the hinge. */
interface LipSide {
  readonly weights: Float64Array;
  /** Distance from the hinge, place along it, angle above the front. */
  readonly rounds: Map<number, Numbers3>;
  readonly triangles: Numbers3[];
  readonly hinge: Hinge;
}

/** `facing` -1: what looks down. */
function lipSide(
  { positions, triangles }: PuppetMesh,
  normals: Float64Array,
  hinge: Hinge,
  weights: Float64Array,
  facing: 1 | -1,
): LipSide {
  const rounds = new Map<number, Numbers3>();
  weights.forEach((weight, place) => {
    if (weight < LEAST_WEIGHT) return;
    const away = minus(positions.subarray(place * 3, place * 3 + 3), hinge.pivot);
    const [forward, height] = [dot(away, hinge.front), dot(away, hinge.up)];
    const distance = Math.hypot(forward, height);
    const tangent = tangentAt(hinge, Math.atan2(height, forward));
    const isFacing = facing * dot(tangent, normals.subarray(place * 3, place * 3 + 3)) > 0;
    if (forward > 0 && isFacing) rounds.set(place, [distance, dot(away, hinge.axis), Math.atan2(height, forward)]);
  });
  const own: Numbers3[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners: Numbers3 = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (corners.every((place) => rounds.has(place))) own.push(corners);
  }
  return { weights, rounds, triangles: own, hinge };
}

interface LipPair {
  readonly place: number;
  readonly side: 1 | -1;
  readonly corners: Numbers3;
  readonly shares: Numbers3;
  readonly gap: number;
  readonly direction: Numbers3;
}

/** For each place of one side the nearest triangle of the other that it would meet. */
function pairUp(side: LipSide, other: LipSide, sign: 1 | -1, gap: number): LipPair[] {
  const pairs: LipPair[] = [];
  const find = buildLipCells(other.triangles, other.rounds, RIM);
  for (const [place, [distance, along, angle]] of side.rounds) {
    let best: LipPair | null = null;
    let least = Infinity;
    for (const triangle of find(distance, along)) {
      const corners = other.triangles[triangle];
      if (corners.includes(place)) continue;
      const shares = sharesIn(corners, other.rounds, distance, along);
      if (shares === null) continue;
      const otherAngle = corners.reduce((sum, corner, k) => sum + shares[k] * (other.rounds.get(corner)?.[2] ?? 0), 0);
      const opening = sign * (angle - otherAngle);
      if (opening < -OVERLAP || opening >= least) continue;
      least = opening;
      const purity = Math.min(side.weights[place], ...corners.map((corner) => other.weights[corner]));
      // Where the lips grow together the gap closes.
      const open = Math.min(1, Math.max(0, (purity - LEAST_WEIGHT) / (0.9 - LEAST_WEIGHT)));
      const direction = tangentAt(side.hinge, (angle + otherAngle) / 2);
      best = { place, side: sign, corners, shares, gap: gap * open, direction };
    }
    if (best !== null) pairs.push(best);
  }
  return pairs;
}

/** Shares of a triangle's corners at a point, in distance from and place along the hinge; null: outside. */
function sharesIn(corners: Numbers3, rounds: Map<number, Numbers3>, distance: number, along: number): Numbers3 | null {
  const [a, b, c] = corners.map((corner) => rounds.get(corner) as Numbers3);
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (Math.abs(area) < 1e-12) return null;
  const second = ((distance - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (along - a[1])) / area;
  const third = ((b[0] - a[0]) * (along - a[1]) - (distance - a[0]) * (b[1] - a[1])) / area;
  const first = 1 - second - third;
  if (Math.min(first, second, third) < -RIM) return null;
  const inside = [first, second, third].map((share) => Math.max(0, share));
  const sum = inside[0] + inside[1] + inside[2];
  return [inside[0] / sum, inside[1] / sum, inside[2] / sum];
}

/** Where an angle above the front grows to. */
function tangentAt({ front, up }: Hinge, angle: number): Numbers3 {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return [c * up[0] - s * front[0], c * up[1] - s * front[1], c * up[2] - s * front[2]];
}

function meanPlace(positions: Float64Array, weights: Float64Array): Numbers3 {
  const sum: Numbers3 = [0, 0, 0];
  let total = 0;
  weights.forEach((weight, place) => {
    if (weight < LEAST_WEIGHT) return;
    total++;
    for (let k = 0; k < 3; k++) sum[k] += positions[place * 3 + k];
  });
  return [sum[0] / total, sum[1] / total, sum[2] / total];
}

function minus(a: ArrayLike<number>, b: ArrayLike<number>): Numbers3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): Numbers3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Straight up where there is no direction. */
function unit(a: Numbers3): Numbers3 {
  const length = Math.hypot(...a);
  return length < 1e-12 ? [0, 1, 0] : [a[0] / length, a[1] / length, a[2] / length];
}

/**
 * Triangles of a lip by the cell of a flat grid that they reach into, in distance from the hinge and place along it: finds
 * those that a point may lie over, in their order.
 *
 * @param rim so far outside of a triangle, in shares of its corners, a point still counts
 */
function buildLipCells(
  triangles: readonly Numbers3[],
  rounds: ReadonlyMap<number, Numbers3>,
  rim: number,
): (distance: number, along: number) => readonly number[] {
  const bounds = triangles.map((corners) => boundsOf(corners, rounds, rim));
  const least = [0, 1].map((k) => bounds.reduce((low, each) => Math.min(low, each[k]), Infinity));
  const most = [0, 1].map((k) => bounds.reduce((high, each) => Math.max(high, each[k + 2]), -Infinity));
  // About as many cells as triangles.
  const side = Math.max(1, Math.ceil(Math.sqrt(triangles.length)));
  const scale = [0, 1].map((k) => side / Math.max(most[k] - least[k], 1e-12));
  const cellAlong = (value: number, k: number) =>
    Math.min(side - 1, Math.max(0, Math.floor((value - least[k]) * scale[k])));
  const cells: number[][] = Array.from({ length: side * side }, () => []);
  bounds.forEach(([lowDistance, lowAlong, highDistance, highAlong], triangle) => {
    for (let i = cellAlong(lowDistance, 0); i <= cellAlong(highDistance, 0); i++) {
      for (let j = cellAlong(lowAlong, 1); j <= cellAlong(highAlong, 1); j++) cells[i * side + j].push(triangle);
    }
  });
  return (distance, along) => {
    const isOutside = distance < least[0] || along < least[1] || distance > most[0] || along > most[1];
    return isOutside ? [] : cells[cellAlong(distance, 0) * side + cellAlong(along, 1)];
  };
}

/** Least distance and place along, then the greatest. A share may fall short by the rim at two corners at once. */
function boundsOf(
  corners: Numbers3,
  rounds: ReadonlyMap<number, Numbers3>,
  rim: number,
): [number, number, number, number] {
  const points = corners.map((corner) => rounds.get(corner) as Numbers3);
  const [low, high] = [0, 1].map((k) => {
    const values = points.map((point) => point[k]);
    return [Math.min(...values), Math.max(...values)];
  });
  const [farther, wider] = [2 * rim * (low[1] - low[0]), 2 * rim * (high[1] - high[0])];
  return [low[0] - farther, high[0] - wider, low[1] + farther, high[1] + wider];
}
