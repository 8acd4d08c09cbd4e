/** The plane n·p = offset, n of unit length. */
export interface Plane {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** Metres. */
  readonly offset: number;
}

/** Plane across the x axis (0) or the y axis (1). */
export function levelPlane(axis: 0 | 1, offset: number): Plane {
  return { nx: 1 - axis, ny: axis, nz: 0, offset };
}

/** Crossings of a plane with a set of edges, and the tape around them. Written by cutTape(); one per caller. */
export interface PlaneCut {
  count: number;
  /** Coordinates of the crossings in the plane, metres. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Index of the crossed edge, and share of the way from its first to its second vertex. */
  readonly edges: Uint32Array;
  readonly shares: Float64Array;
  /** The first cornerCount corners of the hull are those of the tape. */
  readonly hull: HullScratch;
  cornerCount: number;
}

export function createPlaneCut(capacity: number): PlaneCut {
  return {
    count: 0,
    u: new Float64Array(capacity),
    v: new Float64Array(capacity),
    edges: new Uint32Array(capacity),
    shares: new Float64Array(capacity),
    hull: createHullScratch(capacity),
    cornerCount: 0,
  };
}

/**
 * Cuts edges (pairs of vertices) with a plane and returns the length of a tape pulled tight around the crossings. The
 * crossings of a closed strip of skin are the corners of its outline; their order is not needed for the hull.
 */
export function cutTape(cut: PlaneCut, positions: Float64Array, edges: Uint32Array, plane: Plane): number {
  cutEdges(cut, positions, edges, plane);
  cut.cornerCount = convexHull(cut.u, cut.v, cut.count, cut.hull);
  return hullPerimeter(cut.u, cut.v, cut.cornerCount, cut.hull);
}

function cutEdges(cut: PlaneCut, positions: Float64Array, edges: Uint32Array, { nx, ny, nz, offset }: Plane): void {
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

/** Working memory and result of convexHull(). */
interface HullScratch {
  /** Points sorted by u, then v. One entry per point. */
  readonly order: Uint32Array;
  /** Corners of the hull, counter-clockwise, as indices of points; convexHull() returns their number. */
  readonly corners: Uint32Array;
}

export function createHullScratch(capacity: number): HullScratch {
  // The upper chain is appended to the lower one; both together have at most one corner more than the points.
  return { order: new Uint32Array(capacity), corners: new Uint32Array(capacity * 2 + 2) };
}

/**
 * Convex hull of points in a plane: the corners of a tape pulled tight around them. Andrew, "Another efficient algorithm for
 * convex hulls in two dimensions", 1979. Returns the number of corners.
 */
export function convexHull(u: Float64Array, v: Float64Array, count: number, scratch: HullScratch): number {
  const { order, corners } = scratch;
  sortPoints(u, v, count, order);
  if (count < 3) {
    for (let i = 0; i < count; i++) corners[i] = order[i];
    return count;
  }
  let size = 0;
  for (let i = 0; i < count; i++) size = pushCorner(u, v, corners, size, 0, order[i]);
  const lowerSize = size;
  for (let i = count - 2; i >= 0; i--) size = pushCorner(u, v, corners, size, lowerSize - 1, order[i]);
  return size - 1;
}

/** Length of the tape: perimeter of the hull that convexHull() left in the scratch. */
export function hullPerimeter(u: Float64Array, v: Float64Array, cornerCount: number, scratch: HullScratch): number {
  const { corners } = scratch;
  let length = 0;
  for (let i = 0; i < cornerCount; i++) {
    const a = corners[i];
    const b = corners[i + 1 === cornerCount ? 0 : i + 1];
    length += Math.sqrt((u[b] - u[a]) ** 2 + (v[b] - v[a]) ** 2);
  }
  return length;
}

/** Adds a point to a chain that turns left and drops corners that become superfluous, but none at or before `base`. */
function pushCorner(
  u: Float64Array,
  v: Float64Array,
  corners: Uint32Array,
  size: number,
  base: number,
  point: number,
): number {
  let kept = size;
  while (kept - base >= 2) {
    const a = corners[kept - 2];
    const b = corners[kept - 1];
    if ((u[b] - u[a]) * (v[point] - v[a]) - (v[b] - v[a]) * (u[point] - u[a]) > 0) break;
    kept--;
  }
  corners[kept] = point;
  return kept + 1;
}

/** Shell sort by u, then v: in place, and fast enough for a few hundred points. */
function sortPoints(u: Float64Array, v: Float64Array, count: number, order: Uint32Array): void {
  for (let i = 0; i < count; i++) order[i] = i;
  let gap = 1;
  while (gap * 3 + 1 < count) gap = gap * 3 + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const point = order[i];
      let j = i;
      while (j >= gap) {
        const other = order[j - gap];
        if (u[other] < u[point] || (u[other] === u[point] && v[other] <= v[point])) break;
        order[j] = other;
        j -= gap;
      }
      order[j] = point;
    }
  }
}
