/** Area of each vertex: a third of the triangles around it. */
export function vertexAreas(p: Float64Array, triangles: Uint32Array): Float64Array {
  const areas = new Float64Array(p.length / 3);
  for (let at = 0; at < triangles.length; at += 3) {
    const area = triangleArea(p, triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3) / 3;
    for (let k = 0; k < 3; k++) areas[triangles[at + k]] += area;
  }
  return areas;
}

/** Area of a triangle; a, b and c are offsets of the corners' x in `p`. */
export function triangleArea(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}
