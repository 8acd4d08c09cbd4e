/** Names of the figures in the order in which the motion goes through them. */
export const figureNames = ['bodies', 'joints', 'skeleton', 'agent'] as const;
export type FigureName = (typeof figureNames)[number];

/** Distance between neighbours in the row, metres. */
export const APART = 1.15;
/** In a picture that is this many times as wide as high, or less, they stand this close. */
const UPRIGHT = 0.6;
const CLOSE = 0.82;
/** A person may walk this far from the middle of their place before the place goes along, metres. */
const LEASH = 0.55;

/** Where the figures stand on the stage, and where the person is in the tracked space. */
export interface FigurePlaces {
  /** Of each figure, by figureNames. */
  readonly x: Float64Array;
  /** The middle of the person's way, in the tracked space: it is drawn at the figure's place. */
  readonly middle: { x: number; z: number };
}

export function createFigurePlaces(): FigurePlaces {
  return { x: new Float64Array(figureNames.length), middle: { x: 0, z: 0 } };
}

/** Moves the figures towards where the arrangement has them: `apart` metres from each other, the others `extra` farther from the agent. */
export function stepFigurePlaces(
  { x }: FigurePlaces,
  arrangement: 'side' | 'over',
  { apart, extra }: { readonly apart: number; readonly extra: number },
  share: number,
): void {
  for (let i = 0; i < x.length; i++) {
    const goal = arrangement === 'over' ? 0 : (i - (x.length - 1) / 2) * apart - (i === x.length - 1 ? 0 : extra);
    x[i] += (goal - x[i]) * share;
  }
}

/** Distance between neighbours, metres: they move closer in a picture that is higher than wide, and are drawn larger. */
export function apartIn({ width, height }: { readonly width: number; readonly height: number }): number {
  const share = Math.min(1, Math.max(0, width / Math.max(1, height) - UPRIGHT) / (1 - UPRIGHT));
  return CLOSE + share * (APART - CLOSE);
}

/** Lets the person walk within the leash; beyond it, the middle is drawn along. */
export function followPerson({ middle }: FigurePlaces, personX: number, personZ: number): void {
  const [awayX, awayZ] = [personX - middle.x, personZ - middle.z];
  const distance = Math.hypot(awayX, awayZ);
  if (!(distance > LEASH)) return;
  const share = 1 - LEASH / distance;
  middle.x += awayX * share;
  middle.z += awayZ * share;
}
