import type { TargetPlace } from '@leib/reembody';

/**
 * Where others stand around a person at the origin: to the left, to the right, and behind on both sides, so that the table
 * ahead stays free; +X is the left of a person who faces +Z. In shares of their distance.
 */
const ways: readonly (readonly [x: number, z: number])[] = [
  [1, -0.1],
  [-1, -0.1],
  [0.6, -0.9],
  [-0.6, -0.9],
  [1.9, -0.6],
  [-1.9, -0.6],
  [0, -1.6],
];

/** A place by its number, at a distance, facing the middle. */
export function placeAround(number: number, distance: number, isMirrored: boolean): TargetPlace {
  const [x, z] = ways[number % ways.length];
  return { x: x * distance, z: z * distance, yaw: Math.atan2(-x, -z), isMirrored };
}
