import { solveLinear } from './solveLinear.ts';

/** A point inside the body as a weighted mean of skin vertices: weights are positive and sum to 1. */
export interface PointWeights {
  readonly vertices: readonly number[];
  readonly weights: readonly number[];
}

/** Skin vertices tried for a point, doubled while they do not surround it, and the most that are kept. */
const FIRST_CANDIDATES = 240;
const KEPT = 48;

/**
 * Finds skin around a point whose weighted mean is exactly that point: of all such weights the ones closest to a bell
 * around it (least squares with four constraints), negative ones dropped and solved again. As a convex combination of
 * skin, the point stays inside when the shape changes. `mayHold` excludes skin that should not carry it.
 */
export function findPointWeights(
  positions: Float64Array,
  point: readonly number[],
  mayHold: (vertex: number) => boolean,
): PointWeights {
  const near: NearVertex[] = [];
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    if (!mayHold(vertex)) continue;
    const offset = [0, 1, 2].map((k) => positions[vertex * 3 + k] - point[k]);
    near.push({ vertex, offset, distance: Math.hypot(...offset) });
  }
  near.sort((a, b) => a.distance - b.distance || a.vertex - b.vertex);
  for (let count = FIRST_CANDIDATES; count < 2 * near.length; count *= 2) {
    const found = solveWeights(near.slice(0, count));
    if (found) return found;
  }
  throw new Error(`no skin surrounds the point ${point.join(', ')}.`);
}

interface NearVertex {
  readonly vertex: number;
  readonly offset: readonly number[];
  readonly distance: number;
}

function solveWeights(candidates: readonly NearVertex[]): PointWeights | null {
  let kept = candidates;
  const reach = candidates[Math.floor(candidates.length / 2)].distance;
  while (kept.length >= 4) {
    const bells = kept.map(({ distance }) => Math.exp(-((distance / reach) ** 2)));
    const rows = kept.map(({ offset }) => [1, ...offset]);
    // w = g B^T (B g B^T)^-1 (1, 0, 0, 0): least sum of w²/g with sum w = 1 and sum w (v - point) = 0.
    const normal = [0, 1, 2, 3].map((i) =>
      [0, 1, 2, 3].map((j) => rows.reduce((sum, row, n) => sum + bells[n] * row[i] * row[j], 0)),
    );
    const multipliers = solveLinear(normal, [[1], [0], [0], [0]]);
    const weights = rows.map((row, n) => bells[n] * row.reduce((sum, value, i) => sum + value * multipliers[i][0], 0));
    if (!isHeld(weights, rows, reach)) return null;
    const isPositive = weights.every((weight) => weight > 0);
    if (isPositive && kept.length <= KEPT) return { vertices: kept.map(({ vertex }) => vertex), weights };
    const order = [...kept.keys()].sort((a, b) => weights[b] - weights[a] || a - b);
    // Too many at once may leave no skin on one side.
    const positiveCount = weights.filter((weight) => weight > 0).length;
    const wanted = Math.max(isPositive ? KEPT : positiveCount, Math.ceil(kept.length * 0.8));
    const chosen = new Set(order.slice(0, Math.min(wanted, kept.length - 1)));
    kept = kept.filter((_, n) => chosen.has(n));
  }
  return null;
}

/** Rejects the solution of nearly singular equations, which arise where skin hardly surrounds the point. */
function isHeld(weights: readonly number[], rows: readonly (readonly number[])[], reach: number): boolean {
  const sums = [0, 1, 2, 3].map((k) => weights.reduce((sum, weight, n) => sum + weight * rows[n][k], 0));
  return Math.abs(sums[0] - 1) < 1e-9 && Math.hypot(sums[1], sums[2], sums[3]) < 1e-9 * reach;
}

/** The skin vertex next to a point, alone. */
export function nearestPoint(positions: Float64Array, point: readonly number[]): PointWeights {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => positions[vertex * 3 + k] - point[k]));
    if (distance < least) [nearest, least] = [vertex, distance];
  }
  return { vertices: [nearest], weights: [1] };
}

export function placePoint(positions: Float64Array, { vertices, weights }: PointWeights): [number, number, number] {
  const point: [number, number, number] = [0, 0, 0];
  vertices.forEach((vertex, n) => {
    for (let k = 0; k < 3; k++) point[k] += weights[n] * positions[vertex * 3 + k];
  });
  return point;
}
