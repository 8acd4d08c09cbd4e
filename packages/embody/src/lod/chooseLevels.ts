/** How many avatars are worked out in how much detail. Distances are from the viewer, metres. */
export interface LodSettings {
  /** Nearer than this an avatar is worked out in full, every frame, fingers included... */
  readonly fullDistance: number;
  /** ...and nearer than this in full but seldom, without fingers, and interpolated; beyond, as far as its targets say. */
  readonly reducedDistance: number;
  /** A level is left only when the distance is beyond its border by this part of it: no avatar flickers on a border. */
  readonly margin: number;
  /** How often a reduced avatar is worked out, times a second. */
  readonly reducedHz: number;
  /** A new level is shown by degrees over this long. */
  readonly blendSeconds: number;
  /** All avatars together may take this long per frame, microseconds. Where they would not, both borders come nearer. */
  readonly budgetMicros: number;
  /** Borders go out again only where the budget would not be used beyond this part. */
  readonly budgetPart: number;
  /** Levels are chosen anew this often. */
  readonly chooseSeconds: number;
}

export const defaultLodSettings: LodSettings = {
  fullDistance: 6,
  reducedDistance: 18,
  margin: 0.12,
  reducedHz: 30,
  blendSeconds: 0.35,
  budgetMicros: 3000,
  budgetPart: 0.85,
  chooseSeconds: 0.25,
};

/** Detail of one avatar, best first. */
export const detailLevel = { full: 0, reduced: 1, far: 2 } as const;

export const LEVEL_COUNT = 3;

/** What a frame of each level takes, microseconds, until it was measured: full, reduced (all frames), far. */
export const assumedLevelMicros: readonly number[] = [30, 14, 3];

/** What chooseLevels() remembers. */
export interface LevelChoice {
  /** One of detailLevel per avatar. */
  readonly levels: Uint8Array;
  /** Both borders are at this part of where the settings put them, so that the budget is kept. 0..1. */
  reach: number;
}

export function createLevelChoice(avatarCount: number): LevelChoice {
  return { levels: new Uint8Array(avatarCount).fill(detailLevel.far), reach: 1 };
}

/** Halvings of the reach: to a thousandth of the way. */
const SEARCH_STEPS = 10;

/** Distances at which levels change, metres: each for avatars inside of it and for avatars outside. */
interface Borders {
  readonly fullInside: number;
  readonly fullOutside: number;
  readonly reducedInside: number;
  readonly reducedOutside: number;
}

/**
 * Chooses every avatar's level from how far it is and what frames of each level take (microseconds, by level). Far
 * too many near avatars cost the farther ones their detail, never the nearer ones. The same distances and costs give
 * the same levels. `distances`: from the viewer, divided by how much the avatar matters.
 */
export function chooseLevels(
  settings: LodSettings,
  choice: LevelChoice,
  distances: Float64Array,
  levelMicros: Float64Array,
): void {
  const { levels } = choice;
  const microsAt = (reach: number) => sumMicros(levels, distances, levelMicros, findBorders(settings, reach));
  const { budgetMicros, budgetPart } = settings;
  const isOver = microsAt(choice.reach) > budgetMicros;
  // Inwards at once, outwards only where there is room to spare: a choice on the edge would come and go.
  const reach = findReach(microsAt, isOver ? budgetMicros : budgetMicros * budgetPart);
  if (isOver || reach > choice.reach) choice.reach = reach;
  const borders = findBorders(settings, choice.reach);
  for (let i = 0; i < levels.length; i++) levels[i] = levelOf(distances[i], levels[i], borders);
}

/** The largest reach, at most 1, whose levels fit into the budget; 0 where none does. */
function findReach(microsAt: (reach: number) => number, budget: number): number {
  if (microsAt(1) <= budget) return 1;
  let low = 0;
  let high = 1;
  for (let i = 0; i < SEARCH_STEPS; i++) {
    const middle = (low + high) / 2;
    if (microsAt(middle) <= budget) low = middle;
    else high = middle;
  }
  return low;
}

/** What a frame takes when levels change at these borders, microseconds. */
function sumMicros(levels: Uint8Array, distances: Float64Array, levelMicros: Float64Array, borders: Borders): number {
  let micros = 0;
  for (let i = 0; i < levels.length; i++) micros += levelMicros[levelOf(distances[i], levels[i], borders)];
  return micros;
}

/** Borders at a reach: farther out for avatars that are inside. */
function findBorders({ fullDistance, reducedDistance, margin }: LodSettings, reach: number): Borders {
  const inside = reach * (1 + margin);
  const outside = reach * (1 - margin);
  return {
    fullInside: fullDistance * inside,
    fullOutside: fullDistance * outside,
    reducedInside: reducedDistance * inside,
    reducedOutside: reducedDistance * outside,
  };
}

/** Level for a distance, coming from the level that the avatar has. */
function levelOf(distance: number, level: number, borders: Borders): number {
  if (distance < (level === detailLevel.full ? borders.fullInside : borders.fullOutside)) return detailLevel.full;
  // A distance that is NaN is far.
  const { reducedInside, reducedOutside } = borders;
  return distance < (level === detailLevel.far ? reducedOutside : reducedInside)
    ? detailLevel.reduced
    : detailLevel.far;
}
