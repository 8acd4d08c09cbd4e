import { type Quat, quat, type ReadonlyQuat } from '../math/index.js';

/**
 * Share of the way to the target that is covered in dt: 1 - 2^(-dt / halfLife). Two steps of dt/2 cover exactly what one
 * step of dt does, which a fixed share per frame does not. A half-life of 0 jumps; dt of 0 stays.
 */
export function easingShare(halfLifeSeconds: number, dtSeconds: number): number {
  if (!(dtSeconds > 0)) return 0;
  return halfLifeSeconds > 0 ? -Math.expm1((-Math.LN2 * dtSeconds) / halfLifeSeconds) : 1;
}

/** The value, moved towards its target: half of what is left per half-life. */
export function easeScalar(value: number, target: number, halfLifeSeconds: number, dtSeconds: number): number {
  return value + (target - value) * easingShare(halfLifeSeconds, dtSeconds);
}

/** The same for an angle, the short way round; the result is not wrapped. */
export function easeAngle(angle: number, target: number, halfLifeSeconds: number, dtSeconds: number): number {
  const turn = target - angle;
  const shortest = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  return angle + shortest * easingShare(halfLifeSeconds, dtSeconds);
}

/** Turns `value` in place, the short way round and at the rate its angle asks for (spherically). */
export function easeQuat(value: Quat, target: ReadonlyQuat, halfLifeSeconds: number, dtSeconds: number): void {
  const share = easingShare(halfLifeSeconds, dtSeconds);
  if (share === 0) return;
  quat.slerp(value, value, target, share);
  quat.normalize(value, value);
}
