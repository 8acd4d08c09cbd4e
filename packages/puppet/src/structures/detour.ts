import { cellCentre, distanceToLine, labelCells } from '@leib/formats/volume';
import type { PartShape } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PuppetVolume } from '../volume/puppetVolume.js';
import { reachesOf } from './influence.js';

/** Ways from cell to cell are longer than straight ones by up to this factor, and by so many cells at their ends. */
const gridFactor = 1.25;
const gridCells = 2;

/**
 * How much farther a place counts than it lies: the way from the bone inside the volume by the straight way, squared, as a
 * way round a corner leads to another limb. 1 where nothing lies between, Infinity where no way leads. A place on the next finger is near through the air and far through the palm. null for
 * shapes that reach through the air.
 */
export function buildDetour(
  mesh: PuppetMesh,
  { grid, placeCells }: PuppetVolume,
  shape: PartShape,
): ((place: number) => number) | null {
  if (shape.kind === 'box' || shape.influence.throughAir) return null;
  const ends = Float64Array.of(...shape.from, ...shape.to);
  const farthest = 2 * gridFactor * Math.hypot(...reachesOf(shape)) + gridCells * grid.cell;
  const { distances } = labelCells(grid, ends, farthest);
  return (place) => {
    const cell = placeCells[place];
    if (cell < 0) return 1;
    const [x, y, z] = mesh.positions.subarray(place * 3, place * 3 + 3);
    const [cx, cy, cz] = cellCentre(grid, cell);
    const way = distances[cell] + Math.hypot(x - cx, y - cy, z - cz) - gridCells * grid.cell;
    const straight = Math.max(distanceToLine(ends, 0, x, y, z), grid.cell);
    return Math.max(1, way / (gridFactor * straight)) ** 2;
  };
}
