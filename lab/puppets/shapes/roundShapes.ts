import type { Point } from './distances.ts';
import type { Surface } from './surfaceOf.ts';

/** A ball of latitude and longitude, poles along z, so that an eye's lines run around its pupil. */
export function ball([cx, cy, cz]: Point, [rx, ry, rz]: Point, rings: number, sides: number): Surface {
  return gridSurface(rings, sides, (v, u) => {
    const [polar, turn] = [v * Math.PI, u * 2 * Math.PI];
    const across = Math.sin(polar);
    return [cx + rx * across * Math.cos(turn), cy + ry * across * Math.sin(turn), cz + rz * Math.cos(polar)];
  });
}

/** How a cap lies on a ball: where its middle looks (pitch up, yaw to +x), and how far it reaches to its sides and up. */
export interface CapShape {
  readonly pitch: number;
  readonly yaw: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** Middle of the cap above the ball, as a share of the radius; its rim dips into the ball. */
  readonly lift: number;
}

/** A cap on a ball: a pupil, a light in it, a lid. */
export function cap([cx, cy, cz]: Point, radius: number, shape: CapShape, rings: number, sides: number): Surface {
  const { pitch, yaw, halfWidth, halfHeight, lift } = shape;
  const [sp, cp, sy, cy2] = [Math.sin(pitch), Math.cos(pitch), Math.sin(yaw), Math.cos(yaw)];
  return gridSurface(rings, sides, (v, u) => {
    const turn = u * 2 * Math.PI;
    const reach = v * Math.hypot(halfWidth * Math.cos(turn), halfHeight * Math.sin(turn));
    const way = Math.atan2(halfHeight * Math.sin(turn), halfWidth * Math.cos(turn));
    const r = radius * (v < 1 ? 1 + lift : 0.96);
    const [x, y, z] = [r * Math.sin(reach) * Math.cos(way), r * Math.sin(reach) * Math.sin(way), r * Math.cos(reach)];
    const [y1, z1] = [y * cp + z * sp, z * cp - y * sp];
    return [cx + x * cy2 + z1 * sy, cy + y1, cz + z1 * cy2 - x * sy];
  });
}

/** Rows from v = 0 to 1, closed around u; equal neighbours (poles) make no triangle of their own. */
export function gridSurface(rings: number, sides: number, place: (v: number, u: number) => Point): Surface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let side = 0; side < sides; side++) positions.push(...place(ring / rings, side / sides));
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      const [a, b] = [ring * sides + side, ring * sides + next];
      const [c, d] = [a + sides, b + sides];
      triangles.push(a, c, d, a, d, b);
    }
  }
  return { positions, triangles };
}

/**
 * A thin closed sheet, thickest in its middle: `place(u, v)` from its root (u 0) to its edge (u 1), across from v 0 to 1.
 * `across` is the direction of its thickness.
 */
export function sheet(
  rows: number,
  columns: number,
  place: (u: number, v: number) => Point,
  across: Point,
  halfThickness: number,
): Surface {
  const sides = columns * 2;
  const surface = gridSurface(rows, sides, (u, turn) => {
    const isFront = turn < 0.5;
    const v = isFront ? turn * 2 : 2 - turn * 2;
    const [x, y, z] = place(u, v);
    const half = (isFront ? 1 : -1) * halfThickness * Math.sqrt(1 - u ** 4) * Math.min(1, 3 * Math.min(v, 1 - v));
    return [x + across[0] * half, y + across[1] * half, z + across[2] * half];
  });
  return outward(surface);
}

/** Turns all triangles round where the surface encloses less than nothing. */
function outward(surface: Surface): Surface {
  const { positions: p, triangles } = surface;
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    volume +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return volume < 0 ? { positions: p, triangles: triangles.toReversed() } : surface;
}
