import type { PlaceSurface } from '../model/puppetMesh.js';
import { buildPlaceGraph, type PlaceGraph } from './placeGraph.js';
import type { SkinModel, SkinState } from './skinModel.js';

/** A push against the skin. */
export interface SkinPoke {
  /** Where, world space. */
  readonly at: readonly [number, number, number];
  /** Standard deviation of the Gaussian over which it fades, metres. */
  readonly radius: number;
  /** Speed that it gives, world space, metres per second. */
  readonly velocity: readonly [number, number, number];
}

/** Gives the skin around a point a speed, as a finger does that pokes it: it wobbles and comes to rest again. */
export function pokeSkin({ substep }: SkinModel, state: SkinState, { at, radius, velocity }: SkinPoke): void {
  const { positions, layers } = state;
  const scale = -1 / (2 * radius * radius);
  for (let i = 0; i < positions.length; i += 3) {
    const distanceSq = (positions[i] - at[0]) ** 2 + (positions[i + 1] - at[1]) ** 2 + (positions[i + 2] - at[2]) ** 2;
    const share = Math.exp(distanceSq * scale);
    if (share < 1e-3) continue;
    // The speed of a mass is the difference of its last two places.
    for (const { before } of layers) for (let k = 0; k < 3; k++) before[i + k] -= velocity[k] * substep * share;
  }
  state.isAsleep = false;
  state.stillSeconds = 0;
}

const graphs = new WeakMap<PlaceSurface, PlaceGraph>();

/**
 * Places under a round brush: those within its radius that are joined to the place under the pointer by edges inside the
 * radius. A finger behind the palm is near, and not painted.
 */
export function placesUnderBrush(
  mesh: PlaceSurface,
  positions: ArrayLike<number>,
  start: number,
  at: readonly [number, number, number],
  radius: number,
): number[] {
  const { first, neighbours } = graphs.get(mesh) ?? buildPlaceGraph(mesh);
  graphs.set(mesh, { first, neighbours });
  const isNear = (place: number) =>
    Math.hypot(positions[place * 3] - at[0], positions[place * 3 + 1] - at[1], positions[place * 3 + 2] - at[2]) <
    radius;
  const found = [start];
  const seen = new Set(found);
  for (let i = 0; i < found.length; i++) {
    for (let n = first[found[i]]; n < first[found[i] + 1]; n++) {
      const place = neighbours[n];
      if (seen.has(place) || !isNear(place)) continue;
      seen.add(place);
      found.push(place);
    }
  }
  return found;
}
