import * as v from 'valibot';

/** A colour that can be chosen: its word, and sRGB as #rrggbb. */
export interface LookColour {
  readonly label: string;
  readonly hex: string;
}

/** Skin from light to dark. Lips, lids and cheeks are factors on it, so they follow. */
const skinTones = {
  porcelain: { label: 'Very light', hex: '#e3bca5' },
  light: { label: 'Light', hex: '#d3a489' },
  medium: { label: 'Medium', hex: '#c08c6b' },
  tan: { label: 'Tan', hex: '#a06f4e' },
  brown: { label: 'Brown', hex: '#7a5038' },
  deep: { label: 'Deep', hex: '#523527' },
} as const satisfies Record<string, LookColour>;

/** Hair and brows. */
const hairColours = {
  black: { label: 'Black', hex: '#1d1917' },
  dark: { label: 'Dark brown', hex: '#3b2d26' },
  brown: { label: 'Brown', hex: '#5f4431' },
  copper: { label: 'Copper', hex: '#86492a' },
  blond: { label: 'Blond', hex: '#b08a55' },
  grey: { label: 'Grey', hex: '#8b8884' },
  white: { label: 'White', hex: '#cfccc6' },
} as const satisfies Record<string, LookColour>;

/** Top, trousers and shoes. */
const clothColours = {
  petrol: { label: 'Petrol', hex: '#4f7f86' },
  blue: { label: 'Blue', hex: '#486a9e' },
  green: { label: 'Green', hex: '#5f7d55' },
  red: { label: 'Brick red', hex: '#a34d42' },
  ochre: { label: 'Ochre', hex: '#bb8a3c' },
  plum: { label: 'Plum', hex: '#744f74' },
  sand: { label: 'Sand', hex: '#bba98c' },
  white: { label: 'Off-white', hex: '#d3cec4' },
  grey: { label: 'Grey', hex: '#787d82' },
  charcoal: { label: 'Charcoal', hex: '#3a4148' },
} as const satisfies Record<string, LookColour>;

/** Hair that can be chosen; `none` shows the scalp. */
const hairStyles = {
  none: { label: 'None' },
  cropped: { label: 'Cropped' },
  short: { label: 'Short' },
  long: { label: 'Long' },
} as const satisfies Record<string, { readonly label: string }>;

type ClothColour = keyof typeof clothColours;

/** What can be chosen, and what a file may name. */
export const lookChoices = {
  /** Ages that the face can show, years. Measures and skeleton do not depend on it. */
  age: { youngest: 18, oldest: 90 },
  skin: skinTones,
  hair: hairStyles,
  hairColour: hairColours,
  cloth: clothColours,
} as const;

/** What a dressed body looks like; its shape is the betas' part. */
export interface BodyLooks {
  /** Years, from the youngest to the oldest of lookChoices. */
  readonly age: number;
  readonly skin: keyof typeof skinTones;
  readonly hair: keyof typeof hairStyles;
  readonly hairColour: keyof typeof hairColours;
  readonly top: ClothColour;
  readonly trousers: ClothColour;
  readonly shoes: ClothColour;
}

/** The looks of the default person. */
export const defaultLooks: BodyLooks = {
  age: 30,
  skin: 'light',
  hair: 'short',
  hairColour: 'dark',
  top: 'petrol',
  trousers: 'charcoal',
  shoes: 'white',
};

const nameOf = <Names extends Record<string, unknown>>(names: Names) =>
  v.picklist(Object.keys(names) as (keyof Names & string)[]);

/** Looks that come from a file, a link or the browser's store. */
export const bodyLooksSchema = v.object({
  age: v.pipe(v.number(), v.minValue(lookChoices.age.youngest), v.maxValue(lookChoices.age.oldest)),
  skin: nameOf(skinTones),
  hair: nameOf(hairStyles),
  hairColour: nameOf(hairColours),
  top: nameOf(clothColours),
  trousers: nameOf(clothColours),
  shoes: nameOf(clothColours),
});
