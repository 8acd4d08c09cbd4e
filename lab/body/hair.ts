import { smoothStep } from '@leib/core';
import { pointOf, type Surface, vertexCountOf } from './surface.ts';

/** Middle of the head, about which the hairline is drawn. */
const HEAD_Z = 0.035;

/**
 * Height of the hairline by direction, degrees from the front: forehead, temple, sideburn, over and behind the ear,
 * nape. Between the points it is a cubic Hermite curve with the slopes of Fritsch & Carlson (harmonic means), which
 * neither overshoots nor has corners.
 */
const hairlineHeights: readonly (readonly [deg: number, y: number])[] = [
  [0, 1.671],
  [30, 1.668],
  [48, 1.654],
  [62, 1.63],
  [71, 1.61],
  [75.5, 1.597],
  [82, 1.598],
  [88, 1.616],
  [97, 1.628],
  [112, 1.618],
  [124, 1.575],
  [138, 1.538],
  [155, 1.523],
  [180, 1.52],
];

const hairlineSlopes = hairlineHeights.map((_, k) => {
  if (k === 0 || k === hairlineHeights.length - 1) return 0;
  const slope = (i: number) =>
    (hairlineHeights[i + 1][1] - hairlineHeights[i][1]) / (hairlineHeights[i + 1][0] - hairlineHeights[i][0]);
  const [before, after] = [slope(k - 1), slope(k)];
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
});

/** Positive where hair grows. */
export function hairline(x: number, y: number, z: number): number {
  if (y < 1.48 || Math.abs(x) > 0.12) return -1;
  const deg = (Math.atan2(Math.abs(x), z - HEAD_Z) * 180) / Math.PI;
  let at = 1;
  while (at < hairlineHeights.length - 1 && hairlineHeights[at][0] < deg) at++;
  const [[fromDeg, fromY], [toDeg, toY]] = [hairlineHeights[at - 1], hairlineHeights[at]];
  const width = toDeg - fromDeg;
  const t = (deg - fromDeg) / width;
  const [fromSlope, toSlope] = [hairlineSlopes[at - 1] * width, hairlineSlopes[at] * width];
  const height =
    fromY * (1 + 2 * t) * (1 - t) ** 2 +
    fromSlope * t * (1 - t) ** 2 +
    toY * t * t * (3 - 2 * t) +
    toSlope * t * t * (t - 1);
  return y - height;
}

/** Where the hair parts in all directions, and the axis it turns about there. */
const crown = { y: 1.69, z: -0.015, tilt: 0.35 };

/** Thickness of the hair at each vertex, metres: thin at the edge, full on top, in tufts. */
export function hairThickness(surface: Surface): Float64Array {
  const distance = distanceFromEdge(surface);
  const thickness = new Float64Array(vertexCountOf(surface));
  for (let vertex = 0; vertex < thickness.length; vertex++) {
    const point = pointOf(surface, vertex);
    const high = smoothStep(point[1], 1.58, 1.68);
    const full = 0.006 + 0.012 * high;
    const d = Math.min(1, distance[vertex] / 0.04);
    const shell = 0.0015 + (full - 0.0015) * d * (2 - d);
    thickness[vertex] = shell + tufts(point) * (0.25 + 0.75 * d);
  }
  return thickness;
}

/** Ridges that run from the crown to the hairline, a few waves over one another so that none repeats. */
function tufts([x, y, z]: readonly [number, number, number]): number {
  const along = (y - crown.y) * Math.cos(crown.tilt) - (z - crown.z) * Math.sin(crown.tilt);
  const across = (z - crown.z) * Math.cos(crown.tilt) + (y - crown.y) * Math.sin(crown.tilt);
  const radius = Math.hypot(x, across);
  const around = Math.atan2(x, across) + 6 * radius + 2.5 * along;
  const wave = Math.sin(17 * around) + 0.7 * Math.sin(29 * around + 1.3) + 0.4 * Math.sin(7 * around + 0.4);
  return 0.0007 * wave * smoothStep(radius, 0.012, 0.052);
}

/** Length along mesh edges from the hairline, metres. */
function distanceFromEdge(surface: Surface): Float64Array {
  const distance = new Float64Array(vertexCountOf(surface)).fill(Number.POSITIVE_INFINITY);
  for (const { vertices, region } of surface.triangles) {
    if (region !== 'hair') for (const vertex of vertices) distance[vertex] = 0;
  }
  const hair = surface.triangles.filter(({ region }) => region === 'hair');
  for (let changed = true; changed; ) {
    changed = false;
    for (const { vertices } of hair) {
      for (const [a, b] of [
        [vertices[0], vertices[1]],
        [vertices[1], vertices[2]],
        [vertices[2], vertices[0]],
      ]) {
        const [p, q] = [pointOf(surface, a), pointOf(surface, b)];
        const length = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
        if (distance[a] + length < distance[b] - 1e-12) [distance[b], changed] = [distance[a] + length, true];
        if (distance[b] + length < distance[a] - 1e-12) [distance[a], changed] = [distance[b] + length, true];
      }
    }
  }
  return distance;
}
