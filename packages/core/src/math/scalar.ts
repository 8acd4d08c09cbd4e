/** Below this a length has no direction, metres. */
export const EPSILON = 1e-9;

/** Radians per degree: the edges speak degrees, the inside never does. */
export const DEG = Math.PI / 180;

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

export function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}

/** The same angle in (-pi, pi]. */
export function wrapAngle(angle: number): number {
  const turns = Math.ceil(angle / (2 * Math.PI) - 0.5);
  return angle - turns * 2 * Math.PI;
}
