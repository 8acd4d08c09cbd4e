/** Distance between neighbours, of an agent as tall as a person, metres. */
const APART = 1.15;
/** Agents in a row of the crowd. */
const ROW = 16;
/** How far behind the first agent the crowd begins, metres. */
const BEHIND = 1.7;

/**
 * Where an agent of a crowd stands against the first one: rows behind it, the middle first, every other row shifted.
 * `size`: how large the agents are against a person.
 */
export function crowdPlace(index: number, size: number): readonly [x: number, z: number] {
  if (index === 0) return [0, 0];
  const row = Math.floor((index - 1) / ROW);
  const column = (index - 1) % ROW;
  const sideways = (column % 2 === 0 ? 1 : -1) * Math.ceil(column / 2) + (row % 2 === 0 ? 0 : 0.5);
  return [sideways * APART * size, -(BEHIND + row * APART) * size];
}
