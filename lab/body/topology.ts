/** Neighbours along mesh edges of each vertex, in a flat list: those of v are list[start[v]] .. list[start[v + 1] - 1]. */
export interface Neighbours {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

/** Edge neighbours of polygons with `corners` corners each. */
export function findNeighbours(vertexCount: number, polygons: ArrayLike<number>, corners: 3 | 4): Neighbours {
  const sets: Set<number>[] = Array.from({ length: vertexCount }, () => new Set());
  for (let at = 0; at < polygons.length; at += corners) {
    for (let k = 0; k < corners; k++) {
      const a = polygons[at + k];
      const b = polygons[at + ((k + 1) % corners)];
      sets[a].add(b);
      sets[b].add(a);
    }
  }
  const start = new Uint32Array(vertexCount + 1);
  const list: number[] = [];
  sets.forEach((set, vertex) => {
    list.push(...[...set].sort((a, b) => a - b));
    start[vertex + 1] = list.length;
  });
  return { start, list: Uint32Array.from(list) };
}

/** One step of `values += amount * (mean of neighbours - values)` for rows of `width` numbers; amount may vary by vertex. */
export function smoothRows(
  values: Float64Array,
  width: number,
  neighbours: Neighbours,
  amount: number | ((vertex: number) => number),
): Float64Array {
  const out = values.slice();
  const { start, list } = neighbours;
  for (let vertex = 0; vertex + 1 < start.length; vertex++) {
    const count = start[vertex + 1] - start[vertex];
    const step = typeof amount === 'number' ? amount : amount(vertex);
    if (count === 0 || step === 0) continue;
    for (let k = 0; k < width; k++) {
      let mean = 0;
      for (let n = start[vertex]; n < start[vertex + 1]; n++) mean += values[list[n] * width + k];
      out[vertex * width + k] += step * (mean / count - values[vertex * width + k]);
    }
  }
  return out;
}
