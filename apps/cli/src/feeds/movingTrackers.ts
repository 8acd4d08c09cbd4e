/** World pose of a test tracker at a time: it sways and turns a little, at the height of one of five body parts. */
export function movingTracker(index: number, timeSeconds: number): number[] {
  const phase = 2 * Math.PI * (0.3 * timeSeconds + index / 10);
  const half = (0.5 * Math.sin(phase)) / 2;
  const height = 0.15 + (index % 5) * 0.35;
  return [
    (index % 2 === 0 ? 0.2 : -0.2) + 0.05 * Math.sin(phase),
    height + 0.02 * Math.cos(phase),
    0.05 * Math.cos(0.7 * phase),
    0,
    Math.sin(half),
    0,
    Math.cos(half),
  ];
}
