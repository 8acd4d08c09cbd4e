import { pointOf, type Surface, type SurfaceTriangle, vertexCountOf } from './surface.ts';

/** A zero this near to an edge's end takes the end itself: no slivers. Fraction of the edge. */
const SNAP = 0.12;

/**
 * Cuts the triangles that `applies` along the zero line of a field, so that each lies on one side of it: the borders
 * of clothes and hair are then smooth lines that owe nothing to where the mesh has its edges. The cut is the same on
 * both sides of every shared edge, so a closed surface stays closed. Returns the field at all vertices, old and new.
 */
export function cutSurface(
  surface: Surface,
  field: (x: number, y: number, z: number) => number,
  applies: (triangle: SurfaceTriangle) => boolean = () => true,
): number[] {
  const { positions, rows, triangles, uvs } = surface;
  const values: number[] = [];
  for (let vertex = 0; vertex < vertexCountOf(surface); vertex++) values.push(field(...pointOf(surface, vertex)));

  const chosen = triangles.filter(applies);
  snapToLine(surface, values, chosen);

  const cuts = new Map<string, number>();
  const uvCuts = new Map<string, number>();
  /** The vertex on edge a-b, made once; likewise the texture corner. */
  const cut = (a: number, b: number, ta: number, tb: number): [number, number] => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const t = values[low] / (values[low] - values[high]);
    const key = `${low} ${high}`;
    let vertex = cuts.get(key);
    if (vertex === undefined) {
      vertex = vertexCountOf(surface);
      for (let k = 0; k < 3; k++) positions.push(positions[low * 3 + k] * (1 - t) + positions[high * 3 + k] * t);
      rows.push(rows[low].map((value, k) => value * (1 - t) + rows[high][k] * t));
      values.push(0);
      cuts.set(key, vertex);
    }
    const [uvLow, uvHigh] = a < b ? [ta, tb] : [tb, ta];
    const uvKey = `${uvLow} ${uvHigh}`;
    let uv = uvCuts.get(uvKey);
    if (uv === undefined) {
      uv = uvs.length / 2;
      for (let k = 0; k < 2; k++) uvs.push(uvs[uvLow * 2 + k] * (1 - t) + uvs[uvHigh * 2 + k] * t);
      uvCuts.set(uvKey, uv);
    }
    return [vertex, uv];
  };

  const whole: SurfaceTriangle[] = [];
  for (const triangle of triangles) {
    const sides = triangle.vertices.map((vertex) => Math.sign(values[vertex]));
    const isCut = applies(triangle) && sides.includes(1) && sides.includes(-1);
    if (!isCut) {
      whole.push(triangle);
      continue;
    }
    const add = (...corners: (readonly [number, number])[]) => {
      const [a, b, c] = corners;
      whole.push({ vertices: [a[0], b[0], c[0]], uvs: [a[1], b[1], c[1]], region: triangle.region });
    };
    // Rotate so that corner 0 is alone on its side, or on the line with the other two on either side.
    const lone = [0, 1, 2].find((k) => {
      const [here, next, last] = [sides[k], sides[(k + 1) % 3], sides[(k + 2) % 3]];
      return here === 0 ? next * last < 0 : here * next <= 0 && here * last <= 0 && next * last > 0;
    }) as number;
    const corner = (k: number) =>
      [triangle.vertices[(lone + k) % 3], triangle.uvs[(lone + k) % 3]] as readonly [number, number];
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    if (values[a[0]] === 0) {
      const bc = cut(b[0], c[0], b[1], c[1]);
      add(a, b, bc);
      add(a, bc, c);
    } else {
      const ab = cut(a[0], b[0], a[1], b[1]);
      const ac = cut(a[0], c[0], a[1], c[1]);
      add(a, ab, ac);
      add(ab, b, c);
      add(ab, c, ac);
    }
  }
  triangles.splice(0, triangles.length, ...whole);
  return values;
}

/** Vertices of cut edges that lie almost on the line move onto it. */
function snapToLine(surface: Surface, values: number[], triangles: readonly SurfaceTriangle[]): void {
  const { positions, rows } = surface;
  const best = new Map<number, { other: number; t: number }>();
  for (const { vertices } of triangles) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [vertices[k], vertices[(k + 1) % 3]];
      if (values[a] * values[b] >= 0) continue;
      for (const [near, far] of [
        [a, b],
        [b, a],
      ]) {
        const t = values[near] / (values[near] - values[far]);
        const known = best.get(near);
        if (t < SNAP && (!known || t < known.t)) best.set(near, { other: far, t });
      }
    }
  }
  const moves = [...best].map(([vertex, { other, t }]) => ({
    vertex,
    point: [0, 1, 2].map((k) => positions[vertex * 3 + k] * (1 - t) + positions[other * 3 + k] * t),
    row: rows[vertex].map((value, k) => value * (1 - t) + rows[other][k] * t),
  }));
  for (const { vertex, point, row } of moves) {
    for (let k = 0; k < 3; k++) positions[vertex * 3 + k] = point[k];
    rows[vertex] = row;
    values[vertex] = 0;
  }
}
