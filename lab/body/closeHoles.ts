import { pointOf, type Surface, type SurfaceTriangle, vertexCountOf } from './surface.ts';

/**
 * Closes the open border loops that start at a chosen vertex with a fan to their middle, moved by `sink`; the fan takes
 * the region it borders on.
 */
export function closeHoles(
  surface: Surface,
  isChosen: (vertex: number) => boolean,
  sink: readonly [number, number, number],
): void {
  const { positions, rows, uvs, triangles } = surface;
  const owners = new Map<string, SurfaceTriangle>();
  for (const triangle of triangles) {
    const [a, b, c] = triangle.vertices;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      owners.set(`${from} ${to}`, triangle);
  }
  /** The next vertex along the open border, against the direction of the triangles that own it. */
  const next = new Map<number, { to: number; owner: SurfaceTriangle }>();
  for (const [key, owner] of owners) {
    const [from, to] = key.split(' ').map(Number);
    if (!owners.has(`${to} ${from}`)) next.set(to, { to: from, owner });
  }
  const seen = new Set<number>();
  for (const start of next.keys()) {
    if (seen.has(start) || !isChosen(start)) continue;
    const loop: number[] = [];
    for (let at = start; !seen.has(at); at = (next.get(at) as { to: number }).to) {
      seen.add(at);
      loop.push(at);
    }
    const middle = vertexCountOf(surface);
    const mean = [0, 1, 2].map((k) => loop.reduce((sum, v) => sum + pointOf(surface, v)[k] / loop.length, 0));
    positions.push(...mean.map((value, k) => value + sink[k]));
    rows.push(rows[loop[0]].map((_, k) => loop.reduce((sum, v) => sum + rows[v][k] / loop.length, 0)));
    const { owner } = next.get(start) as { owner: SurfaceTriangle };
    const uv = owner.uvs[0];
    const middleUv = uvs.length / 2;
    uvs.push(uvs[uv * 2], uvs[uv * 2 + 1]);
    // Vertices of its own at the same places: the fan meets the border in a crisp edge.
    const first = vertexCountOf(surface);
    for (const vertex of loop) {
      positions.push(...pointOf(surface, vertex));
      rows.push(rows[vertex].slice());
    }
    loop.forEach((_, k) => {
      const [vertex, after] = [first + k, first + ((k + 1) % loop.length)];
      triangles.push({ vertices: [vertex, after, middle], uvs: [uv, uv, middleUv], region: owner.region });
    });
  }
}
