import { convexHull, createHullScratch, type HullScratch } from './convexHull.js';

/** Where a plane crosses a set of edges. Filled by cutEdges(); one per caller, used again and again. */
export interface PlaneCut {
  /** The plane n·p = offset, n of unit length: nx ny nz offset. An array, because numbers that
   * pass from function to function are boxed. */
  readonly plane: Float64Array;
  count: number;
  /** Coordinates of the crossings in the plane, metres. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Which edge was crossed, and how far from its first to its second vertex. */
  readonly edges: Uint32Array;
  readonly shares: Float64Array;
  readonly hull: HullScratch;
  /** Corners of the tape, and its length, metres: filled by pullTape(). */
  cornerCount: number;
  readonly tapeLength: Float64Array;
}

export function createPlaneCut(capacity: number): PlaneCut {
  return {
    plane: new Float64Array(4),
    count: 0,
    u: new Float64Array(capacity),
    v: new Float64Array(capacity),
    edges: new Uint32Array(capacity),
    shares: new Float64Array(capacity),
    hull: createHullScratch(capacity),
    cornerCount: 0,
    tapeLength: new Float64Array(1),
  };
}

/**
 * Crosses edges (pairs of vertices) with the cut's plane. The crossings of a closed strip of skin are the corners of its
 * outline; which edge follows which is not needed, because a tape only sees their hull.
 */
export function cutEdges(cut: PlaneCut, positions: Float64Array, edges: Uint32Array): void {
  const nx = cut.plane[0];
  const ny = cut.plane[1];
  const nz = cut.plane[2];
  const offset = cut.plane[3];
  // Any two axes across n serve; the one least along n is never degenerate.
  const isUp = Math.abs(ny) >= Math.abs(nx) && Math.abs(ny) >= Math.abs(nz);
  let ux = isUp ? ny : 0;
  let uy = isUp ? -nx : nz;
  let uz = isUp ? 0 : -ny;
  if (!isUp && Math.abs(nz) < Math.abs(nx)) {
    ux = -nz;
    uy = 0;
    uz = nx;
  }
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const capacity = cut.u.length;
  let count = 0;
  for (let at = 0; at < edges.length && count < capacity; at += 2) {
    const a = edges[at] * 3;
    const b = edges[at + 1] * 3;
    const da = nx * positions[a] + ny * positions[a + 1] + nz * positions[a + 2] - offset;
    const db = nx * positions[b] + ny * positions[b + 1] + nz * positions[b + 2] - offset;
    if (da < 0 === db < 0) continue;
    const share = da / (da - db);
    const x = positions[a] + share * (positions[b] - positions[a]);
    const y = positions[a + 1] + share * (positions[b + 1] - positions[a + 1]);
    const z = positions[a + 2] + share * (positions[b + 2] - positions[a + 2]);
    cut.u[count] = ux * x + uy * y + uz * z;
    cut.v[count] = vx * x + vy * y + vz * z;
    cut.edges[count] = at >> 1;
    cut.shares[count] = share;
    count++;
  }
  cut.count = count;
}

/** Pulls a tape tight around all crossings. */
export function pullTape(cut: PlaneCut): void {
  const { u, v, hull } = cut;
  cut.cornerCount = convexHull(u, v, cut.count, hull);
  let length = 0;
  for (let i = 0; i < cut.cornerCount; i++) {
    const a = hull.corners[i];
    const b = hull.corners[i + 1 === cut.cornerCount ? 0 : i + 1];
    length += Math.sqrt((u[b] - u[a]) ** 2 + (v[b] - v[a]) ** 2);
  }
  cut.tapeLength[0] = length;
}
