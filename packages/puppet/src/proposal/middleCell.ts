import { type SolidGrid, waysFrom } from '@leib/formats/volume';

/**
 * The middle of a volume: deep inside, and about as far from one end of the longest way through it as from the other. Where
 * limbs meet, and not in a large head.
 */
export function findMiddleCell(grid: SolidGrid): number {
  const first = waysFrom(grid, grid.inside.indexOf(1)).farthest(() => true);
  const fromOne = waysFrom(grid, first);
  const fromOther = waysFrom(
    grid,
    fromOne.farthest(() => true),
  );
  const depths = cellDepths(grid);
  let best = first;
  let bestScore = -Infinity;
  for (let cell = 0; cell < depths.length; cell++) {
    if (grid.inside[cell] === 0) continue;
    const score = depths[cell] * grid.cell - Math.max(fromOne.distances[cell], fromOther.distances[cell]);
    if (score <= bestScore) continue;
    best = cell;
    bestScore = score;
  }
  return best;
}

/** Steps from each inside cell to the nearest air. */
function cellDepths({ counts: [nx, ny], inside }: SolidGrid): Int32Array {
  const depths = new Int32Array(inside.length);
  const strides = [1, -1, nx, -nx, nx * ny, -nx * ny];
  const queue = new Uint32Array(inside.length);
  let end = 0;
  inside.forEach((isInside, cell) => {
    if (isInside === 0 || !strides.some((stride) => inside[cell + stride] === 0)) return;
    depths[cell] = 1;
    queue[end++] = cell;
  });
  for (let at = 0; at < end; at++) {
    for (const stride of strides) {
      const other = queue[at] + stride;
      if (inside[other] === 0 || depths[other] > 0) continue;
      depths[other] = depths[queue[at]] + 1;
      queue[end++] = other;
    }
  }
  return depths;
}
