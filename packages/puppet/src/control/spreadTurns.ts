import { BOUND_PARTS, type PartBinding } from '../model/partSkeleton.js';

/** A point of space: an array, or three numbers of one. */
type Point = ArrayLike<number>;

/** One finger's turn of a part that is strongest where the finger touches it and fades from there. */
export interface SpreadTurn {
  /** Number of the part, parents first: its joint is one more. */
  readonly part: number;
  /** What it turns about, model space: the hand's rotation point; for a linked part its own pivot. */
  readonly centre: Point;
  /** Where the finger touches the part, model space. */
  readonly point: Point;
  /** Standard deviation of the Gaussian, metres. */
  readonly spread: number;
  /**
   * Mean share of it over the part's places. The part itself turns by that much; a place adds its own share less this
   * one, so that fingers that bend alike turn the part as one.
   */
  readonly meanShare: number;
}

/** What the fingers do within parts now. */
export interface SpreadTurns {
  readonly turns: readonly SpreadTurn[];
  /** Rotation vectors (axis times angle), in the frame of the part at rest. turns x 3. Written by stepHandControl(). */
  readonly vectors: Float64Array;
}

export function createSpreadTurns(turns: readonly SpreadTurn[]): SpreadTurns {
  return { turns, vectors: new Float64Array(turns.length * 3) };
}

/**
 * Share of each turn that a place of its part takes: exp(-|p - p0|^2 / (2 spread^2)). Several fingers on one part divide
 * the place among them (their shares sum to 1): four that bend alike turn the lip as one, without stairs between them.
 * Turns of other parts get 0. `out` has one number per turn.
 */
export function updateSpreadShares(
  turns: readonly SpreadTurn[],
  part: number,
  positions: ArrayLike<number>,
  place: number,
  out: Float64Array,
): void {
  let nearest = Infinity;
  let count = 0;
  for (let i = 0; i < turns.length; i++) {
    const exponent = turns[i].part === part ? exponentAt(turns[i], positions, place) : Infinity;
    out[i] = exponent;
    if (exponent === Infinity) continue;
    nearest = Math.min(nearest, exponent);
    count++;
  }
  // Far from every finger all Gaussians are 0; seen from the nearest one their ratios stay what they are.
  const shift = count > 1 ? nearest : 0;
  let sum = 0;
  for (let i = 0; i < turns.length; i++) {
    out[i] = out[i] === Infinity ? 0 : Math.exp(shift - out[i]);
    sum += out[i];
  }
  if (count > 1) for (let i = 0; i < turns.length; i++) out[i] /= sum;
}

/** The turns with their mean shares over the places that the binding gives to their parts. */
export function measureSpreadTurns(
  turns: readonly SpreadTurn[],
  positions: ArrayLike<number>,
  { joints, weights }: PartBinding,
): SpreadTurn[] {
  const shares = new Float64Array(turns.length);
  const sums = new Float64Array(turns.length);
  const boundWeights = new Float64Array(turns.length);
  const parts = [...new Set(turns.map(({ part }) => part))];
  for (let entry = 0; entry < weights.length; entry++) {
    const part = joints[entry] - 1;
    if (weights[entry] === 0 || !parts.includes(part)) continue;
    updateSpreadShares(turns, part, positions, Math.floor(entry / BOUND_PARTS), shares);
    for (let i = 0; i < turns.length; i++) {
      if (turns[i].part !== part) continue;
      sums[i] += weights[entry] * shares[i];
      boundWeights[i] += weights[entry];
    }
  }
  return turns.map((turn, i) => {
    const fingers = turns.filter(({ part }) => part === turn.part).length;
    return { ...turn, meanShare: boundWeights[i] > 0 ? sums[i] / boundWeights[i] : 1 / fingers };
  });
}

function exponentAt({ point, spread }: SpreadTurn, positions: ArrayLike<number>, place: number): number {
  const dx = positions[place * 3] - point[0];
  const dy = positions[place * 3 + 1] - point[1];
  const dz = positions[place * 3 + 2] - point[2];
  return (dx * dx + dy * dy + dz * dz) / (2 * spread * spread);
}
