import type { MeasureName } from './measureNames.js';
import { convexHull, createHullScratch, hullPerimeter } from './planeCut.js';

/** A tape pulled tight around points of one plane. */
export interface Tape {
  /** Metres. */
  readonly length: number;
  /** Corners in order. count x 3. */
  readonly points: Float64Array;
}

/** Tape around points (x y z each) that lie in a plane with the given unit normal. */
export function tapeAround(points: Float64Array, normal: readonly number[]): Tape {
  const count = points.length / 3;
  const [nx, ny, nz] = normal;
  // Two axes in the plane, from the world axis that is most across the normal.
  const smallest = Math.min(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  const seed = smallest === Math.abs(nx) ? [1, 0, 0] : smallest === Math.abs(nz) ? [0, 0, 1] : [0, 1, 0];
  const across = [ny * seed[2] - nz * seed[1], nz * seed[0] - nx * seed[2], nx * seed[1] - ny * seed[0]];
  const length = Math.hypot(across[0], across[1], across[2]);
  const [ux, uy, uz] = across.map((value) => value / length);
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  const u = new Float64Array(count);
  const v = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const x = points[i * 3];
    const y = points[i * 3 + 1];
    const z = points[i * 3 + 2];
    u[i] = ux * x + uy * y + uz * z;
    v[i] = vx * x + vy * y + vz * z;
  }
  const scratch = createHullScratch(count);
  const cornerCount = convexHull(u, v, count, scratch);
  const corners = new Float64Array(cornerCount * 3);
  for (let i = 0; i < cornerCount; i++) {
    for (let k = 0; k < 3; k++) corners[i * 3 + k] = points[scratch.corners[i] * 3 + k];
  }
  return { length: hullPerimeter(u, v, cornerCount, scratch), points: corners };
}

/** A measure and the line on the body along which it was taken. */
export interface MeasureLine {
  readonly name: MeasureName;
  /** Metres, or kilograms for the weight. */
  readonly value: number;
  /** Definition in words, for display. */
  readonly how: string;
  /** `estimated` where a bony point was assumed at its usual place. */
  readonly certainty: 'measured' | 'estimated';
  /** Corners of the line in the space of the measured surface, metres. Empty: no line. */
  readonly points: Float64Array;
  readonly isClosed: boolean;
  /**
   * Two vertices for each point, which lies on the edge between them: point = a + share (b - a). With these the line
   * follows the skin in any pose. Null where points are not on edges.
   */
  readonly anchors: { readonly vertices: Uint32Array; readonly shares: Float64Array } | null;
}
