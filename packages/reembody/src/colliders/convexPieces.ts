import type { ConvexShape, Triple } from './colliderShape.js';
import { buildConvexHull, buildHullPlanes, depthUnderPlanes } from './convexHull.js';

/** A skin that lies deeper than this under its hull is hollow there, metres: the hull is split. */
const HOLLOW_DEPTH = 0.012;
const MAX_PIECES = 4;
/** Points of both sides that a cut shares, so that the pieces meet, as a share of the piece's length. */
const OVERLAP = 0.08;
const FEWEST_POINTS = 12;

/**
 * Convex pieces of a part's skin: its hull, and where the skin is hollow (a calf, a waist, an open hand) the part is
 * cut across its axis and each half gets a hull of its own, the hollowest first, to four at most.
 */
export function convexPieces(points: Float64Array, axis: Triple): ConvexShape[] {
  const whole = measure(points);
  if (whole === null) return [];
  const pieces = [whole];
  while (pieces.length < MAX_PIECES) {
    const hollowest = pieces.reduce((worst, piece) => (piece.hollow > worst.hollow ? piece : worst));
    if (hollowest.hollow < HOLLOW_DEPTH) break;
    const halves = cut(hollowest.points, axis).map(measure);
    const [low, high] = halves;
    if (low === null || high === null) break;
    pieces.splice(pieces.indexOf(hollowest), 1, low, high);
  }
  return pieces.map(({ hull }) => hull);
}

interface Piece {
  readonly points: Float64Array;
  readonly hull: ConvexShape;
  /** Mean depth of the deepest tenth of the points under the hull, metres. */
  readonly hollow: number;
}

function measure(points: Float64Array): Piece | null {
  if (points.length < FEWEST_POINTS * 3) return null;
  const hull = buildConvexHull(points);
  if (hull === null) return null;
  const planes = buildHullPlanes(hull);
  const depths = Float64Array.from({ length: points.length / 3 }, (_, i) =>
    depthUnderPlanes(planes, points[i * 3], points[i * 3 + 1], points[i * 3 + 2]),
  ).sort();
  const deepest = depths.subarray(Math.floor(depths.length * 0.9));
  return { points, hull, hollow: deepest.reduce((sum, depth) => sum + depth, 0) / deepest.length };
}

/** Both halves of the points along the axis, with a little of each other. */
function cut(points: Float64Array, axis: Triple): [Float64Array, Float64Array] {
  const along = (i: number) => points[i * 3] * axis[0] + points[i * 3 + 1] * axis[1] + points[i * 3 + 2] * axis[2];
  const indices = Array.from({ length: points.length / 3 }, (_, i) => i);
  const places = indices.map(along);
  const low = Math.min(...places);
  const high = Math.max(...places);
  const middle = (low + high) / 2;
  const rim = OVERLAP * (high - low);
  const pick = (wanted: (place: number) => boolean) =>
    Float64Array.from(
      indices.filter((i) => wanted(places[i])).flatMap((i) => [points[i * 3], points[i * 3 + 1], points[i * 3 + 2]]),
    );
  return [pick((place) => place <= middle + rim), pick((place) => place >= middle - rim)];
}
