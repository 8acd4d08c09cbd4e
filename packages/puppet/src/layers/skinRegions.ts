import { InputError } from '@leib/core';
import type { PuppetPart, SkinRegion, SkinSettings } from '../file/puppetFile.js';
import { BOUND_PARTS, type PartBinding } from '../model/partBinding.js';

/** Where a file has no region. */
export const defaultRegion: SkinRegion = { name: 'skin', stiffness: 0.6, damping: 0.15, mass: 1, maxDistance: 0.05 };

/** What the regions say at each place. placeCount entries each. */
export interface PlaceRegions {
  readonly stiffness: Float64Array;
  readonly damping: Float64Array;
  readonly mass: Float64Array;
  readonly maxDistance: Float64Array;
}

/** Regions as they are painted; where nothing is painted each place has the blend of its parts' regions. */
export function spreadRegions(
  { regions, paint }: Pick<SkinSettings, 'regions' | 'paint'>,
  parts: readonly PuppetPart[],
  binding: PartBinding,
): PlaceRegions {
  const known = regions.length > 0 ? regions : [defaultRegion];
  const placeCount = binding.weights.length / BOUND_PARTS;
  const create = () => new Float64Array(placeCount);
  const out = { stiffness: create(), damping: create(), mass: create(), maxDistance: create() };
  const add = (place: number, region: SkinRegion, weight: number) => {
    out.stiffness[place] += weight * region.stiffness;
    out.damping[place] += weight * region.damping;
    out.mass[place] += weight * region.mass;
    out.maxDistance[place] += weight * region.maxDistance;
  };
  if (paint !== null) {
    const painted = decodePaint(paint, placeCount, known.length);
    painted.forEach((region, place) => {
      add(place, known[region], 1);
    });
    return out;
  }
  const ofPart = parts.map(({ region }) => known.find(({ name }) => name === region) ?? known[0]);
  for (let place = 0; place < placeCount; place++) {
    const entries = [0, 1, 2, 3].map((k) => place * BOUND_PARTS + k);
    // Weights are of single precision: a sum that is not quite 1 must not make a rigid place stiffer than rigid.
    const sum = entries.reduce((total, entry) => total + binding.weights[entry], 0);
    for (const entry of entries) {
      const joint = binding.joints[entry];
      add(place, joint === 0 ? known[0] : ofPart[joint - 1], binding.weights[entry] / sum);
    }
  }
  return out;
}

/** One byte per place. A region that is not in the list is the first. */
function decodePaint(paint: NonNullable<SkinSettings['paint']>, placeCount: number, regionCount: number): Uint8Array {
  if (paint.placeCount !== placeCount) {
    throw new InputError(
      'skin.paint',
      `expected ${placeCount} places as the mesh has, got ${paint.placeCount}; paint the skin again`,
    );
  }
  const bytes = Uint8Array.from(atob(paint.regions), (character) => character.charCodeAt(0));
  if (bytes.length !== placeCount) {
    throw new InputError('skin.paint.regions', `expected ${placeCount} bytes, got ${bytes.length}`);
  }
  return bytes.map((region) => (region < regionCount ? region : 0));
}
