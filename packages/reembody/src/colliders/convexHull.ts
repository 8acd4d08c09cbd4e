import type { ConvexShape } from './colliderShape.js';

/** Corners a hull keeps at most: the farthest along directions spread evenly over the sphere. */
const DIRECTION_COUNT = 80;

/**
 * Convex hull of a set of points, thinned to its corners that lie farthest along many directions: the contact search
 * walks over corners, and the hundreds of a skin's hull would cost without being felt. Returns null for fewer than four
 * points or for flat ones.
 */
export function buildConvexHull(points: Float64Array): ConvexShape | null {
  const corners = farthestPoints(points);
  const triangles = hullTriangles(corners);
  if (triangles === null) return null;
  return keepUsed(corners, triangles);
}

/** How deep a point lies under the hull's surface, metres; 0 on it, negative outside. */
export function depthInHull({ vertices, triangles }: ConvexShape, x: number, y: number, z: number): number {
  return depthUnderPlanes(buildHullPlanes({ vertices, triangles }), x, y, z);
}

/** Planes of all faces: unit normal, distance from the origin. faces x 4. */
export function buildHullPlanes({ vertices, triangles }: Pick<ConvexShape, 'vertices' | 'triangles'>): Float64Array {
  const planes = new Float64Array((triangles.length / 3) * 4);
  for (let t = 0; t < triangles.length; t += 3) {
    const [x, y, z] = crossOf(vertices, triangles[t], triangles[t + 1], triangles[t + 2]);
    const length = Math.hypot(x, y, z) || 1;
    const corner = triangles[t] * 3;
    const [nx, ny, nz] = [x / length, y / length, z / length];
    const offset = nx * vertices[corner] + ny * vertices[corner + 1] + nz * vertices[corner + 2];
    planes.set([nx, ny, nz, offset], (t / 3) * 4);
  }
  return planes;
}

/** As depthInHull(), for many points of one hull. */
export function depthUnderPlanes(planes: Float64Array, x: number, y: number, z: number): number {
  let depth = Number.POSITIVE_INFINITY;
  for (let p = 0; p < planes.length; p += 4) {
    depth = Math.min(depth, planes[p + 3] - (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z));
  }
  return depth;
}

/** The farthest points along evenly spread directions (a Fibonacci lattice) and along the axes. */
function farthestPoints(points: Float64Array): Float64Array {
  const chosen = new Set<number>();
  const golden = Math.PI * (3 - Math.sqrt(5));
  for (let d = 0; d < DIRECTION_COUNT; d++) {
    const y = 1 - (2 * (d + 0.5)) / DIRECTION_COUNT;
    const across = Math.sqrt(1 - y * y);
    chosen.add(farthestAlong(points, across * Math.cos(golden * d), y, across * Math.sin(golden * d)));
  }
  for (const sign of [-1, 1]) {
    chosen.add(farthestAlong(points, sign, 0, 0));
    chosen.add(farthestAlong(points, 0, sign, 0));
    chosen.add(farthestAlong(points, 0, 0, sign));
  }
  chosen.delete(-1);
  const ordered = [...chosen].sort((a, b) => a - b);
  return Float64Array.from(ordered.flatMap((i) => [points[i * 3], points[i * 3 + 1], points[i * 3 + 2]]));
}

function farthestAlong(points: Float64Array, dx: number, dy: number, dz: number): number {
  let best = -1;
  let farthest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length / 3; i++) {
    const along = points[i * 3] * dx + points[i * 3 + 1] * dy + points[i * 3 + 2] * dz;
    if (along > farthest) {
      farthest = along;
      best = i;
    }
  }
  return best;
}

/** Incremental hull: each point beyond some faces replaces them by faces to their rim. Fine for a hundred points. */
function hullTriangles(points: Float64Array): number[][] | null {
  const start = firstTetrahedron(points);
  if (start === null) return null;
  const [a, b, c, d] = start;
  const isBelow = signedVolume(points, a, b, c, d) < 0;
  let faces = isBelow
    ? [
        [a, b, c],
        [a, d, b],
        [b, d, c],
        [c, d, a],
      ]
    : [
        [a, c, b],
        [a, b, d],
        [b, c, d],
        [c, a, d],
      ];
  const scale = extentOf(points);
  for (let p = 0; p < points.length / 3; p++) {
    if (start.includes(p)) continue;
    const isFacing = (face: readonly number[]) =>
      signedVolume(points, face[0], face[1], face[2], p) > 1e-12 * scale ** 3;
    const facing = faces.filter(isFacing);
    if (facing.length === 0) continue;
    const edges = new Set(facing.flatMap((face) => face.map((from, k) => `${from},${face[(k + 1) % 3]}`)));
    const rim = [...edges].filter((edge) => !edges.has(edge.split(',').reverse().join(',')));
    faces = faces.filter((face) => !isFacing(face));
    for (const edge of rim) {
      const [from, to] = edge.split(',').map(Number);
      faces.push([from, to, p]);
    }
  }
  return faces;
}

/** Four points that span a volume: two far apart, the farthest from their line, the farthest from that plane. */
function firstTetrahedron(points: Float64Array): [number, number, number, number] | null {
  const count = points.length / 3;
  if (count < 4) return null;
  const scale = extentOf(points);
  const farthest = (measure: (i: number) => number) => {
    let best = 0;
    for (let i = 1; i < count; i++) if (measure(i) > measure(best)) best = i;
    return best;
  };
  const at = (i: number) => points.subarray(i * 3, i * 3 + 3);
  const apart = (i: number, j: number) => Math.hypot(at(i)[0] - at(j)[0], at(i)[1] - at(j)[1], at(i)[2] - at(j)[2]);
  const a = 0;
  const b = farthest((i) => apart(i, a));
  const c = farthest((i) => triangleArea(points, a, b, i));
  const d = farthest((i) => Math.abs(signedVolume(points, a, b, c, i)));
  const isFlat = Math.abs(signedVolume(points, a, b, c, d)) < 1e-6 * scale ** 3;
  return isFlat ? null : [a, b, c, d];
}

function extentOf(points: Float64Array): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

function triangleArea(points: Float64Array, a: number, b: number, c: number): number {
  const [x, y, z] = crossOf(points, a, b, c);
  return Math.hypot(x, y, z);
}

/** Six times the volume of a tetrahedron, positive where d lies on the outer side of the triangle a b c. */
function signedVolume(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const [x, y, z] = crossOf(points, a, b, c);
  return (
    x * (points[d * 3] - points[a * 3]) +
    y * (points[d * 3 + 1] - points[a * 3 + 1]) +
    z * (points[d * 3 + 2] - points[a * 3 + 2])
  );
}

/** (b - a) x (c - a) */
function crossOf(points: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const ux = points[b * 3] - points[a * 3];
  const uy = points[b * 3 + 1] - points[a * 3 + 1];
  const uz = points[b * 3 + 2] - points[a * 3 + 2];
  const vx = points[c * 3] - points[a * 3];
  const vy = points[c * 3 + 1] - points[a * 3 + 1];
  const vz = points[c * 3 + 2] - points[a * 3 + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function keepUsed(corners: Float64Array, faces: readonly (readonly number[])[]): ConvexShape {
  const used = [...new Set(faces.flat())].sort((a, b) => a - b);
  const place = new Map(used.map((corner, index) => [corner, index]));
  return {
    kind: 'convex',
    vertices: Float64Array.from(used.flatMap((i) => [corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2]])),
    triangles: Uint32Array.from(faces.flat().map((corner) => place.get(corner) as number)),
  };
}
