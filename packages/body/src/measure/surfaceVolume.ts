import type { BodySurface } from '../bodySurface.js';

/**
 * Density of a body including the air in the lungs, kg/m³. Tissue alone has 1040 to 1070 (Siri 1961); about three
 * litres of air in the resting chest of a body of 60 to 80 litres bring it to 1000 to 1020.
 */
export const BODY_DENSITY = 1010;

/**
 * Volume enclosed by a closed surface, m³: the sum of signed tetrahedra from the first vertex. From the origin, a body far
 * away would lose precision.
 */
export function surfaceVolume(positions: Float64Array, triangles: ArrayLike<number>): number {
  const x0 = positions[0];
  const y0 = positions[1];
  const z0 = positions[2];
  let sixfold = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at] * 3;
    const b = triangles[at + 1] * 3;
    const c = triangles[at + 2] * 3;
    const ax = positions[a] - x0;
    const ay = positions[a + 1] - y0;
    const az = positions[a + 2] - z0;
    const bx = positions[b] - x0;
    const by = positions[b + 1] - y0;
    const bz = positions[b + 2] - z0;
    const cx = positions[c] - x0;
    const cy = positions[c + 1] - y0;
    const cz = positions[c + 2] - z0;
    sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sixfold / 6;
}

/** Faults of a surface that should be closed. */
export interface SurfaceFaults {
  /** Edges with one triangle only: the rims of holes. */
  readonly openEdgeCount: number;
  /** Edges where neighbours wind against each other, or that more than two triangles share. */
  readonly badEdgeCount: number;
}

/** Counts holes and wrong windings. The volume of a surface is valid only where both counts are 0. */
export function findSurfaceFaults({ positions, triangles }: BodySurface): SurfaceFaults {
  const vertexCount = positions.length / 3;
  const forward = new Map<number, number>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const key = triangles[at + k] * vertexCount + triangles[at + ((k + 1) % 3)];
      forward.set(key, (forward.get(key) ?? 0) + 1);
    }
  }
  let openEdgeCount = 0;
  let badEdgeCount = 0;
  for (const [key, count] of forward) {
    const from = Math.floor(key / vertexCount);
    const to = key % vertexCount;
    const back = forward.get(to * vertexCount + from) ?? 0;
    if (count > 1) badEdgeCount++;
    else if (back === 0) openEdgeCount++;
  }
  return { openEdgeCount, badEdgeCount };
}
