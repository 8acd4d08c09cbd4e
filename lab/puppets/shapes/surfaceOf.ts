import type { Distance } from './distances.ts';

/** Lines of the grid across each axis, increasing; finer where the shape has fine parts. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly zs: readonly number[];
}

export interface Surface {
  /** Three numbers a point. */
  readonly positions: number[];
  /** Three points a triangle, counterclockwise seen from outside. */
  readonly triangles: number[];
}

/** Grid lines from `from` to `to`, about `step` apart; between the two ends of each `fine` span, `fine.step` apart. */
export function gridLines(
  from: number,
  to: number,
  step: number,
  ...fine: readonly { from: number; to: number; step: number }[]
): number[] {
  const lines: number[] = [];
  let at = from;
  while (at < to) {
    lines.push(at);
    at += fine.find((span) => at >= span.from && at < span.to)?.step ?? step;
  }
  lines.push(at);
  return lines;
}

/** Samples along an edge of a block; blocks far from the surface are not sampled. */
const BLOCK = 4;
/** The distances of ellipsoids are bounds only: a block is left out when it is this much farther than it must be. */
const CAUTION = 1.6;

interface Samples {
  readonly grid: Grid;
  readonly values: Float32Array;
  readonly at: (i: number, j: number, k: number) => number;
}

/**
 * The surface of a solid as triangles: one point in each cell of the grid that the surface crosses (naive surface nets,
 * Gibson, "Constrained elastic surface nets", 1998), then moved onto the surface along its gradient.
 */
export function surfaceOf(solid: Distance, grid: Grid): Surface {
  const samples = sampleSolid(solid, grid);
  const surface: Surface = { positions: [], triangles: [] };
  const pointOfCell = placePoints(samples, surface);
  joinCells(samples, pointOfCell, surface);
  moveOntoSurface(solid, grid, surface.positions);
  return surface;
}

function sampleSolid(solid: Distance, grid: Grid): Samples {
  const { xs, ys, zs } = grid;
  const [nx, ny] = [xs.length, ys.length];
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const values = new Float32Array(nx * ny * zs.length);
  for (let k = 0; k < zs.length; k += BLOCK) {
    for (let j = 0; j < ny; j += BLOCK) {
      for (let i = 0; i < nx; i += BLOCK) {
        const [i1, j1, k1] = [Math.min(i + BLOCK, nx), Math.min(j + BLOCK, ny), Math.min(k + BLOCK, zs.length)];
        const [dx, dy, dz] = [xs[i1 - 1] - xs[i], ys[j1 - 1] - ys[j], zs[k1 - 1] - zs[k]];
        const middle = solid(xs[i] + dx / 2, ys[j] + dy / 2, zs[k] + dz / 2);
        const isFar = Math.abs(middle) > (CAUTION * Math.hypot(dx, dy, dz)) / 2 + 1e-4;
        for (let c = k; c < k1; c++) {
          for (let b = j; b < j1; b++) {
            for (let a = i; a < i1; a++) values[at(a, b, c)] = isFar ? middle : solid(xs[a], ys[b], zs[c]);
          }
        }
      }
    }
  }
  return { grid, values, at };
}

/** The twelve edges of a cell: first corner, axis. A corner is a sum of 1 (x), 2 (y) and 4 (z). */
const cellEdges = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => !(corner & (1 << axis))).map((corner) => ({ corner, axis })),
);

function placePoints({ grid, values, at }: Samples, { positions }: Surface): Int32Array {
  const { xs, ys, zs } = grid;
  const pointOfCell = new Int32Array(values.length).fill(-1);
  const corners = new Float64Array(8);
  for (let k = 0; k + 1 < zs.length; k++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      for (let i = 0; i + 1 < xs.length; i++) {
        let insideCount = 0;
        for (let corner = 0; corner < 8; corner++) {
          corners[corner] = values[at(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2))];
          if (corners[corner] < 0) insideCount++;
        }
        if (insideCount === 0 || insideCount === 8) continue;
        const [u, v, w] = meanCrossing(corners);
        pointOfCell[at(i, j, k)] = positions.length / 3;
        positions.push(
          xs[i] + u * (xs[i + 1] - xs[i]),
          ys[j] + v * (ys[j + 1] - ys[j]),
          zs[k] + w * (zs[k + 1] - zs[k]),
        );
      }
    }
  }
  return pointOfCell;
}

/** Where the edges of a cell cross the surface, in the mean, 0..1 along each axis. */
function meanCrossing(corners: Float64Array): readonly [number, number, number] {
  let [u, v, w, count] = [0, 0, 0, 0];
  for (const { corner, axis } of cellEdges) {
    const [a, b] = [corners[corner], corners[corner | (1 << axis)]];
    if (a < 0 === b < 0) continue;
    const share = a / (a - b);
    u += axis === 0 ? share : corner & 1;
    v += axis === 1 ? share : (corner >> 1) & 1;
    w += axis === 2 ? share : corner >> 2;
    count++;
  }
  return [u / count, v / count, w / count];
}

/** Two triangles for every edge of the grid that crosses the surface, between the four cells around it. */
function joinCells({ grid, values, at }: Samples, pointOfCell: Int32Array, { triangles }: Surface): void {
  const sizes = [grid.xs.length, grid.ys.length, grid.zs.length];
  for (let k = 1; k + 1 < sizes[2]; k++) {
    for (let j = 1; j + 1 < sizes[1]; j++) {
      for (let i = 1; i + 1 < sizes[0]; i++) {
        const isInside = values[at(i, j, k)] < 0;
        for (let axis = 0; axis < 3; axis++) {
          const next = at(i + +(axis === 0), j + +(axis === 1), k + +(axis === 2));
          if (isInside === values[next] < 0) continue;
          const step = (d: number, e: number): number => {
            const [a, b, c] = axis === 0 ? [0, d, e] : axis === 1 ? [e, 0, d] : [d, e, 0];
            return pointOfCell[at(i - a, j - b, k - c)];
          };
          const around = [step(0, 0), step(1, 0), step(1, 1), step(0, 1)];
          if (!isInside) around.reverse();
          triangles.push(around[0], around[1], around[2], around[0], around[2], around[3]);
        }
      }
    }
  }
}

function moveOntoSurface(solid: Distance, { xs }: Grid, positions: number[]): void {
  const most = xs[1] - xs[0];
  const h = 1e-4;
  for (let at = 0; at < positions.length; at += 3) {
    for (let round = 0; round < 2; round++) {
      const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
      const here = solid(x, y, z);
      const [gx, gy, gz] = [solid(x + h, y, z) - here, solid(x, y + h, z) - here, solid(x, y, z + h) - here];
      const slopeSq = (gx * gx + gy * gy + gz * gz) / (h * h);
      if (!(slopeSq > 0.01)) continue;
      const scale = -Math.max(-most, Math.min(most, here / slopeSq)) / h;
      positions[at] = x + gx * scale;
      positions[at + 1] = y + gy * scale;
      positions[at + 2] = z + gz * scale;
    }
  }
}
