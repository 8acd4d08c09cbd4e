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
