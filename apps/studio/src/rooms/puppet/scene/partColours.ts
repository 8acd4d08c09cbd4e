import { BOUND_PARTS, type PuppetModel } from '@leib/puppet';
import { Color, SRGBColorSpace } from 'three';

/** Hues of neighbouring parts lie far apart: each is a golden angle further. */
const GOLDEN = 0.381966;

/** Colour of a part, the same in all views; -1 is the whole puppet. */
export function partColour(part: number): Color {
  if (part < 0) return new Color('#8d949e');
  return new Color().setHSL((0.46 + part * GOLDEN) % 1, 0.58, part % 2 === 0 ? 0.55 : 0.68);
}

/** Each place in the mixed colours of the parts that hold it, sRGB 0..1. */
export function placeColoursOf({ binding, mesh, file }: PuppetModel): Float32Array {
  const colours = [-1, ...file.parts.keys()].map((part) => {
    const { r, g, b } = partColour(part).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    return [r, g, b] as const;
  });
  const out = new Float32Array(mesh.placeCount * 3);
  for (let place = 0; place < mesh.placeCount; place++) {
    for (let i = place * BOUND_PARTS; i < (place + 1) * BOUND_PARTS; i++) {
      const colour = colours[binding.joints[i]];
      for (let k = 0; k < 3; k++) out[place * 3 + k] += colour[k] * binding.weights[i];
    }
  }
  return out;
}
