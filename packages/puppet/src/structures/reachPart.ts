import type { PartShape } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import type { PuppetVolume } from '../volume/puppetVolume.js';
import { keepInsideReach } from './detour.js';
import { type PartReach, type PlaceBlocks, reachShape } from './reachShape.js';
import { fadeOutside } from './shareWeights.js';

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
