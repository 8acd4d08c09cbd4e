import { smoothStep } from '@leib/core';
import { buildPart, type Influence, orientOutwards, type Part } from './part.ts';
import { boneIndex } from './rig.ts';
import { pointOf, type Surface, type SurfaceTriangle } from './surface.ts';

/** Thickness of the sole under the foot, metres: the whole body stands this much higher. */
export const SOLE_HEIGHT = 0.012;

type Point2 = readonly [number, number];

/**
 * A shoe is lofted over the foot: planes fan about a line in front of the ankle, from level round the heel to upright,
 * and then march to the toes; in each, the convex outline of the foot, widened a little, becomes a ring.
 */
const PIVOT_Y = 0.1;
const PIVOT_Z = 0.068;
const FAN_RINGS = 15;
const MARCH_RINGS = 19;
const SEGMENTS = 30;
const EASE = 0.0035;
const TOE_ROOM = 0.007;
/** The toe cap closes over this last stretch. */
const CAP_LENGTH = 0.05;

interface Section {
  /** A point of the plane, its direction away from the pivot (in the y-z plane), and its own normal's z-ness. */
  readonly origin: readonly [y: number, z: number];
  readonly away: readonly [y: number, z: number];
  /** Scale of the outline, below 1 in the toe cap. */
  readonly scale: number;
}

/** Upper and sole of one shoe, made around the foot of the given body. */
export function makeShoe(surface: Surface, side: 'left' | 'right', joints: Float64Array): Part[] {
  const sign = side === 'left' ? 1 : -1;
  const foot = surface.triangles.filter(({ vertices }) => {
    const [x, y] = pointOf(surface, vertices[0]);
    return x * sign > 0 && y < PIVOT_Y + 0.04 && Math.abs(x) < 0.3;
  });
  const toeTip = Math.max(...foot.map(({ vertices }) => pointOf(surface, vertices[0])[2])) + TOE_ROOM;
  const sections = layOutSections(toeTip);
  const outlines = smoothOutlines(sections.map((section) => outlineOf(surface, foot, section)));

  const bones = influencesOf(side, joints);
  return [loftUpper(side, sections, outlines, bones), extrudeSole(side, sections, outlines, bones)];
}

function layOutSections(toeTip: number): Section[] {
  const sections: Section[] = [];
  for (let k = 0; k < FAN_RINGS; k++) {
    const angle = ((k / FAN_RINGS) * Math.PI) / 2;
    const away = [-Math.sin(angle), -Math.cos(angle)] as const;
    sections.push({ origin: [PIVOT_Y, PIVOT_Z], away, scale: 1 });
  }
  for (let k = 0; k < MARCH_RINGS; k++) {
    // Denser towards the tip, where the cap curves.
    const t = Math.sin(((k / MARCH_RINGS) * Math.PI) / 2);
    const z = PIVOT_Z + (toeTip - PIVOT_Z) * t;
    const cap = Math.max(0, (z - (toeTip - CAP_LENGTH)) / CAP_LENGTH);
    sections.push({ origin: [PIVOT_Y, z], away: [-1, 0], scale: (1 - cap ** 2.6) ** (1 / 2.6) });
  }
  return sections;
}

/** Ring of a section: points (x, distance along `away`), one per direction about the outline's middle. */
interface Outline {
  readonly middle: Point2;
  readonly radii: Float64Array;
}

/** Convex outline of the foot in a section, widened. */
function outlineOf(surface: Surface, foot: readonly SurfaceTriangle[], section: Section): Outline {
  const [normalY, normalZ] = [-section.away[1], section.away[0]];
  // In the toe cap the foot itself ends; the outline of a little further back carries on.
  const backwards = section.scale < 1 ? [0, 0.006, 0.012, 0.018] : [0];
  const points: Point2[] = [];
  for (const back of backwards) {
    const origin = [section.origin[0], section.origin[1] - back];
    for (const { vertices } of foot) {
      const corners = vertices.map((vertex) => pointOf(surface, vertex));
      for (let k = 0; k < 3; k++) {
        const [p, q] = [corners[k], corners[(k + 1) % 3]];
        const side = (point: readonly number[]) => (point[1] - origin[0]) * normalY + (point[2] - origin[1]) * normalZ;
        const [a, b] = [side(p), side(q)];
        if (a * b > 0 || a === b) continue;
        const t = a / (a - b);
        const along = (k2: number) => p[k2] + (q[k2] - p[k2]) * t;
        const reach = (along(1) - origin[0]) * section.away[0] + (along(2) - origin[1]) * section.away[1];
        if (reach > 0) points.push([along(0), reach]);
      }
    }
  }
  const hull = convexHull(points);
  if (hull.length < 3) throw new Error(`shoe: no foot in the section at z ${section.origin[1]}.`);
  const [xs, ds] = [hull.map(([x]) => x), hull.map(([, d]) => d)];
  const middle: Point2 = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ds) + Math.max(...ds)) / 2];
  const radii = new Float64Array(SEGMENTS);
  for (let k = 0; k < SEGMENTS; k++) {
    const around = (k / SEGMENTS) * 2 * Math.PI;
    radii[k] = (rayToHull(hull, middle, [Math.cos(around), Math.sin(around)]) + EASE) * section.scale;
  }
  return { middle, radii };
}

/** Evens out neighbouring rings and directions. */
function smoothOutlines(outlines: readonly Outline[]): Outline[] {
  let rings = outlines.map(({ middle, radii }) => ({ middle: [...middle] as [number, number], radii: radii.slice() }));
  for (let step = 0; step < 6; step++) {
    rings = rings.map(({ middle, radii }, i) => {
      const [before, after] = [rings[Math.max(0, i - 1)], rings[Math.min(rings.length - 1, i + 1)]];
      const isInner = i > 0 && i < rings.length - 1;
      return {
        middle: middle.map((value, k) => (isInner ? value / 2 + (before.middle[k] + after.middle[k]) / 4 : value)) as [
          number,
          number,
        ],
        radii: radii.map((radius, k) => {
          const around = (radii[(k + 1) % SEGMENTS] + radii[(k + SEGMENTS - 1) % SEGMENTS]) / 2;
          const along = isInner ? (before.radii[k] + after.radii[k]) / 2 : radius;
          return radius / 2 + around / 4 + along / 4;
        }),
      };
    });
  }
  return rings;
}

/** A ring's point in space, kept above the sole. */
function ringPoint(section: Section, outline: Outline, segment: number): [number, number, number] {
  const around = (segment / SEGMENTS) * 2 * Math.PI;
  const x = outline.middle[0] + Math.cos(around) * outline.radii[segment];
  const reach = outline.middle[1] + Math.sin(around) * outline.radii[segment];
  const y = section.origin[0] + section.away[0] * reach;
  const z = section.origin[1] + section.away[1] * reach;
  return [x, Math.max(y, SOLE_HEIGHT * 0.6), z];
}

function loftUpper(
  side: string,
  sections: readonly Section[],
  outlines: readonly Outline[],
  bones: (x: number, y: number, z: number) => Influence,
): Part {
  const [positions, triangles]: number[][] = [[], []];
  const ring = (points: readonly (readonly number[])[]) => {
    for (const point of points) positions.push(...point);
  };
  const points = sections.map((section, i) =>
    Array.from({ length: SEGMENTS }, (_, segment) => ringPoint(section, outlines[i], segment)),
  );
  // The collar turns inwards and down, so that no edge shows; both ends close in a point.
  const collar = points[0];
  const middle = [0, 1, 2].map((k) => collar.reduce((sum, point) => sum + point[k] / SEGMENTS, 0));
  const inwards = (share: number, drop: number) =>
    collar.map((point) => point.map((value, k) => middle[k] + (value - middle[k]) * share - (k === 1 ? drop : 0)));
  const rings = [inwards(0.86, 0.012), inwards(0.9, -0.001), inwards(0.96, -0.002), ...points];
  for (const points of rings) ring(points);
  const first = positions.length / 3;
  positions.push(middle[0], middle[1] - 0.012, middle[2]);
  const lastRing = points[points.length - 1];
  const tip = [0, 1, 2].map((k) => lastRing.reduce((sum, point) => sum + point[k] / SEGMENTS, 0));
  positions.push(tip[0], tip[1], tip[2] + 0.001);
  joinRings(triangles, rings.length, first, first + 1);
  orientOutwards(positions, triangles);
  return buildPart(`${side}Shoe`, 'shoes', positions, triangles, bones);
}

function extrudeSole(
  side: string,
  sections: readonly Section[],
  outlines: readonly Outline[],
  bones: (x: number, y: number, z: number) => Influence,
): Part {
  const low: Point2[] = [];
  sections.forEach((section, i) => {
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const [x, y, z] = ringPoint(section, outlines[i], segment);
      if (y < 0.045) low.push([x, z]);
    }
  });
  const hull = convexHull(low);
  const [xs, zs] = [hull.map(([x]) => x), hull.map(([, z]) => z)];
  const middle: Point2 = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...zs) + Math.max(...zs)) / 2];
  const count = SEGMENTS * 2;
  const [positions, triangles]: number[][] = [[], []];
  const ringsAt: readonly (readonly [height: number, inset: number])[] = [
    [0, 0.004],
    [0.0015, 0.001],
    [0.004, -0.0005],
    [0.015, 0.0005],
    [0.018, 0.002],
    [0.0185, 0.008],
  ];
  for (const [y, inset] of ringsAt) {
    for (let k = 0; k < count; k++) {
      const around = (k / count) * 2 * Math.PI;
      const direction: Point2 = [Math.cos(around), Math.sin(around)];
      const radius = rayToHull(hull, middle, direction) + 0.001 - inset;
      positions.push(middle[0] + direction[0] * radius, y, middle[1] + direction[1] * radius);
    }
  }
  const first = positions.length / 3;
  positions.push(middle[0], 0, middle[1], middle[0], ringsAt[ringsAt.length - 1][0], middle[1]);
  joinRings(triangles, ringsAt.length, first, first + 1, count);
  orientOutwards(positions, triangles);
  return buildPart(`${side}Sole`, 'sole', positions, triangles, bones);
}

/** Triangles between rings of equal size, one after the other, and fans that close both ends. */
function joinRings(triangles: number[], ringCount: number, first: number, last: number, count = SEGMENTS): void {
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    triangles.push(first, k, next);
    for (let ring = 0; ring + 1 < ringCount; ring++) {
      const [here, there] = [ring * count, (ring + 1) * count];
      triangles.push(here + k, there + k, there + next, here + k, there + next, here + next);
    }
    const end = (ringCount - 1) * count;
    triangles.push(end + k, last, end + next);
  }
}

/** Foot, toes in front of the ball, and above the ankle more and more of the shin. */
function influencesOf(side: 'left' | 'right', joints: Float64Array): (x: number, y: number, z: number) => Influence {
  const [leg, foot, toes] = [`${side}LowerLeg`, `${side}Foot`, `${side}Toes`].map((bone) => boneIndex[bone]);
  const [ankleY, toesZ] = [joints[foot * 3 + 1], joints[toes * 3 + 2]];
  return (_x, y, z) => {
    const toe = smoothStep(z, toesZ - 0.022, toesZ + 0.022);
    const shin = 0.6 * smoothStep(y, ankleY, ankleY + 0.05);
    return [
      [foot, (1 - toe) * (1 - shin)],
      [toes, toe],
      [leg, (1 - toe) * shin],
    ];
  };
}

/** Counter-clockwise convex hull: Andrew's monotone chain. */
function convexHull(points: readonly Point2[]): Point2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point2[]) => {
    const chain: Point2[] = [];
    for (const point of list) {
      while (chain.length > 1) {
        const [p, q] = [chain[chain.length - 2], chain[chain.length - 1]];
        if ((q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0]) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** Distance from a point inside a hull to its border in a direction. */
function rayToHull(hull: readonly Point2[], from: Point2, direction: Point2): number {
  let farthest = 0;
  for (let k = 0; k < hull.length; k++) {
    const [p, q] = [hull[k], hull[(k + 1) % hull.length]];
    const [ex, ey] = [q[0] - p[0], q[1] - p[1]];
    const cross = direction[0] * ey - direction[1] * ex;
    if (Math.abs(cross) < 1e-12) continue;
    const [dx, dy] = [p[0] - from[0], p[1] - from[1]];
    const t = (dx * ey - dy * ex) / cross;
    const s = (dx * direction[1] - dy * direction[0]) / cross;
    if (t > 0 && s >= -1e-9 && s <= 1 + 1e-9) farthest = Math.max(farthest, t);
  }
  return farthest;
}
