import type { PartShape } from '../file/puppetFile.js';
import { BOUND_PARTS, type PartBinding, WHOLE } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { buildPlaceBlocks, reachShape } from './reachShape.js';

/** Places that no part holds. */
const unboundColour = [0.55, 0.55, 0.55] as const;

/**
 * sRGB of a part, 0..1. Hues go round by the golden angle, so that neighbours in the list differ most, and lightness
 * changes every few parts, so that they also differ for eyes that tell red from green badly.
 */
export function partColour(part: number): [number, number, number] {
  const hue = (part * 137.50776 + 10) % 360;
  const lightness = [0.6, 0.42, 0.74][part % 3];
  const chroma = (1 - Math.abs(2 * lightness - 1)) * 0.75;
  const channel = (offset: number) => {
    const k = (hue / 60 + offset) % 6;
    return lightness - chroma / 2 + chroma * Math.min(1, Math.max(0, Math.min(k, 4 - k)));
  };
  return [channel(2), channel(0), channel(4)];
}

/** Colours that show which part holds what: sRGB 0..1 of each place, mixed by weight; grey where none does. */
export function bindingColours({ joints, weights }: PartBinding, partCount: number): Float32Array {
  const palette = new Float32Array((partCount + 1) * 3);
  palette.set(unboundColour);
  for (let part = 0; part < partCount; part++) palette.set(partColour(part), (part + 1) * 3);
  const colours = new Float32Array((joints.length / BOUND_PARTS) * 3);
  for (let slot = 0; slot < joints.length; slot++) {
    const place = Math.floor(slot / BOUND_PARTS);
    const weight = weights[slot];
    if (weight === 0) continue;
    const from = (joints[slot] <= partCount ? joints[slot] : WHOLE) * 3;
    for (let k = 0; k < 3; k++) colours[place * 3 + k] += weight * palette[from + k];
  }
  return colours;
}

/**
 * What a shape under the cursor would cut, for showing while it is dragged: 1 for each place inside, else 0. Through the
 * air: ways inside the volume are looked at when it is let go.
 */
export function previewCut({ positions, placeCount }: PuppetMesh, shape: PartShape): Uint8Array {
  const isCut = new Uint8Array(placeCount);
  reachShape(buildPlaceBlocks(positions), shape, 1, (place) => {
    isCut[place] = 1;
  });
  return isCut;
}
