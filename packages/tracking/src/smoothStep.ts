/** 0 before 0, 1 after 1, 3t^2 - 2t^3 between: starts and ends at rest. */
export function smoothStep(t: number): number {
  const x = t < 0 ? 0 : t > 1 ? 1 : t;
  return x * x * (3 - 2 * x);
}
