import { pointOf, type Surface, type SurfaceTriangle } from './surface.ts';

const OVER = 1e-6;

/**
 * z of the frontmost point of some triangles on the line through (x, y) along Z, or null: barycentric coordinates of
 * (x, y) in each triangle's front view.
 */
export function frontAt(surface: Surface, triangles: readonly SurfaceTriangle[], x: number, y: number): number | null {
  let front: number | null = null;
  for (const { vertices } of triangles) {
    const [a, b, c] = vertices.map((vertex) => pointOf(surface, vertex));
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (area <= 0) continue; // seen from behind
    const v = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
    const w = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
    // A little over the edge counts: points of the middle of the face lie exactly on edges.
    if (v < -OVER || w < -OVER || v + w > 1 + OVER) continue;
    const z = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
    if (front === null || z > front) front = z;
  }
  return front;
}
