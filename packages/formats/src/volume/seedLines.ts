import { distanceToLine } from './lineDistance.js';
import { cellAt, cellCentre, nearestInside, type SolidGrid } from './solidGrid.js';

/** Cells along the lines; a line that runs outside of the volume starts from the nearest inside cell. */
export function seedLines(
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
