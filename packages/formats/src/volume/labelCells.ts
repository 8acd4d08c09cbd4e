import { buildCellSteps, isOpenStep, seedLines } from './cellSteps.js';
import type { SolidGrid } from './solidGrid.js';

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

/** Numbers by their keys, smallest first. */
interface MinHeap {
  keys: Float64Array;
  values: Int32Array;
  size: number;
}

export function createMinHeap(capacity: number): MinHeap {
  return { keys: new Float64Array(capacity), values: new Int32Array(capacity), size: 0 };
}

export function pushHeap(heap: MinHeap, key: number, value: number): void {
  if (heap.size === heap.keys.length) {
    const keys = new Float64Array(heap.size * 2);
    const values = new Int32Array(heap.size * 2);
    keys.set(heap.keys);
    values.set(heap.values);
    heap.keys = keys;
    heap.values = values;
  }
  const { keys, values } = heap;
  let at = heap.size++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (keys[parent] <= key) break;
    keys[at] = keys[parent];
    values[at] = values[parent];
    at = parent;
  }
  keys[at] = key;
  values[at] = value;
}

/** Takes the smallest key away and returns its value; -1 when the heap is empty. */
export function popHeap(heap: MinHeap): number {
  if (heap.size === 0) return -1;
  const { keys, values } = heap;
  const top = values[0];
  const size = --heap.size;
  const key = keys[size];
  const value = values[size];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= key) break;
    keys[at] = keys[child];
    values[at] = values[child];
    at = child;
  }
  keys[at] = key;
  values[at] = value;
  return top;
}
