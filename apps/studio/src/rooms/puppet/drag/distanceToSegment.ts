import type { Vector2 } from 'three';

/** From a point to the nearest point between two others. */
export function distanceToSegment(point: Vector2, from: Vector2, to: Vector2): number {
  const along = to.clone().sub(from);
  const lengthSq = along.lengthSq();
  const share = lengthSq === 0 ? 0 : Math.min(1, Math.max(0, point.clone().sub(from).dot(along) / lengthSq));
  return from.clone().addScaledVector(along, share).distanceTo(point);
}
