/** Normal of the triangle whose corners begin at `t`, as long as twice its area. */
export function doubleArea(p: Float64Array, triangles: Uint32Array, t: number): [number, number, number] {
  const a = triangles[t] * 3;
  const b = triangles[t + 1] * 3;
  const c = triangles[t + 2] * 3;
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
