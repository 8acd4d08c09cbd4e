import { cellCentre, type SolidGrid } from '@leib/formats/volume';
import type { LimbBone, PuppetLimbs } from './limbBone.js';

type Point = readonly [number, number, number];

/** The body in the middle of the model, along its longest way. */
export function bodyBone({ volume: { grid }, boneOf, tree, middle }: Omit<PuppetLimbs, 'bones'>): LimbBone {
  const cells: number[] = [];
  tree.arcOf.forEach((arc, cell) => {
    if (arc >= 0 && boneOf[cell] < 0) cells.push(cell);
  });
  const axis = longestAxis(grid, cells, middle);
  let [least, most] = [0, 0];
  for (const cell of cells) {
    const at = cellCentre(grid, cell);
    const along = (at[0] - middle[0]) * axis[0] + (at[1] - middle[1]) * axis[1] + (at[2] - middle[2]) * axis[2];
    [least, most] = [Math.min(least, along), Math.max(most, along)];
  }
  const end = (along: number): [number, number, number] => [
    middle[0] + along * axis[0],
    middle[1] + along * axis[1],
    middle[2] + along * axis[2],
  ];
  const radius = Math.sqrt((cells.length * grid.cell ** 3) / (most - least + grid.cell) / Math.PI);
  const isJointed = { from: false, to: false };
  const [from, to] = [end(0.8 * least), end(0.8 * most)];
  return { arc: tree.core, index: 0, parent: -1, from, to, cells, isJointed, radius };
}

/** Direction in which cells spread most, upwards: some steps of the power method on their covariance. */
function longestAxis(grid: SolidGrid, cells: readonly number[], middle: Point): [number, number, number] {
  let axis: [number, number, number] = [0.1, 1, 0.1];
  const every = Math.ceil(cells.length / 6000);
  const points = cells.filter((_, n) => n % every === 0).map((cell) => cellCentre(grid, cell));
  for (let n = 0; n < 12; n++) {
    const next: [number, number, number] = [0, 0, 0];
    for (const [x, y, z] of points) {
      const [dx, dy, dz] = [x - middle[0], y - middle[1], z - middle[2]];
      const along = dx * axis[0] + dy * axis[1] + dz * axis[2];
      next[0] += along * dx;
      next[1] += along * dy;
      next[2] += along * dz;
    }
    const length = Math.hypot(...next) || 1;
    axis = [next[0] / length, next[1] / length, next[2] / length];
  }
  const sign = axis[1] < 0 ? -1 : 1;
  return [sign * axis[0], sign * axis[1], sign * axis[2]];
}
