/**
 * Points sorted for nearest-neighbour search: the middle of each range splits it along one axis. Bentley,
 * "Multidimensional binary search trees used for associative searching", 1975.
 */
export interface KdTree {
  /** x y z of each point, as given. */
  readonly points: Float64Array;
  /** Indices of points: the middle of a range is its splitting point, the halves are the two sides. */
  readonly order: Uint32Array;
  /** Splitting axis for the middle of each range, indexed like `order`. */
  readonly axes: Uint8Array;
}

/** Ranges up to this size are searched point by point. */
const leafSize = 8;

export function buildKdTree(points: Float64Array): KdTree {
  const count = points.length / 3;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const axes = new Uint8Array(count);
  const ranges: [number, number][] = [[0, count]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to] = range;
    if (to - from <= leafSize) continue;
    const axis = widestAxis(points, order, from, to);
    const middle = (from + to) >> 1;
    selectMiddle(points, order, axis, from, to - 1, middle);
    axes[middle] = axis;
    ranges.push([from, middle], [middle + 1, to]);
  }
  return { points, order, axes };
}

function widestAxis(points: Float64Array, order: Uint32Array, from: number, to: number): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let at = from; at < to; at++) {
      const value = points[order[at] * 3 + axis];
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    if (greatest - least > widest) {
      widest = greatest - least;
      best = axis;
    }
  }
  return best;
}

/** Hoare's selection, 1961: moves the point of rank `middle` to its place, smaller ones before and larger ones after. */
function selectMiddle(
  points: Float64Array,
  order: Uint32Array,
  axis: number,
  first: number,
  last: number,
  middle: number,
): void {
  let from = first;
  let to = last;
  while (from < to) {
    const pivot = points[order[(from + to) >> 1] * 3 + axis];
    let i = from;
    let j = to;
    while (i <= j) {
      while (points[order[i] * 3 + axis] < pivot) i++;
      while (points[order[j] * 3 + axis] > pivot) j--;
      if (i > j) break;
      const swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (middle <= j) to = j;
    else if (middle >= i) from = i;
    else return;
  }
}

/**
 * Ranges still to be searched: bounds in `order`, offset of the query from the range's box along each axis, and the
 * squared length of that offset, which is a lower bound of the distance. 128 levels are deep enough for any tree.
 */
const stack = {
  from: new Uint32Array(128),
  to: new Uint32Array(128),
  offsets: new Float64Array(128 * 3),
  distanceSq: new Float64Array(128),
};

/**
 * Index of the point nearest to x y z; -1 in an empty tree. Bounds are updated per axis (Arya & Mount, "Algorithms for
 * fast vector quantization", 1993), which prunes far more than the distance from the last split alone.
 */
export function nearestInTree({ points, order, axes }: KdTree, x: number, y: number, z: number): number {
  let best = -1;
  let bestSq = Number.POSITIVE_INFINITY;
  let depth = 0;
  stack.from[0] = 0;
  stack.to[0] = order.length;
  stack.offsets.fill(0, 0, 3);
  stack.distanceSq[0] = 0;
  while (depth >= 0) {
    let from = stack.from[depth];
    let to = stack.to[depth];
    const rangeSq = stack.distanceSq[depth];
    const offsetX = stack.offsets[depth * 3];
    const offsetY = stack.offsets[depth * 3 + 1];
    const offsetZ = stack.offsets[depth * 3 + 2];
    depth--;
    if (rangeSq >= bestSq) continue;
    while (to - from > leafSize) {
      const middle = (from + to) >> 1;
      const point = order[middle];
      const dx = points[point * 3] - x;
      const dy = points[point * 3 + 1] - y;
      const dz = points[point * 3 + 2] - z;
      const distanceSq = dx * dx + dy * dy + dz * dz;
      if (distanceSq < bestSq) {
        bestSq = distanceSq;
        best = point;
      }
      const axis = axes[middle];
      const across = axis === 0 ? dx : axis === 1 ? dy : dz;
      const before = axis === 0 ? offsetX : axis === 1 ? offsetY : offsetZ;
      depth++;
      stack.offsets[depth * 3] = offsetX;
      stack.offsets[depth * 3 + 1] = offsetY;
      stack.offsets[depth * 3 + 2] = offsetZ;
      stack.offsets[depth * 3 + axis] = across;
      stack.distanceSq[depth] = rangeSq - before * before + across * across;
      // The splitting point is beyond x: the near side is the one before it.
      if (across > 0) {
        stack.from[depth] = middle + 1;
        stack.to[depth] = to;
        to = middle;
      } else {
        stack.from[depth] = from;
        stack.to[depth] = middle;
        from = middle + 1;
      }
    }
    for (let at = from; at < to; at++) {
      const point = order[at];
      const dx = points[point * 3] - x;
      const dy = points[point * 3 + 1] - y;
      const dz = points[point * 3 + 2] - z;
      const distanceSq = dx * dx + dy * dy + dz * dz;
      if (distanceSq < bestSq) {
        bestSq = distanceSq;
        best = point;
      }
    }
  }
  return best;
}

/** Calls back for every point within a distance of x y z. */
export function forEachWithin(
  { points, order, axes }: KdTree,
  x: number,
  y: number,
  z: number,
  radius: number,
  found: (point: number) => void,
): void {
  const ranges: number[] = [0, order.length];
  const look = (point: number) => {
    const dx = points[point * 3] - x;
    const dy = points[point * 3 + 1] - y;
    const dz = points[point * 3 + 2] - z;
    if (dx * dx + dy * dy + dz * dz <= radius * radius) found(point);
  };
  while (ranges.length > 0) {
    const to = ranges.pop() as number;
    const from = ranges.pop() as number;
    if (to - from <= leafSize) {
      for (let at = from; at < to; at++) look(order[at]);
      continue;
    }
    const middle = (from + to) >> 1;
    const axis = axes[middle];
    const across = points[order[middle] * 3 + axis] - (axis === 0 ? x : axis === 1 ? y : z);
    look(order[middle]);
    if (across >= -radius) ranges.push(from, middle);
    if (across <= radius) ranges.push(middle + 1, to);
  }
}
