/** The nearest point of a triangle, as weights of its corners. Written by closestOnTriangle(). */
export interface ClosestPoint {
  a: number;
  b: number;
  c: number;
  distanceSq: number;
}

/** World space, metres. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export function createClosestPoint(): ClosestPoint {
  return { a: 0, b: 0, c: 0, distanceSq: 0 };
}

/**
 * Finds the nearest point of a triangle by the region of its plane that the point lies over. Ericson, "Real-time
 * collision detection", 2005, section 5.1.5.
 * @param a b and c: offsets of the corners' x in `p`
 */
export function closestOnTriangle(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  { x, y, z }: Point,
  out: ClosestPoint,
): void {
  const abx = p[b] - p[a];
  const aby = p[b + 1] - p[a + 1];
  const abz = p[b + 2] - p[a + 2];
  const acx = p[c] - p[a];
  const acy = p[c + 1] - p[a + 1];
  const acz = p[c + 2] - p[a + 2];
  const apx = x - p[a];
  const apy = y - p[a + 1];
  const apz = z - p[a + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bpx = x - p[b];
  const bpy = y - p[b + 1];
  const bpz = z - p[b + 2];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  const cpx = x - p[c];
  const cpy = y - p[c + 1];
  const cpz = z - p[c + 2];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let sb = 0;
  let sc = 0;
  if (d1 <= 0 && d2 <= 0) {
    // Corner a.
  } else if (d3 >= 0 && d4 <= d3) {
    sb = 1;
  } else if (d6 >= 0 && d5 <= d6) {
    sc = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    sb = d1 / (d1 - d3);
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    sc = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    sc = (d4 - d3) / (d4 - d3 + (d5 - d6));
    sb = 1 - sc;
  } else {
    const sum = va + vb + vc;
    // A triangle without area: its corner a.
    sb = sum === 0 ? 0 : vb / sum;
    sc = sum === 0 ? 0 : vc / sum;
  }
  const dx = apx - sb * abx - sc * acx;
  const dy = apy - sb * aby - sc * acy;
  const dz = apz - sb * abz - sc * acz;
  out.a = 1 - sb - sc;
  out.b = sb;
  out.c = sc;
  out.distanceSq = dx * dx + dy * dy + dz * dz;
}
