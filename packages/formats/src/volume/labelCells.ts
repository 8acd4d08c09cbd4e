import { buildCellSteps, isOpenStep } from './cellSteps.js';
import { distanceToLine } from './lineDistance.js';
import { createMinHeap, popHeap, pushHeap } from './minHeap.js';
import { cellAt, cellCentre, nearestInside, type SolidGrid } from './solidGrid.js';

/** Which line is nearest to each cell by ways that stay inside the volume. */
export interface CellLabels {
  /** Nearest line; -1 for cells that no line reaches. */
  readonly lines: Int16Array;
  /** Length of the way to it, metres. */
  readonly distances: Float32Array;
}

/**
 * Distances inside the volume instead of through the air, from all lines (bones) at once: a hand beside a thigh is far
 * from the thigh bone although it is near to it. After Dionne & de Lasa, "Geodesic voxel binding for production character meshes",
 * SCA 2013, doi:10.1145/2485895.2485919; `ends` has the two ends of each line;
 * cells farther than `mostDistance` stay without a line; only the nearest line is needed here.
 */
export function labelCells(grid: SolidGrid, ends: Float64Array, mostDistance = Infinity): CellLabels {
  const { cell, counts, inside } = grid;
  const labels: CellLabels = {
    lines: new Int16Array(inside.length).fill(-1),
    distances: new Float32Array(inside.length).fill(Infinity),
  };
  const heap = createMinHeap(1 << 14);
  seedLines(grid, ends, (index, distance, line) => {
    if (distance >= labels.distances[index]) return;
    labels.distances[index] = distance;
    labels.lines[index] = line;
    pushHeap(heap, labels.distances[index], index);
  });
  const [nx, ny, nz] = counts;
  const steps = buildCellSteps(grid);
  while (heap.size > 0) {
    const distance = heap.keys[0];
    const index = popHeap(heap);
    if (distance > labels.distances[index]) continue;
    const i = index % nx;
    const j = Math.floor(index / nx) % ny;
    const k = Math.floor(index / (nx * ny));
    for (const step of steps) {
      const [ni, nj, nk] = [i + step.i, j + step.j, k + step.k];
      if (ni < 0 || nj < 0 || nk < 0 || ni >= nx || nj >= ny || nk >= nz) continue;
      const next = index + step.offset;
      if (inside[next] === 0) continue;
      const reached = Math.fround(distance + step.length * cell);
      if (reached > mostDistance || reached >= labels.distances[next] || !isOpenStep(grid, index, step)) continue;
      labels.distances[next] = reached;
      labels.lines[next] = labels.lines[index];
      pushHeap(heap, reached, next);
    }
  }
  return labels;
}

/** Cells along the lines; a line that runs outside of the volume starts from the nearest inside cell. */
function seedLines(
  grid: SolidGrid,
  ends: Float64Array,
  seed: (index: number, distance: number, line: number) => void,
): void {
  const { cell, inside } = grid;
  for (let line = 0; line * 6 < ends.length; line++) {
    const [ax, ay, az, bx, by, bz] = ends.subarray(line * 6, line * 6 + 6);
    const count = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay, bz - az) / (cell / 2)));
    let isSeeded = false;
    for (let n = 0; n <= count; n++) {
      const share = n / count;
      const index = cellAt(grid, ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az));
      if (index < 0 || inside[index] === 0) continue;
      isSeeded = true;
      const [x, y, z] = cellCentre(grid, index);
      seed(index, distanceToLine(ends, line, x, y, z), line);
    }
    if (isSeeded) continue;
    const middle: [number, number, number] = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
    const index = nearestInside(grid, middle, 6 * cell);
    if (index >= 0) seed(index, distanceToLine(ends, line, ...cellCentre(grid, index)), line);
  }
}
