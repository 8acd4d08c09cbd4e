/** Some vertices of a surface, each with the vertices that it shares an edge with. */
export interface Neighbours {
  readonly vertices: Uint32Array;
  /** Neighbours of vertices[i] are starts[i] .. starts[i + 1] - 1. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
}

/** Neighbours of the wanted vertices, in the order in which the triangles name them. */
export function neighboursOf(triangles: Uint32Array, isWanted: (vertex: number) => boolean): Neighbours {
  const around = new Map<number, Set<number>>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + corner];
      if (!isWanted(vertex)) continue;
      const known = around.get(vertex) ?? new Set();
      around.set(vertex, known.add(triangles[at + ((corner + 1) % 3)]).add(triangles[at + ((corner + 2) % 3)]));
    }
  }
  const vertices = Uint32Array.from(around.keys());
  const starts = new Uint32Array(vertices.length + 1);
  const neighbours: number[] = [];
  vertices.forEach((vertex, i) => {
    neighbours.push(...(around.get(vertex) ?? []));
    starts[i + 1] = neighbours.length;
  });
  return { vertices, starts, neighbours: Uint32Array.from(neighbours) };
}
