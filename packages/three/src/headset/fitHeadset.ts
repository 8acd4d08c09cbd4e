/** A head's surface in the space of its joint: +Y up, +Z ahead, metres. */
export interface HeadSurface {
  /** vertexCount x 3. */
  readonly positions: ArrayLike<number>;
  /** Middle between the eyes. */
  readonly eyes: readonly [x: number, y: number, z: number];
}

/** A headset made to measure: nothing of the head is inside of it. Head joint space, metres. */
export interface HeadsetFit {
  /** The visor's window: x from -halfWidth to halfWidth, y from bottom to top. */
  readonly halfWidth: number;
  readonly bottom: number;
  readonly top: number;
  /** Depth of the visor's back, a grid of columns x rows over the window, row by row from the bottom: the face, dilated. */
  readonly columns: number;
  readonly rows: number;
  readonly back: Float64Array;
  /** Of its front. */
  readonly front: number;
  /** The strap's inner line around the head, from above, x and z, counter-clockwise; between these heights. */
  readonly strap: Float64Array;
  readonly strapBottom: number;
  readonly strapTop: number;
}

/** How far everything keeps from the skin. */
const CLEARANCE = 0.003;
const COLUMNS = 19;
const ROWS = 11;
/** Size of the visor for an average head of 15 cm breadth, and how deep it is before the farthest point of the face. */
const VISOR = { halfWidth: 0.088, above: 0.048, below: 0.052, depth: 0.045, headBreadth: 0.152 } as const;
/** The back goes no deeper than this behind the eyes, even beside the head. */
const DEEPEST_BEHIND_EYES = 0.035;
const STRAP = { below: 0.012, height: 0.032 } as const;

/**
 * Fits a headset to a head. The visor's back is the face itself, dilated by so much that between four neighbouring points of
 * the grid no part of a triangle can stick out: each takes the farthest vertex within a cell's diagonal and the longest
 * edge of the mesh (`longestEdge`). The strap is the convex hull of what lies at its height, with room: a hull has no
 * triangle outside of it. So for any head at all nothing is cut.
 */
export function fitHeadset({ positions, eyes }: HeadSurface, longestEdge: number): HeadsetFit {
  const count = positions.length / 3;
  let breadth = 0;
  for (let i = 0; i < count; i++) {
    // At the temples: ears are wider, and above the cheeks people differ least.
    const y = positions[i * 3 + 1];
    const z = positions[i * 3 + 2];
    if (Math.abs(y - eyes[1] - 0.03) < 0.02 && z > eyes[2] - 0.08)
      breadth = Math.max(breadth, 2 * Math.abs(positions[i * 3]));
  }
  const scale = Math.min(1.4, Math.max(0.7, breadth / VISOR.headBreadth || 1));
  const halfWidth = VISOR.halfWidth * scale;
  const bottom = eyes[1] - VISOR.below * scale;
  const top = eyes[1] + VISOR.above * scale;
  const cellWidth = (2 * halfWidth) / (COLUMNS - 1);
  const cellHeight = (top - bottom) / (ROWS - 1);
  const reach = Math.hypot(cellWidth, cellHeight) + longestEdge;
  const back = new Float64Array(COLUMNS * ROWS).fill(eyes[2] - DEEPEST_BEHIND_EYES * scale);
  const grid = { back, halfWidth, bottom, cellWidth, cellHeight };
  for (let i = 0; i < count; i++) dilate(grid, positions, i, reach);
  let farthest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < back.length; i++) {
    back[i] += CLEARANCE;
    if (back[i] > farthest) farthest = back[i];
  }
  const strapBottom = eyes[1] + STRAP.below * scale;
  const strapTop = strapBottom + STRAP.height * scale;
  return {
    halfWidth,
    bottom,
    top,
    columns: COLUMNS,
    rows: ROWS,
    back,
    front: farthest + VISOR.depth * scale,
    strap: strapLine(positions, strapBottom - longestEdge, strapTop + longestEdge),
    strapBottom,
    strapTop,
  };
}

/** The back of the headset as a grid of depths over COLUMNS x ROWS cells, metres. */
interface BackGrid {
  readonly back: Float64Array;
  readonly halfWidth: number;
  readonly bottom: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** Pushes the back out of one vertex, at every point of the grid within reach of it. */
function dilate(
  { back, halfWidth, bottom, cellWidth, cellHeight }: BackGrid,
  positions: ArrayLike<number>,
  vertex: number,
  reach: number,
): void {
  const x = positions[vertex * 3];
  const y = positions[vertex * 3 + 1];
  const z = positions[vertex * 3 + 2];
  const firstColumn = Math.max(0, Math.ceil((x - reach + halfWidth) / cellWidth));
  const lastColumn = Math.min(COLUMNS - 1, Math.floor((x + reach + halfWidth) / cellWidth));
  const firstRow = Math.max(0, Math.ceil((y - reach - bottom) / cellHeight));
  const lastRow = Math.min(ROWS - 1, Math.floor((y + reach - bottom) / cellHeight));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const dx = column * cellWidth - halfWidth - x;
      const dy = row * cellHeight + bottom - y;
      if (dx * dx + dy * dy > reach * reach) continue;
      const at = row * COLUMNS + column;
      if (z > back[at]) back[at] = z;
    }
  }
}

/** The hull of all vertices between two heights, seen from above and widened by the clearance. Andrew's monotone chain. */
function strapLine(positions: ArrayLike<number>, low: number, high: number): Float64Array {
  const points: [number, number][] = [];
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1] >= low && positions[i + 1] <= high) points.push([positions[i], positions[i + 2]]);
  }
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly [number, number][]) => {
    const hull: [number, number][] = [];
    for (const point of ordered) {
      while (hull.length >= 2 && cross(hull[hull.length - 2], hull[hull.length - 1], point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  const hull = [...half(points), ...half([...points].reverse())];
  const middle = hull.reduce((sum, [x, z]) => [sum[0] + x / hull.length, sum[1] + z / hull.length], [0, 0]);
  // Away from the middle by a little more than the clearance: corners are pushed, so edges move by less than corners.
  return Float64Array.from(
    hull.flatMap(([x, z]) => {
      const [dx, dz] = [x - middle[0], z - middle[1]];
      const stretch = 1 + (2 * CLEARANCE) / Math.max(1e-6, Math.hypot(dx, dz));
      return [middle[0] + dx * stretch, middle[1] + dz * stretch];
    }),
  );
}

function cross(a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether a point of the head is inside of the headset. */
export function isInsideHeadset(fit: HeadsetFit, x: number, y: number, z: number): boolean {
  return isInsideVisor(fit, x, y, z) || isInsideStrap(fit, x, y, z);
}

function isInsideVisor(fit: HeadsetFit, x: number, y: number, z: number): boolean {
  const { halfWidth, bottom, top, columns, rows, back, front } = fit;
  if (Math.abs(x) > halfWidth || y < bottom || y > top || z > front) return false;
  const u = ((x + halfWidth) / (2 * halfWidth)) * (columns - 1);
  const v = ((y - bottom) / (top - bottom)) * (rows - 1);
  const column = Math.min(columns - 2, Math.floor(u));
  const row = Math.min(rows - 2, Math.floor(v));
  const at = row * columns + column;
  const below = back[at] + (back[at + 1] - back[at]) * (u - column);
  const above = back[at + columns] + (back[at + columns + 1] - back[at + columns]) * (u - column);
  return z > below + (above - below) * (v - row);
}

/** The strap is what lies outside of its inner line; a point inside of the line is in the head's own room. */
function isInsideStrap({ strap, strapBottom, strapTop }: HeadsetFit, x: number, y: number, z: number): boolean {
  if (y < strapBottom || y > strapTop) return false;
  for (let i = 0; i < strap.length; i += 2) {
    const next = (i + 2) % strap.length;
    const turn = (strap[next] - strap[i]) * (z - strap[i + 1]) - (strap[next + 1] - strap[i + 1]) * (x - strap[i]);
    if (turn < 0) return true;
  }
  return false;
}
