import type { BodySurface } from '../bodySurface.js';

/** One outline of a cut. */
export interface SliceLoop {
  /** Corners in order, metres. count x 3. */
  readonly points: Float64Array;
  /** False where the surface has a hole. */
  readonly isClosed: boolean;
}

/** Cuts a surface with the plane n·p = offset (n of unit length); returns the outlines, the one with most corners first. */
export function slicePlane(surface: BodySurface, normal: readonly number[], offset: number): SliceLoop[] {
  const { positions, triangles } = surface;
  const vertexCount = positions.length / 3;
  const [nx, ny, nz] = normal;
  const side = (vertex: number) =>
    nx * positions[vertex * 3] + ny * positions[vertex * 3 + 1] + nz * positions[vertex * 3 + 2] - offset;
  // Each crossed edge is one corner of an outline; each crossed triangle joins two of them.
  const corners = new Map<number, number[]>();
  const join = (a: number, b: number) => {
    const list = corners.get(a);
    if (list) list.push(b);
    else corners.set(a, [b]);
  };
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at];
    const b = triangles[at + 1];
    const c = triangles[at + 2];
    const isBelowA = side(a) < 0;
    const isBelowB = side(b) < 0;
    const isBelowC = side(c) < 0;
    if (isBelowA === isBelowB && isBelowB === isBelowC) continue;
    const key = (p: number, q: number) => (p < q ? p * vertexCount + q : q * vertexCount + p);
    const crossed: number[] = [];
    if (isBelowA !== isBelowB) crossed.push(key(a, b));
    if (isBelowB !== isBelowC) crossed.push(key(b, c));
    if (isBelowC !== isBelowA) crossed.push(key(c, a));
    join(crossed[0], crossed[1]);
    join(crossed[1], crossed[0]);
  }
  const place = (key: number, out: number[]) => {
    const [a, b] = [Math.floor(key / vertexCount), key % vertexCount];
    const share = side(a) / (side(a) - side(b));
    for (let k = 0; k < 3; k++) out.push(positions[a * 3 + k] + share * (positions[b * 3 + k] - positions[a * 3 + k]));
  };
  const visited = new Set<number>();
  const follow = (start: number): SliceLoop => {
    const points: number[] = [];
    let here: number | undefined = start;
    let last = start;
    while (here !== undefined) {
      visited.add(here);
      place(here, points);
      last = here;
      here = corners.get(here)?.find((next) => !visited.has(next));
    }
    const isClosed = points.length > 6 && (corners.get(last)?.includes(start) ?? false);
    return { points: Float64Array.from(points), isClosed };
  };
  const loops: SliceLoop[] = [];
  // Open outlines first: each must be followed from one of its ends.
  for (const [key, joined] of corners) if (joined.length === 1 && !visited.has(key)) loops.push(follow(key));
  for (const key of corners.keys()) if (!visited.has(key)) loops.push(follow(key));
  return loops.sort((p, q) => q.points.length - p.points.length);
}
