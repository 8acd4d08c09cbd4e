import { createGrowingUint32, type Growing, pushUint32 } from './mesh.js';

/** Above this a polygon is cut as a fan: no body is made of such, and cutting ears costs the square of the corners. */
const mostEarCorners = 256;

/** Triangles of a file's polygons. */
export interface PolygonCutter {
  readonly triangles: Growing<Uint32Array>;
  /** Comparisons that cutting ears may still take; what is left after them is cut as fans. A file of stars would take hours. */
  earTestsLeft: number;
}

export function createPolygonCutter(): PolygonCutter {
  return { triangles: createGrowingUint32(), earTestsLeft: 50_000_000 };
}

/** Corners of the polygon being cut, on its own plane. */
const planeX = new Float64Array(mostEarCorners);
const planeY = new Float64Array(mostEarCorners);
const ring = new Uint16Array(mostEarCorners);

/**
 * Cuts a polygon of `count` corners, vertex indices from `corners[first]` on, into count - 2 triangles of its own
 * corners and way round. Convex ones become a fan; a fan would fold a concave one over itself, so those lose ear after
 * ear (Meisters, "Polygons have ears", 1975).
 */
export function triangulatePolygon(
  positions: Float64Array,
  corners: Uint32Array,
  first: number,
  count: number,
  cutter: PolygonCutter,
): void {
  const { triangles } = cutter;
  const isCheap = cutter.earTestsLeft > 0 && count <= mostEarCorners;
  if (count === 3 || !isCheap || isConvex(positions, corners, first, count)) {
    for (let k = 1; k < count - 1; k++) {
      pushUint32(triangles, corners[first]);
      pushUint32(triangles, corners[first + k]);
      pushUint32(triangles, corners[first + k + 1]);
    }
    return;
  }
  let left = count;
  for (let k = 0; k < count; k++) ring[k] = k;
  while (left > 3) {
    let ear = 0;
    while (ear < left && cutter.earTestsLeft > 0 && !isEar(ear, left)) {
      cutter.earTestsLeft -= left;
      ear++;
    }
    // A polygon that crosses itself may have none: any corner will do.
    if (ear === left || cutter.earTestsLeft <= 0) ear = 1;
    pushCorner(ear + left - 1);
    pushCorner(ear);
    pushCorner(ear + 1);
    ring.copyWithin(ear, ear + 1, left);
    left--;
  }
  for (let k = 0; k < 3; k++) pushCorner(k);

  function pushCorner(place: number): void {
    pushUint32(triangles, corners[first + ring[place % left]]);
  }
}

/** Flattens the polygon on its plane (Newell's normal, so that no corner matters more); returns whether it is convex. */
function isConvex(positions: Float64Array, corners: Uint32Array, first: number, count: number): boolean {
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let k = 0; k < count; k++) {
    const a = corners[first + k] * 3;
    const b = corners[first + ((k + 1) % count)] * 3;
    nx += (positions[a + 1] - positions[b + 1]) * (positions[a + 2] + positions[b + 2]);
    ny += (positions[a + 2] - positions[b + 2]) * (positions[a] + positions[b]);
    nz += (positions[a] - positions[b]) * (positions[a + 1] + positions[b + 1]);
  }
  // Dropping the normal's largest part keeps the way round, with a sign.
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const [u, v, sign] =
    az >= ax && az >= ay ? [0, 1, Math.sign(nz)] : ax >= ay ? [1, 2, Math.sign(nx)] : [2, 0, Math.sign(ny)];
  for (let k = 0; k < count; k++) {
    planeX[k] = positions[corners[first + k] * 3 + u];
    planeY[k] = positions[corners[first + k] * 3 + v] * (sign || 1);
  }
  for (let k = 0; k < count; k++) if (turn(k, (k + 1) % count, (k + 2) % count) < 0) return false;
  return true;
}

function isEar(place: number, left: number): boolean {
  const [a, b, c] = [ring[(place + left - 1) % left], ring[place], ring[(place + 1) % left]];
  if (turn(a, b, c) <= 0) return false;
  for (let k = 0; k < left; k++) {
    const p = ring[k];
    if (p === a || p === b || p === c) continue;
    if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
  }
  return true;
}

/** Twice the area of a triangle on the plane; positive counter-clockwise. */
function turn(a: number, b: number, c: number): number {
  return (planeX[b] - planeX[a]) * (planeY[c] - planeY[a]) - (planeY[b] - planeY[a]) * (planeX[c] - planeX[a]);
}
