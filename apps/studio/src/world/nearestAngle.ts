/** A place in the picture, pixels. */
export interface Pixel {
  x: number;
  y: number;
}

/** How far from where it was an angle is looked for, and how fine at first, radians. */
const REACH = Math.PI / 3;
const STEP = Math.PI / 90;
const REFINEMENTS = 24;

const seen: Pixel = { x: 0, y: 0 };

/**
 * The angle whose place in the picture is nearest to a pixel, not far from where it was: a circle that is seen from its
 * edge passes every pixel twice, and a pointer that runs along it must not jump to its back. `pixelAt` writes where an angle is.
 */
export function nearestAngle(
  pixelAt: (angle: number, out: Pixel) => void,
  goal: Pixel,
  from: number,
  least: number,
  most: number,
): number {
  const away = (angle: number): number => {
    pixelAt(angle, seen);
    return (seen.x - goal.x) ** 2 + (seen.y - goal.y) ** 2;
  };
  const low = Math.max(least, from - REACH);
  const high = Math.min(most, from + REACH);
  const steps = Math.max(1, Math.ceil((high - low) / STEP));
  let best = low;
  let bestAway = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= steps; i++) {
    const angle = low + ((high - low) * i) / steps;
    const distance = away(angle);
    if (distance >= bestAway) continue;
    best = angle;
    bestAway = distance;
  }
  let [a, b] = [Math.max(low, best - STEP), Math.min(high, best + STEP)];
  for (let i = 0; i < REFINEMENTS; i++) {
    const [first, second] = [a + (b - a) / 3, b - (b - a) / 3];
    if (away(first) < away(second)) b = second;
    else a = first;
  }
  return (a + b) / 2;
}
