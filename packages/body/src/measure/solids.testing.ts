import type { BodySurface } from '../bodySurface.js';

/** Tests only: shapes whose measures are known from geometry. */

/** A box between two corners. */
export function makeBox(low: readonly number[], high: readonly number[]): BodySurface {
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) positions.push(corner & (1 << axis) ? high[axis] : low[axis]);
  }
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A closed tube around the y axis whose radius depends on the height. */
export function makeTube(
  from: number,
  to: number,
  radius: (height: number) => number,
  segments = 64,
  rings = 40,
): BodySurface {
  const positions: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const y = from + ((to - from) * ring) / rings;
    for (let s = 0; s < segments; s++) {
      const angle = (2 * Math.PI * s) / segments;
      positions.push(radius(y) * Math.sin(angle), y, radius(y) * Math.cos(angle));
    }
  }
  const triangles: number[] = [];
  const at = (ring: number, s: number) => ring * segments + (s % segments);
  for (let ring = 0; ring < rings; ring++) {
    for (let s = 0; s < segments; s++) {
      triangles.push(
        at(ring, s),
        at(ring, s + 1),
        at(ring + 1, s + 1),
        at(ring, s),
        at(ring + 1, s + 1),
        at(ring + 1, s),
      );
    }
  }
  const bottom = positions.length / 3;
  positions.push(0, from, 0, 0, to, 0);
  for (let s = 0; s < segments; s++) {
    triangles.push(bottom, at(0, s + 1), at(0, s), bottom + 1, at(rings, s), at(rings, s + 1));
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
