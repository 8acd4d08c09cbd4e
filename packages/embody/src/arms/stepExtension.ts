import type { ArmSettings } from './armSettings.js';

/**
 * Steps how far the shoulder may be from its neutral place. The thesis moves it back by at most 5 cm before each frame
 * and lets it out by at most 5.01 cm within it (eq. 4.9, 4.10, at 90 Hz): free within 5 cm, creeping beyond. As
 * speeds, this comes out the same at every frame rate.
 */
export function stepExtension(
  { freeDistance, creepSpeed, returnSpeed }: ArmSettings['shoulder'],
  state: { extension: number },
  needed: number,
  dtSeconds: number,
): void {
  const now = state.extension > freeDistance ? state.extension : freeDistance;
  const wished = needed > freeDistance ? needed : freeDistance;
  if (wished > now) {
    const out = now + creepSpeed * dtSeconds;
    state.extension = out < wished ? out : wished;
  } else {
    const back = now - returnSpeed * dtSeconds;
    state.extension = back > wished ? back : wished;
  }
}
