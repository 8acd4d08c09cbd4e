import { cellCentre, distanceToLine, waysFromLine } from '@leib/formats/volume';
import type { PartShape } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PuppetVolume } from '../volume/puppetVolume.js';
import type { PartReach } from './reachShape.js';

/** Ways from cell to cell are longer than straight ones by up to this factor, and by so many cells at their ends. */
const gridFactor = 1.25;
const gridCells = 2;

/**
 * Radii of places by ways inside the volume: each is multiplied by the way from the bone by the straight way, squared, as a
 * way round a corner leads to another limb. A place on the next finger is near through the air and far through the palm.
 * Places whose radius comes to `most` or more, or to which no way leads, are left out.
 */
export function keepInsideReach(
  mesh: PuppetMesh,
  { grid, placeCells }: PuppetVolume,
  shape: Extract<PartShape, { kind: 'bone' }>,
  { places, radii }: PartReach,
  most: number,
): PartReach {
  const ends = Float64Array.of(...shape.from, ...shape.to);
  const { straights, farthest } = straightWays(mesh, ends, { places, radii }, grid.cell, most);
  const distances = waysFromLine(grid, ends, farthest);
  const kept = { places: new Uint32Array(places.length), radii: new Float64Array(places.length) };
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const cell = placeCells[places[i]];
    let radius = radii[i];
    if (cell >= 0) {
      const at = places[i] * 3;
      const [x, y, z] = cellCentre(grid, cell);
      const [dx, dy, dz] = [mesh.positions[at] - x, mesh.positions[at + 1] - y, mesh.positions[at + 2] - z];
      const way = distances[cell] + Math.sqrt(dx * dx + dy * dy + dz * dz) - gridCells * grid.cell;
      radius *= Math.max(1, way / (gridFactor * straights[i])) ** 2;
    }
    if (!(radius < most)) continue;
    kept.places[count] = places[i];
    kept.radii[count++] = radius;
  }
  return { places: kept.places.slice(0, count), radii: kept.radii.slice(0, count) };
}

/** Straight ways from the bone, a cell at the least, and the longest way inside that keeps one of the places. */
function straightWays(mesh: PuppetMesh, ends: Float64Array, { places, radii }: PartReach, cell: number, most: number) {
  const straights = new Float64Array(places.length);
  let farthest = 0;
  for (let i = 0; i < places.length; i++) {
    const at = places[i] * 3;
    const [x, y, z] = [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
    straights[i] = Math.max(distanceToLine(ends, 0, x, y, z), cell);
    farthest = Math.max(farthest, gridFactor * straights[i] * Math.sqrt(most / radii[i]));
  }
  return { straights, farthest: farthest + (gridCells + 1) * cell };
}
