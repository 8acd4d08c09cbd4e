import type { Surface } from './surface.ts';

/** A closed ball of unit radius: an octahedron with every face split twice, one row value equal to the height. */
export function makeBall(): Surface {
  const surface: Surface = { positions: [], rows: [], uvs: [], triangles: [] };
  const numbers = new Map<string, number>();
  const add = (point: readonly number[]): number => {
    const length = Math.hypot(...point);
    const unit = point.map((value) => value / length);
    const key = unit.map((value) => value.toFixed(9)).join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const vertex = surface.rows.length;
    surface.positions.push(...unit);
    surface.rows.push(Float64Array.of(unit[1]));
    surface.uvs.push(unit[0], unit[1]);
    numbers.set(key, vertex);
    return vertex;
  };
  const middle = (a: readonly number[], b: readonly number[]) => a.map((value, k) => (value + b[k]) / 2);
  const split = (a: readonly number[], b: readonly number[], c: readonly number[], depth: number): void => {
    if (depth === 0) {
      const vertices = [add(a), add(b), add(c)] as [number, number, number];
      surface.triangles.push({ vertices, uvs: vertices, region: 'ball' });
      return;
    }
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    split(a, ab, ca, depth - 1);
    split(ab, b, bc, depth - 1);
    split(ca, bc, c, depth - 1);
    split(ab, bc, ca, depth - 1);
  };
  for (const x of [1, -1]) {
    for (const y of [1, -1]) {
      for (const z of [1, -1]) {
        const corners = [
          [x, 0, 0],
          [0, y, 0],
          [0, 0, z],
        ];
        if (x * y * z < 0) corners.reverse();
        split(corners[0], corners[1], corners[2], 3);
      }
    }
  }
  return surface;
}

/** Directed edges without exactly one opposite, vertices at the same place being one. */
export function countOpenEdges(surface: Surface): number {
  const place = (vertex: number) =>
    surface.positions
      .slice(vertex * 3, vertex * 3 + 3)
      .map((value) => (value + 0).toFixed(9))
      .join(' ');
  const edges = new Map<string, number>();
  for (const { vertices } of surface.triangles) {
    const [a, b, c] = vertices.map(place);
    for (const edge of [`${a}|${b}`, `${b}|${c}`, `${c}|${a}`]) edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  let open = 0;
  for (const [edge, count] of edges) {
    const [from, to] = edge.split('|');
    if (count !== 1 || edges.get(`${to}|${from}`) !== 1) open++;
  }
  return open;
}

/** Volume enclosed, by the divergence theorem. */
export function volumeOf(surface: Surface): number {
  const p = surface.positions;
  let volume = 0;
  for (const { vertices } of surface.triangles) {
    const [a, b, c] = vertices.map((vertex) => vertex * 3);
    volume += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    volume += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    volume += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return volume / 6;
}
