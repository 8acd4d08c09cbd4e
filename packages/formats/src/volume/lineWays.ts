import { buildCellSteps, isOpenStep, seedLines } from './cellSteps.js';
import { cellCentre, type SolidGrid } from './solidGrid.js';

/** Of a cell's edge: a step never ends in the range of distances that it starts in, however it is rounded. */
const RANGE = 0.999;

/**
 * Lengths of the shortest ways from one line to the cells of a volume that stay inside, metres; Infinity beyond
 * `mostDistance` and where no way leads. `ends` has the two ends of the line. The same distances as labelCells() finds for
 * one line. Cells wait in ranges of distance shorter than a step, so that no order within a range is needed
 * (Dial, "Algorithm 360: shortest-path forest with topological ordering", CACM 12(11), 1969).
 */
export function waysFromLine(grid: SolidGrid, ends: Float64Array, mostDistance = Infinity): Float32Array {
  const { cell, inside } = grid;
  const distances = new Float32Array(inside.length).fill(Infinity);
  const inverse = 1 / (RANGE * cell);
  const waiting: number[][] = [];
  const wait = (index: number, distance: number) => {
    distances[index] = distance;
    const range = Math.floor(distances[index] * inverse);
    while (waiting.length <= range) waiting.push([]);
    waiting[range].push(index);
  };
  seedLines(grid, ends, (index, distance) => {
    if (distance < distances[index]) wait(index, distance);
  });
  const steps = buildCellSteps(grid);
  const offsets = Int32Array.from(steps, ({ offset }) => offset);
  const lengths = Float64Array.from(steps, ({ length }) => length * cell);
  for (let range = 0; range < waiting.length; range++) {
    for (const index of waiting[range]) {
      const distance = distances[index];
      // A shorter way has been found since, and gone on from.
      if (Math.floor(distance * inverse) !== range) continue;
      for (let n = 0; n < offsets.length; n++) {
        const next = index + offsets[n];
        if (inside[next] === 0) continue;
        const reached = Math.fround(distance + lengths[n]);
        if (reached >= distances[next] || reached > mostDistance || !isOpenStep(grid, index, steps[n])) continue;
        wait(next, reached);
      }
    }
    waiting[range] = [];
  }
  return distances;
}

/** Ways inside a volume from one cell to all others. */
export interface CellWays {
  /** Infinity where no way leads. */
  readonly distances: Float32Array;
  readonly cell: number;
  /** The farthest cell among those whose centre is asked for; -1 where none is reached. */
  farthest(isAsked: (x: number, y: number, z: number) => boolean): number;
}

export function waysFrom(grid: SolidGrid, start: number): CellWays {
  const at = cellCentre(grid, start);
  const distances = waysFromLine(grid, Float64Array.of(...at, ...at));
  return {
    distances,
    cell: grid.cell,
    farthest(isAsked) {
      let best = -1;
      distances.forEach((distance, index) => {
        if (!Number.isFinite(distance) || (best >= 0 && distance <= distances[best])) return;
        if (isAsked(...cellCentre(grid, index))) best = index;
      });
      return best;
    },
  };
}

/** Middle of the cells whose way is within `half` of `way`. */
export function cellsWithin(
  grid: SolidGrid,
  { distances }: CellWays,
  way: number,
  half: number,
): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  distances.forEach((distance, index) => {
    if (Math.abs(distance - way) > half) return;
    cellCentre(grid, index).forEach((value, k) => {
      sum[k] += value;
    });
    count++;
  });
  return count === 0 ? sum : [sum[0] / count, sum[1] / count, sum[2] / count];
}
