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

// Scratch. Numbers go through it, not through arguments: V8 makes an object of every fraction that crosses a call.
/** Borders, metres: of full and of reduced, each for whoever is inside and for whoever is not. */
const borders = new Float64Array(4);
const search = { budget: 0.5, reach: 0.5 };

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
  search.budget = settings.budgetMicros;
  search.reach = choice.reach;
  const isOver = !fits(settings, choice, distances, levelMicros);
  // Inwards at once, outwards only where there is room to spare: a choice on the edge would come and go.
  if (!isOver) search.budget *= settings.budgetPart;
  findReach(settings, choice, distances, levelMicros);
  if (isOver || search.reach > choice.reach) choice.reach = search.reach;
  search.reach = choice.reach;
  setBorders(settings);
  const { levels } = choice;
  for (let i = 0; i < levels.length; i++) levels[i] = levelOf(levels, distances, i);
}

/** search.reach: the largest, at most 1, whose levels fit into the budget; 0 where none does. */
function findReach(
  settings: LodSettings,
  choice: LevelChoice,
  distances: Float64Array,
  levelMicros: Float64Array,
): void {
  search.reach = 1;
  if (fits(settings, choice, distances, levelMicros)) return;
  let low = 0;
  let high = 1;
  for (let i = 0; i < SEARCH_STEPS; i++) {
    search.reach = (low + high) / 2;
    if (fits(settings, choice, distances, levelMicros)) low = search.reach;
    else high = search.reach;
  }
  search.reach = low;
}

/** Whether the levels at search.reach take no longer than search.budget. */
function fits(
  settings: LodSettings,
  { levels }: LevelChoice,
  distances: Float64Array,
  levelMicros: Float64Array,
): boolean {
  setBorders(settings);
  let micros = 0;
  for (let i = 0; i < levels.length; i++) micros += levelMicros[levelOf(levels, distances, i)];
  return micros <= search.budget;
}

/** Borders at search.reach: farther out for whoever is inside. */
function setBorders({ fullDistance, reducedDistance, margin }: LodSettings): void {
  const inside = search.reach * (1 + margin);
  const outside = search.reach * (1 - margin);
  borders[0] = fullDistance * inside;
  borders[1] = fullDistance * outside;
  borders[2] = reducedDistance * inside;
  borders[3] = reducedDistance * outside;
}

/** Level for an avatar's distance, coming from the level it has. */
function levelOf(levels: Uint8Array, distances: Float64Array, avatar: number): number {
  const distance = distances[avatar];
  const level = levels[avatar];
  if (distance < borders[level === detailLevel.full ? 0 : 1]) return detailLevel.full;
  // A distance that is no number is nobody's to see.
  return distance < borders[level === detailLevel.far ? 3 : 2] ? detailLevel.reduced : detailLevel.far;
}
