import { closestOnTriangle, createClosestPoint } from '@leib/core';

/** Where a point lies on the body: a triangle, and the shares of its corners. */
export interface Anchor {
  readonly triangle: number;
  readonly shares: readonly [number, number, number];
}

/** Triangles whose box is farther than this are not looked at first, metres. */
const NEAR = 0.004;

/** Finds the nearest place on a surface. A vertex that kept its place is anchored to itself. */
export function createAnchorFinder(triangles: Uint32Array, positions: Float64Array) {
  const count = triangles.length / 3;
  const low = new Float64Array(count * 3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(count * 3).fill(Number.NEGATIVE_INFINITY);
  const firstOf = new Int32Array(positions.length / 3).fill(-1);
  for (let at = 0; at < triangles.length; at++) {
    const box = Math.floor(at / 3) * 3;
    if (firstOf[triangles[at]] < 0) firstOf[triangles[at]] = at;
    for (let k = 0; k < 3; k++) {
      low[box + k] = Math.min(low[box + k], positions[triangles[at] * 3 + k]);
      high[box + k] = Math.max(high[box + k], positions[triangles[at] * 3 + k]);
    }
  }
  const isNear = (p: ArrayLike<number>, triangle: number, reach: number) => {
    for (let k = 0; k < 3; k++) {
      if (p[k] < low[triangle * 3 + k] - reach || p[k] > high[triangle * 3 + k] + reach) return false;
    }
    return true;
  };
  return (point: ArrayLike<number>, vertex: number | null): Anchor => {
    if (vertex !== null && [0, 1, 2].every((k) => positions[vertex * 3 + k] === point[k])) {
      const at = firstOf[vertex];
      return { triangle: Math.floor(at / 3), shares: [0, 1, 2].map((k) => (k === at % 3 ? 1 : 0)) as never };
    }
    const at = { x: point[0], y: point[1], z: point[2] };
    for (let reach = NEAR; reach < 1; reach *= 3) {
      let best: { triangle: number; distance: number; place: ReturnType<typeof createClosestPoint> } | null = null;
      for (let triangle = 0; triangle < count; triangle++) {
        if (!isNear(point, triangle, best ? best.distance : reach)) continue;
        const place = createClosestPoint();
        const [a, b, c] = triangles.subarray(triangle * 3, triangle * 3 + 3);
        closestOnTriangle(positions, a * 3, b * 3, c * 3, at, place);
        const distance = Math.sqrt(place.distanceSq);
        if (distance <= reach && (!best || distance < best.distance)) best = { triangle, distance, place };
      }
      if (best) return { triangle: best.triangle, shares: [best.place.a, best.place.b, best.place.c] };
    }
    throw new Error('anchor: no triangle of the body is near the point.');
  };
}
