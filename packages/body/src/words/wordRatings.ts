/** Names of the words, in the order in which they are shown. */
export const bodyWordIds = [
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
