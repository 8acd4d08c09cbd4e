/** Working memory and result of convexHull(). */
export interface HullScratch {
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
