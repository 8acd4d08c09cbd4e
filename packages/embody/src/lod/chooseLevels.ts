import { detailLevel, type LodSettings } from './lodSettings.js';

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
