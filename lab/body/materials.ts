/** A glTF material, without its name. */
export interface Material {
  readonly pbrMetallicRoughness: {
    /** Linear RGB and opacity. */
    readonly baseColorFactor: readonly [number, number, number, number];
    readonly metallicFactor: number;
    readonly roughnessFactor: number;
  };
  readonly doubleSided?: boolean;
}

/** sRGB as designers write it -> the linear factors of glTF. */
function matte(hex: string, roughness: number): Material {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return Math.round(light * 10000) / 10000;
  });
  return {
    pbrMetallicRoughness: {
      baseColorFactor: [linear[0], linear[1], linear[2], 1],
      metallicFactor: 0,
      roughnessFactor: roughness,
    },
  };
}

export const materials = {
  skin: matte('#c99a7e', 0.62),
  top: matte('#4f7f86', 0.85),
  trousers: matte('#3a4148', 0.88),
  shoes: matte('#d3cec4', 0.8),
  sole: matte('#f6f5f2', 0.75),
  hair: matte('#3b2d26', 0.6),
  brows: matte('#4d3a2f', 0.9),
  eye: matte('#ffffff', 0.25),
} as const satisfies Record<string, Material>;

export type MaterialName = keyof typeof materials;
