import { cellCentre, distanceToLine, waysFromLine } from '@leib/formats/volume';
import type { PartShape } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PuppetVolume } from '../volume/puppetVolume.js';
import { boundsOfField, buildReachField, radiusAt } from './influence.js';
import { fadeOutside } from './shareWeights.js';

/** Places that follow each other in a file are mostly near each other: a block of them is looked at, or left out, at once. */
const blockSize = 64;

/** Places of a mesh in blocks, with the bounds of each. */
interface PlaceBlocks {
  readonly positions: Float64Array;
  /** Least and greatest corner. blockCount x 6. */
  readonly bounds: Float64Array;
}

/** Places that a part reaches, in the mesh's order, and how far out each lies as a share of its reach. */
export interface PartReach {
  readonly places: Uint32Array;
  readonly radii: Float64Array;
}

export function buildPlaceBlocks(positions: Float64Array): PlaceBlocks {
  const placeCount = positions.length / 3;
  const bounds = new Float64Array(Math.ceil(placeCount / blockSize) * 6);
  for (let block = 0; block * 6 < bounds.length; block++) {
    const end = Math.min((block + 1) * blockSize, placeCount) * 3;
    for (let k = 0; k < 3; k++) {
      let [least, greatest] = [Infinity, -Infinity];
      for (let at = block * blockSize * 3 + k; at < end; at += 3) {
        if (positions[at] < least) least = positions[at];
        if (positions[at] > greatest) greatest = positions[at];
      }
      bounds[block * 6 + k] = least;
      bounds[block * 6 + 3 + k] = greatest;
    }
  }
  return { positions, bounds };
}

/** Calls back with every place whose radius in a shape is below `most`. */
export function reachShape(
  { positions, bounds }: PlaceBlocks,
  shape: PartShape,
  most: number,
  found: (place: number, radius: number) => void,
): void {
  const field = buildReachField(shape);
  const [lowX, lowY, lowZ, highX, highY, highZ] = boundsOfField(field, most);
  const placeCount = positions.length / 3;
  for (let block = 0, b = 0; b < bounds.length; block++, b += 6) {
    if (bounds[b] > highX || bounds[b + 1] > highY || bounds[b + 2] > highZ) continue;
    if (bounds[b + 3] < lowX || bounds[b + 4] < lowY || bounds[b + 5] < lowZ) continue;
    const end = Math.min((block + 1) * blockSize, placeCount);
    for (let place = block * blockSize; place < end; place++) {
      const radius = radiusAt(field, positions[place * 3], positions[place * 3 + 1], positions[place * 3 + 2]);
      if (radius < most) found(place, radius);
    }
  }
}

/** @param volume for bones that do not reach through the air */
export function reachPart(
  mesh: PuppetMesh,
  blocks: PlaceBlocks,
  shape: PartShape,
  volume: PuppetVolume | null,
): PartReach {
  const most = 1 + fadeOutside;
  const places = new Uint32Array(mesh.placeCount);
  const radii = new Float64Array(mesh.placeCount);
  let count = 0;
  reachShape(blocks, shape, most, (place, radius) => {
    places[count] = place;
    radii[count++] = radius;
  });
  const reach = { places: places.slice(0, count), radii: radii.slice(0, count) };
  if (volume === null || shape.kind === 'box' || shape.influence.throughAir) return reach;
  return keepInsideReach(mesh, volume, shape, reach, most);
}

/** Ways from cell to cell are longer than straight ones by up to this factor, and by so many cells at their ends. */
const gridFactor = 1.25;
const gridCells = 2;

/**
 * Radii of places by ways inside the volume: each is multiplied by the way from the bone by the straight way, squared, as a
 * way round a corner leads to another limb. A place on the next finger is near through the air and far through the palm.
 * Places whose radius comes to `most` or more, or to which no way leads, are left out.
 */
function keepInsideReach(
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
