import {
  BOUND_PARTS,
  bindingColours,
  fingerNames,
  type PuppetModel,
  type PuppetPart,
  previewCut,
  partColour as srgbOfPart,
} from '@leib/puppet';
import { Color, SRGBColorSpace } from 'three';

/** Colour of a part, the same in all views. */
export function partColour(part: number): Color {
  return new Color().setRGB(...srgbOfPart(part), SRGBColorSpace);
}

/** Each place in the mixed colours of the parts that hold it, sRGB 0..1. */
export function placeColoursOf({ binding, file }: PuppetModel): Float32Array {
  return bindingColours(binding, file.parts.length);
}

/** Of each finger, thumb first: bars, curves and cells of the matrix. */
export const fingerColours = ['#e8a33d', '#4ccbb5', '#6aa7f0', '#c98be8', '#ef7f8f'] as const;

export function fingerColour(finger: (typeof fingerNames)[number]): string {
  return fingerColours[fingerNames.indexOf(finger)];
}

const SELECTED = [1, 0.7, 0.33] as const;
/** What is not selected goes this far to grey. */
const FADE = 0.55;
const GREY = 0.72;

/**
 * Which part holds what, as sRGB of every place. With a selected part the others fade; with a shape that is being edited,
 * what it would cut stands out.
 */
export function cutColours(model: PuppetModel, selected: number, edited: PuppetPart['shape'] | null): Float32Array {
  const colours = placeColoursOf(model);
  if (selected < 0 && !edited) return colours;
  const { joints, weights } = model.binding;
  const isCut = edited && previewCut(model.mesh, edited);
  for (let place = 0; place < model.mesh.placeCount; place++) {
    let share = 0;
    if (isCut) share = isCut[place];
    else
      for (let i = place * BOUND_PARTS; i < (place + 1) * BOUND_PARTS; i++)
        if (joints[i] === selected + 1) share += weights[i];
    for (let k = 0; k < 3; k++) {
      const faded = colours[place * 3 + k] * (1 - FADE) + GREY * FADE;
      colours[place * 3 + k] = faded * (1 - share) + SELECTED[k] * share;
    }
  }
  return colours;
}

/** How many places no part holds: they go with the whole puppet. */
export function countUnheld({ binding, mesh }: Pick<PuppetModel, 'binding' | 'mesh'>): number {
  let count = 0;
  for (let place = 0; place < mesh.placeCount; place++) if (binding.joints[place * BOUND_PARTS] === 0) count++;
  return count;
}

/** Colour of a region, for surface and panel. */
export function regionColour(region: number): string {
  return partColour(region * 2 + 1).getStyle();
}

/** Every place in the colour of its region, sRGB. */
export function regionColours(regions: Uint8Array): Float32Array {
  const palette = new Map<number, readonly [number, number, number]>();
  const colourOf = (region: number) => {
    const { r, g, b } = partColour(region * 2 + 1).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return [r, g, b] as const;
  };
  const out = new Float32Array(regions.length * 3);
  regions.forEach((region, place) => {
    const colour = palette.get(region) ?? colourOf(region);
    palette.set(region, colour);
    out.set(colour, place * 3);
  });
  return out;
}
