import { createColumnIndex, type GroundGrid } from '@leib/formats/scan';
import type { Ground, GroundHit, GroundSphere, SphereContact } from './ground.js';

/** Ground that is touched from just below still counts, metres: feet stand on what they stood on a frame ago. */
const TOLERANCE = 1e-3;
/** Steeper than this, metres per metre, is a step or a wall between two columns, not a slope. */
const STEEPEST = 1;
/** How far around a column without points its neighbours stand in for it, columns. */
const HOLE = 2;

/** Tops of columns, each the highest that is not above a height; -Infinity where there is none. */
function createTops(grid: GroundGrid) {
  const { cell, heightStep, heightBase, runs, starts } = grid;
  const indexOf = createColumnIndex(grid);
  const heightOf = (run: number) => heightBase + runs[run] * heightStep;
  /** The highest top of a column that is not above a height; -Infinity where there is none. */
  const topOf = (x: number, z: number, below: number): number => {
    const column = indexOf(x, z);
    if (column < 0) return Number.NEGATIVE_INFINITY;
    for (let run = starts[column + 1] - 1; run > starts[column]; run -= 2) {
      const height = heightOf(run);
      if (height <= below) return height;
    }
    return Number.NEGATIVE_INFINITY;
  };
  const isEmpty = (x: number, z: number) => {
    const column = indexOf(x, z);
    return column < 0 || starts[column + 1] === starts[column];
  };
  /** The same, where a hole among columns has what is around it: of the nearest ring that has anything. */
  const filledTopOf = (x: number, z: number, below: number): number => {
    if (!isEmpty(x, z)) return topOf(x, z, below);
    for (let ring = 1; ring <= HOLE; ring++) {
      let best = Number.NEGATIVE_INFINITY;
      for (let dz = -ring; dz <= ring; dz++) {
        const isEdge = Math.abs(dz) === ring;
        for (let dx = -ring; dx <= ring; dx += isEdge ? 1 : ring * 2)
          best = Math.max(best, topOf(x + dx, z + dz, below));
      }
      if (best > Number.NEGATIVE_INFINITY) return best;
    }
    return Number.NEGATIVE_INFINITY;
  };
  /** The top of a neighbour of a column; what is a step away counts as the column's own, so that steps keep their edges. */
  const nearTopOf = (x: number, z: number, below: number, here: number): number => {
    const height = topOf(x, z, below);
    return Math.abs(height - here) <= STEEPEST * cell ? height : here;
  };
  return { indexOf, filledTopOf, nearTopOf };
}

/** What a scan of points has to stand on, and what is in the way: its columns as ground. Scan space, metres, Y up. */
export function createGridGround(grid: GroundGrid): Ground {
  const { cell, originX, originZ, heightStep, heightBase, runs, starts } = grid;
  const heightOf = (run: number) => heightBase + runs[run] * heightStep;
  const { indexOf, filledTopOf, nearTopOf } = createTops(grid);
  return {
    query(x, z, belowY, out) {
      const atX = (x - originX) / cell;
      const atZ = (z - originZ) / cell;
      const columnX = Math.floor(atX);
      const columnZ = Math.floor(atZ);
      const below = belowY + TOLERANCE;
      const here = filledTopOf(columnX, columnZ, below);
      if (here === Number.NEGATIVE_INFINITY) return false;
      // Between the middles of four columns.
      const sideX = columnX + (atX - columnX < 0.5 ? -1 : 1);
      const sideZ = columnZ + (atZ - columnZ < 0.5 ? -1 : 1);
      const alongX = nearTopOf(sideX, columnZ, below, here);
      const alongZ = nearTopOf(columnX, sideZ, below, here);
      const across = nearTopOf(sideX, sideZ, below, here);
      const shareX = Math.abs(atX - columnX - 0.5);
      const shareZ = Math.abs(atZ - columnZ - 0.5);
      const first = here + (alongX - here) * shareX;
      const second = alongZ + (across - alongZ) * shareX;
      out.height = Math.min(first + (second - first) * shareZ, below);
      const riseX = nearTopOf(columnX + 1, columnZ, below, here) - nearTopOf(columnX - 1, columnZ, below, here);
      const riseZ = nearTopOf(columnX, columnZ + 1, below, here) - nearTopOf(columnX, columnZ - 1, below, here);
      writeNormal(out, riseX / (2 * cell), riseZ / (2 * cell));
      return true;
    },
    sphereContact(sphere, out) {
      const { centre, radius, stepY } = sphere;
      out.depth = 0;
      const fromX = Math.floor((centre[0] - radius - originX) / cell);
      const toX = Math.floor((centre[0] + radius - originX) / cell);
      const fromZ = Math.floor((centre[2] - radius - originZ) / cell);
      const toZ = Math.floor((centre[2] + radius - originZ) / cell);
      for (let z = fromZ; z <= toZ; z++) {
        for (let x = fromX; x <= toX; x++) {
          const column = indexOf(x, z);
          if (column < 0 || !isInWay(column, stepY, centre[1] + radius)) continue;
          touchColumn(sphere, originX + x * cell, originZ + z * cell, cell, out);
        }
      }
      return out.depth > 0;
    },
  };

  function isInWay(column: number, low: number, high: number): boolean {
    for (let run = starts[column]; run < starts[column + 1]; run += 2)
      if (heightOf(run + 1) > low && heightOf(run) < high) return true;
    return false;
  }
}

function writeNormal({ normal }: GroundHit, slopeX: number, slopeZ: number): void {
  const length = Math.sqrt(slopeX * slopeX + 1 + slopeZ * slopeZ);
  normal[0] = -slopeX / length;
  normal[1] = 1 / length;
  normal[2] = -slopeZ / length;
}

/** Where a circle around the sphere's middle is in the square of a column, deeper than what was found. */
function touchColumn(
  { centre, radius }: GroundSphere,
  minX: number,
  minZ: number,
  cell: number,
  out: SphereContact,
): void {
  const dx = centre[0] - Math.min(Math.max(centre[0], minX), minX + cell);
  const dz = centre[2] - Math.min(Math.max(centre[2], minZ), minZ + cell);
  const distance = Math.sqrt(dx * dx + dz * dz);
  if (distance >= radius) return;
  // In the column itself, the way out is to its nearest side.
  const [fromX, fromZ] = [centre[0] - minX - cell / 2, centre[2] - minZ - cell / 2];
  const isAlongX = Math.abs(fromX) > Math.abs(fromZ);
  const inside = cell / 2 - Math.max(Math.abs(fromX), Math.abs(fromZ));
  const depth = distance > 0 ? radius - distance : radius + inside;
  if (depth <= out.depth) return;
  out.depth = depth;
  out.normal[0] = distance > 0 ? dx / distance : isAlongX ? Math.sign(fromX) : 0;
  out.normal[1] = 0;
  out.normal[2] = distance > 0 ? dz / distance : isAlongX ? 0 : Math.sign(fromZ) || 1;
}
