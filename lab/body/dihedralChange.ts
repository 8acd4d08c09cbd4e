/** Differences of the angles between neighbouring triangles on two surfaces of one topology, degrees. */
export interface DihedralChange {
  readonly max: number;
  /** Only one edge in a thousand, or in a hundred, changes more. */
  readonly p999: number;
  readonly p99: number;
  /** A vertex of the edge that changes most. */
  readonly worstVertex: number;
}

/** Finds ridges that a shape adds: edges that fold more, or less, than on the mean body. */
export function dihedralChange(
  triangles: Uint32Array,
  reference: Float64Array,
  positions: Float64Array,
): DihedralChange {
  const edges = new Map<number, [number, number]>();
  const vertexCount = positions.length / 3;
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) edges.set(triangles[at + k] * vertexCount + triangles[at + ((k + 1) % 3)], [at, k]);
  }
  const changes: { change: number; vertex: number }[] = [];
  for (const [key, [at]] of edges) {
    const [a, b] = [Math.floor(key / vertexCount), key % vertexCount];
    const other = edges.get(b * vertexCount + a);
    if (a > b || !other) continue;
    const angle = (p: Float64Array) => foldAngle(p, triangles, at, other[0], a, b);
    const difference = Math.abs(angle(positions) - angle(reference));
    changes.push({ change: Math.min(difference, 360 - difference), vertex: a });
  }
  changes.sort((p, q) => q.change - p.change);
  const part = (share: number) => changes[Math.floor(changes.length * share)].change;
  return { max: changes[0].change, p999: part(0.001), p99: part(0.01), worstVertex: changes[0].vertex };
}

/** Signed angle between the normals of two triangles around their common edge from a to b. */
function foldAngle(p: Float64Array, triangles: Uint32Array, s: number, t: number, a: number, b: number): number {
  const [n, m] = [normalOf(p, triangles, s), normalOf(p, triangles, t)];
  const edge = [0, 1, 2].map((k) => p[b * 3 + k] - p[a * 3 + k]);
  const length = Math.hypot(...edge);
  const cross = [n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]];
  const sine = cross.reduce((sum, value, k) => sum + value * edge[k], 0) / length;
  const cosine = n.reduce((sum, value, k) => sum + value * m[k], 0);
  return (Math.atan2(sine, cosine) * 180) / Math.PI;
}

function normalOf(p: Float64Array, triangles: Uint32Array, at: number): number[] {
  const [a, b, c] = [triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3];
  const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
  const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal) || 1;
  return normal.map((value) => value / length);
}
