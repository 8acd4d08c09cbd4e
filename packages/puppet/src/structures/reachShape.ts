import type { PartShape } from '../file/puppetFile.js';
import { boundsOfField, buildReachField, radiusAt } from './influence.js';

/** Places that follow each other in a file are mostly near each other: a block of them is looked at, or left out, at once. */
const blockSize = 64;

/** Places of a mesh in blocks, with the bounds of each. */
export interface PlaceBlocks {
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
