import { bindingColours, type PuppetModel, partColour as srgbOfPart } from '@leib/puppet';
import { Color, SRGBColorSpace } from 'three';

/** Colour of a part, the same in all views. */
export function partColour(part: number): Color {
  return new Color().setRGB(...srgbOfPart(part), SRGBColorSpace);
}

/** Each place in the mixed colours of the parts that hold it, sRGB 0..1. */
export function placeColoursOf({ binding, file }: PuppetModel): Float32Array {
  return bindingColours(binding, file.parts.length);
}
