import type { Pixel } from '../../../../world/nearestAngle.js';
import type { EditContext } from '../editContext.js';
import { pointFrom } from '../handles/editHandle.js';

/** A surface of places, as the puppet's skin is now. */
interface HitSurface {
  /** Places x 3. */
  readonly positions: ArrayLike<number>;
  /** Three places per triangle. */
  readonly triangles: ArrayLike<number>;
}

interface SurfaceHit {
  /** Where the ray meets the surface. */
  readonly point: readonly [number, number, number];
  /** Along the ray, in lengths of its direction. */
  readonly distance: number;
  /** The corner of the triangle that is nearest. */
  readonly place: number;
}

type Vector = readonly [number, number, number];

/**
 * Where a ray meets a surface, nearest first. Every triangle is looked at (Moeller & Trumbore, "Fast, minimum storage
 * ray-triangle intersection", 1997): a puppet has at most 20 000 places, and they move in every frame.
 */
export function hitSurface({ positions: p, triangles }: HitSurface, origin: Vector, direction: Vector): SurfaceHit[] {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  const hits: SurfaceHit[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [hx, hy, hz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const det = ux * hx + uy * hy + uz * hz;
    if (Math.abs(det) < 1e-18) continue;
    const [sx, sy, sz] = [ox - p[a], oy - p[a + 1], oz - p[a + 2]];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const distance = (vx * qx + vy * qy + vz * qz) / det;
    if (!(distance > 0)) continue;
    const nearest = u > v && u > 1 - u - v ? 1 : v > 1 - u - v ? 2 : 0;
    const point = [ox + dx * distance, oy + dy * distance, oz + dz * distance] as const;
    hits.push({ point, distance, place: triangles[t + nearest] });
  }
  return hits.sort((one, other) => one.distance - other.distance);
}

/** The middle of what a ray goes through first, and how thick it is there; null where it meets nothing. */
export function middleOfHits(
  hits: readonly SurfaceHit[],
): { readonly point: Vector; readonly thickness: number } | null {
  if (hits.length === 0) return null;
  const [entry] = hits;
  const exit = hits.find(({ distance }) => distance > entry.distance + 1e-6) ?? entry;
  const at = (k: 0 | 1 | 2) => (entry.point[k] + exit.point[k]) / 2;
  const apart = exit.point.map((value, k) => value - entry.point[k]);
  return { point: [at(0), at(1), at(2)], thickness: Math.hypot(...apart) };
}

/** What lies under a pixel of the puppet as it is drawn now, nearest first, puppet's space. */
export function hitsAt({ controller, rays }: Pick<EditContext, 'controller' | 'rays'>, at: Pixel): SurfaceHit[] {
  const { model, state } = controller.player;
  const { origin, direction } = rays.rayAt(at);
  const surface = { positions: state.skin.positions, triangles: model.mesh.triangles };
  return hitSurface(surface, pointFrom(origin), pointFrom(direction));
}
