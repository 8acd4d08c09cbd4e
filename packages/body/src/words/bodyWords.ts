import type { MeasureName } from '../measure/measureNames.js';

/** Names of the words, in the order in which they are shown. */
const bodyWordIds = [
  'tall',
  'petite',
  'lanky',
  'stocky',
  'heavy',
  'slim',
  'longLegs',
  'longArms',
  'highWaist',
  'broadShoulders',
  'bigChest',
  'roundBelly',
  'wideHips',
  'strongThighs',
  'slenderAnkles',
  'hourglass',
  'pearShaped',
  'vShaped',
] as const;
export type BodyWordId = (typeof bodyWordIds)[number];

/** Ratings of words, -2 (not at all) to 2 (very); 0 is as most people are. Words without a rating have no effect. */
export type WordRatings = { readonly [Id in BodyWordId]?: number };

/** Largest rating, in standard deviations of what the word says about people. */
export const STRONGEST_RATING = 2;

/** The people that a word compares with: all of the same sex, or those of them with the same stature, or stature and weight. */
export type WordPeers = 'all' | 'sameStature' | 'sameStatureAndWeight';

/** A word for bodies and the direction that it stands for. */
export interface BodyWord {
  readonly id: BodyWordId;
  readonly label: string;
  /** What a high rating means, for help texts. */
  readonly meaning: string;
  /** Weights of the measures, each in standard deviations; only measures of take 1. */
  readonly weights: { readonly [Name in MeasureName]?: number };
  readonly peers: WordPeers;
}

type Definition = Omit<BodyWord, 'id'>;

/**
 * Our own words and weights: a statement of what we mean by each word, not a survey of raters as in Streuber et al., "Body
 * Talk: crowdshaping realistic 3D avatars with words", 2016. How measures go together is ANSUR II's.
 */
const definitions: Readonly<Record<BodyWordId, Definition>> = {
  tall: { label: 'Tall', meaning: 'taller than most', weights: { stature: 1 }, peers: 'all' },
  petite: {
    label: 'Petite',
    meaning: 'short, light and narrow',
    weights: { stature: -1, weight: -1, shoulderBreadth: -0.5 },
    peers: 'all',
  },
  lanky: {
    label: 'Lanky',
    meaning: 'light, with long arms and legs',
    weights: { weight: -1, crotchHeight: 1, armLength: 1 },
    peers: 'all',
  },
  stocky: { label: 'Stocky', meaning: 'heavy and short', weights: { weight: 1, stature: -1 }, peers: 'all' },
  heavy: { label: 'Heavy', meaning: 'heavy for the height', weights: { weight: 1 }, peers: 'sameStature' },
  slim: {
    label: 'Slim',
    meaning: 'narrow waist, hips and thighs for the height',
    weights: { waist: -1, hip: -1, thigh: -1 },
    peers: 'sameStature',
  },
  longLegs: {
    label: 'Long legs',
    meaning: 'long legs for the height',
    weights: { crotchHeight: 1 },
    peers: 'sameStature',
  },
  longArms: {
    label: 'Long arms',
    meaning: 'long arms for the height',
    weights: { armLength: 1 },
    peers: 'sameStature',
  },
  highWaist: {
    label: 'High waist',
    meaning: 'a high navel for the height',
    weights: { waistHeight: 1 },
    peers: 'sameStature',
  },
  broadShoulders: {
    label: 'Broad shoulders',
    meaning: 'wide shoulders for height and weight',
    weights: { shoulderBreadth: 1 },
    peers: 'sameStatureAndWeight',
  },
  bigChest: {
    label: 'Big chest',
    meaning: 'a wide chest for height and weight',
    weights: { chest: 1 },
    peers: 'sameStatureAndWeight',
  },
  roundBelly: {
    label: 'Round belly',
    meaning: 'a wide waist for height and weight',
    weights: { waist: 1 },
    peers: 'sameStatureAndWeight',
  },
  wideHips: {
    label: 'Wide hips',
    meaning: 'wide hips for height and weight',
    weights: { hip: 1 },
    peers: 'sameStatureAndWeight',
  },
  strongThighs: {
    label: 'Strong thighs',
    meaning: 'wide thighs for height and weight',
    weights: { thigh: 1 },
    peers: 'sameStatureAndWeight',
  },
  slenderAnkles: {
    label: 'Slender ankles',
    meaning: 'narrow ankles for height and weight',
    weights: { ankle: -1 },
    peers: 'sameStatureAndWeight',
  },
  hourglass: {
    label: 'Hourglass',
    meaning: 'a waist that is narrow against chest and hips',
    weights: { chest: 0.5, hip: 0.5, waist: -1 },
    peers: 'sameStatureAndWeight',
  },
  pearShaped: {
    label: 'Pear-shaped',
    meaning: 'hips and thighs wide against chest and shoulders',
    weights: { hip: 1, thigh: 1, chest: -1, shoulderBreadth: -1 },
    peers: 'sameStatureAndWeight',
  },
  vShaped: {
    label: 'V-shaped',
    meaning: 'shoulders and chest wide against the waist',
    weights: { shoulderBreadth: 1, chest: 1, waist: -1 },
    peers: 'sameStatureAndWeight',
  },
};

export const bodyWords: readonly BodyWord[] = bodyWordIds.map((id) => ({ id, ...definitions[id] }));
