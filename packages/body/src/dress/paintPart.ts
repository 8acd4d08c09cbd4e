import { type BodyLooks, clothColours, hairColours, skinTones } from './bodyLooks.js';
import type { PartMaterial } from './bodyParts.js';

/** Colour and finish of a part. */
export interface PaintedPart {
  /** Linear red, green, blue. */
  readonly colour: readonly [number, number, number];
  readonly roughness: number;
}

const roughness: Readonly<Record<PartMaterial, number>> = {
  skin: 0.62,
  top: 0.85,
  trousers: 0.88,
  shoes: 0.8,
  sole: 0.75,
  hair: 0.6,
  brows: 0.9,
  eye: 0.25,
};

const SOLE = '#f6f5f2';
/** Brows are thin and in the shade of the forehead: skin shows through, and light hair looks darker there. */
const BROW_SKIN = 0.15;
const BROW_SHADE = 0.55;

export function paintPart(material: PartMaterial, looks: BodyLooks): PaintedPart {
  return { colour: colourOf(material, looks), roughness: roughness[material] };
}

function colourOf(material: PartMaterial, looks: BodyLooks): [number, number, number] {
  switch (material) {
    case 'skin':
      return linear(skinTones[looks.skin].hex);
    case 'hair':
      return linear(hairColours[looks.hairColour].hex);
    case 'brows': {
      const skin = linear(skinTones[looks.skin].hex);
      const hair = linear(hairColours[looks.hairColour].hex);
      // Dark hair keeps its colour.
      const shade = 1 - BROW_SHADE * Math.min(1, 4 * hair[1]);
      const mixed = (k: number) => shade * hair[k] + BROW_SKIN * (skin[k] - shade * hair[k]);
      return [mixed(0), mixed(1), mixed(2)];
    }
    case 'top':
    case 'trousers':
    case 'shoes':
      return linear(clothColours[looks[material]].hex);
    case 'sole':
      return linear(SOLE);
    case 'eye':
      return [1, 1, 1];
  }
}

/** sRGB #rrggbb -> linear light. */
export function linear(hex: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
