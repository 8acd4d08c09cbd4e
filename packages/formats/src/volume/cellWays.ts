import { waysFromLine } from './lineWays.js';
import { cellCentre, type SolidGrid } from './solidGrid.js';

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
