import type { LipModel } from './lipPairs.js';
import type { SkinState } from './skinModel.js';

type LipState = Pick<SkinState, 'lipDirections' | 'lipSpares' | 'lipOpenings'>;

/** From the lower to the upper lip of each pair now: the direction at rest, turned half by each. */
export function updateLipDirections(
  { pairCount, places, corners, directions }: LipModel,
  rotations: Float64Array,
  out: Float64Array,
): void {
  for (let pair = 0; pair < pairCount; pair++) {
    const a = places[pair] * 4;
    const b = corners[pair * 3] * 4;
    const at = pair * 3;
    let x = rotations[a];
    let y = rotations[a + 1];
    let z = rotations[a + 2];
    let w = rotations[a + 3];
    const dot = x * rotations[b] + y * rotations[b + 1] + z * rotations[b + 2] + w * rotations[b + 3];
    const sign = dot < 0 ? -1 : 1;
    x += sign * rotations[b];
    y += sign * rotations[b + 1];
    z += sign * rotations[b + 2];
    w += sign * rotations[b + 3];
    const scale = 2 / (x * x + y * y + z * z + w * w);
    const nx = directions[at];
    const ny = directions[at + 1];
    const nz = directions[at + 2];
    const ux = scale * (y * nz - z * ny);
    const uy = scale * (z * nx - x * nz);
    const uz = scale * (x * ny - y * nx);
    out[at] = nx + w * ux + y * uz - z * uy;
    out[at + 1] = ny + w * uy + z * ux - x * uz;
    out[at + 2] = nz + w * uz + x * uy - y * ux;
  }
}

/**
 * How far the upper lip of a pair is above the lower one, along its direction, metres. Written, not returned: a number that
 * a function hands back is an object of its own where the compiler does not inline the call.
 */
export function updateLipOpening(
  { places, sides, corners, shares }: LipModel,
  { lipDirections: directions, lipOpenings }: LipState,
  positions: Float64Array,
  pair: number,
): void {
  const at = pair * 3;
  let opening = along(directions, at, positions, places[pair]);
  for (let k = 0; k < 3; k++) opening -= shares[at + k] * along(directions, at, positions, corners[at + k]);
  lipOpenings[pair] = sides[pair] * opening;
}

/** Moves carriers of lips apart that have come nearer than their gap, each by half. */
export function openLips(lips: LipModel, state: LipState, positions: Float64Array): void {
  const { pairCount, places, sides, corners, shares, gaps } = lips;
  const { lipDirections: directions, lipOpenings } = state;
  for (let pair = 0; pair < pairCount; pair++) {
    updateLipOpening(lips, state, positions, pair);
    const missing = gaps[pair] - lipOpenings[pair];
    if (missing <= 0) continue;
    const at = pair * 3;
    const half = (sides[pair] * missing) / 2;
    push(directions, at, positions, places[pair], half);
    let sumSq = 0;
    for (let k = 0; k < 3; k++) sumSq += shares[at + k] ** 2;
    for (let k = 0; k < 3; k++) {
      push(directions, at, positions, corners[at + k], (-half * shares[at + k]) / sumSq);
    }
  }
}

/** How far each pair may still close before only its gap is left, where its carriers are. */
export function updateLipSpares(lips: LipModel, state: LipState, carriers: Float64Array): void {
  const { lipSpares, lipOpenings } = state;
  for (let pair = 0; pair < lips.pairCount; pair++) {
    updateLipOpening(lips, state, carriers, pair);
    const spare = lipOpenings[pair] - lips.gaps[pair];
    lipSpares[pair] = spare > 0 ? spare : 0;
  }
}

/**
 * Takes away from offsets what would close a pair further than its gap. The carriers keep the gap, so it is enough to
 * shorten offsets towards each other; shorter ones keep every other bound. The test is on which side of each other the
 * lips are, not on how near: however quick the snap, it is not missed.
 */
export function holdLips(lips: LipModel, state: LipState, offsets: Float64Array): void {
  const { pairCount, places, sides, corners, shares } = lips;
  const { lipDirections: directions, lipSpares, lipOpenings } = state;
  for (let pair = 0; pair < pairCount; pair++) {
    updateLipOpening(lips, state, offsets, pair);
    const excess = -lipOpenings[pair] - lipSpares[pair];
    if (excess <= 0) continue;
    const at = pair * 3;
    const side = sides[pair];
    const own = Math.max(0, -side * along(directions, at, offsets, places[pair]));
    let closing = own;
    for (let k = 0; k < 3; k++) {
      closing += shares[at + k] * Math.max(0, side * along(directions, at, offsets, corners[at + k]));
    }
    const factor = Math.min(1, excess / closing);
    push(directions, at, offsets, places[pair], side * factor * own);
    for (let k = 0; k < 3; k++) {
      const corner = Math.max(0, side * along(directions, at, offsets, corners[at + k]));
      push(directions, at, offsets, corners[at + k], -side * factor * corner);
    }
  }
}

function along(directions: Float64Array, at: number, vectors: Float64Array, place: number): number {
  const from = place * 3;
  return (
    directions[at] * vectors[from] + directions[at + 1] * vectors[from + 1] + directions[at + 2] * vectors[from + 2]
  );
}

function push(directions: Float64Array, at: number, vectors: Float64Array, place: number, way: number): void {
  const to = place * 3;
  vectors[to] += way * directions[at];
  vectors[to + 1] += way * directions[at + 1];
  vectors[to + 2] += way * directions[at + 2];
}
