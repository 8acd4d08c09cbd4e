import type { BodySurface } from '../bodySurface.js';
import { type SliceLoop, slicePlane } from './slicePlane.js';

/** A body that stands on the floor, over the origin, facing +Z. */
export interface StandingBody {
  /** Turned to face +Z, standing on y = 0, ankles left and right of x = 0. */
  readonly surface: BodySurface;
  readonly stature: number;
  /** Triangles that reach into each of LAYER_COUNT equal layers from floor to crown, so that a cut looks at few of them. */
  readonly layers: readonly Uint32Array[];
  /** Transforms points of `surface` back into the space of the input mesh. */
  readonly restore: (points: Float64Array) => Float64Array;
}

const UP = [0, 1, 0] as const;

/** Levels of the toes and of the shins, shares of stature. */
const TOE_LEVEL = 0.012;
const SHIN_LEVEL = 0.1;

const LAYER_COUNT = 64;

/**
 * Finds floor, axis and front. The front is the direction of the toes: from the middle of the shins to the middle of the
 * soles, seen from above. A mesh without feet is assumed to face +Z.
 */
export function standBody(mesh: BodySurface): StandingBody {
  let floor = Number.POSITIVE_INFINITY;
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < mesh.positions.length; at += 3) {
    floor = Math.min(floor, mesh.positions[at]);
    top = Math.max(top, mesh.positions[at]);
  }
  const stature = top - floor;
  const soles = middleOf(slicePlane(mesh, UP, floor + TOE_LEVEL * stature));
  const shins = middleOf(slicePlane(mesh, UP, floor + SHIN_LEVEL * stature));
  const toeX = soles && shins ? soles[0] - shins[0] : 0;
  const toeZ = soles && shins ? soles[1] - shins[1] : 1;
  const reach = Math.hypot(toeX, toeZ);
  const isClear = reach > 0.005 * stature;
  const [sin, cos] = isClear ? [toeX / reach, toeZ / reach] : [0, 1];
  const [centreX, centreZ] = shins ?? [0, 0];
  const positions = new Float64Array(mesh.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const x = mesh.positions[at] - centreX;
    const z = mesh.positions[at + 2] - centreZ;
    positions[at] = cos * x - sin * z;
    positions[at + 1] = mesh.positions[at + 1] - floor;
    positions[at + 2] = sin * x + cos * z;
  }
  const restore = (points: Float64Array) => {
    const out = new Float64Array(points.length);
    for (let at = 0; at < points.length; at += 3) {
      out[at] = cos * points[at] + sin * points[at + 2] + centreX;
      out[at + 1] = points[at + 1] + floor;
      out[at + 2] = cos * points[at + 2] - sin * points[at] + centreZ;
    }
    return out;
  };
  const surface = { positions, triangles: mesh.triangles };
  return { surface, stature, layers: sortIntoLayers(surface, stature), restore };
}

function sortIntoLayers({ positions, triangles }: BodySurface, stature: number): Uint32Array[] {
  const layers: number[][] = Array.from({ length: LAYER_COUNT }, () => []);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]];
    const [ya, yb, yc] = [positions[a * 3 + 1], positions[b * 3 + 1], positions[c * 3 + 1]];
    const last = layerOf(Math.max(ya, yb, yc), stature);
    for (let layer = layerOf(Math.min(ya, yb, yc), stature); layer <= last; layer++) layers[layer].push(a, b, c);
  }
  return layers.map((layer) => Uint32Array.from(layer));
}

function layerOf(height: number, stature: number): number {
  const layer = Math.floor((height / stature) * LAYER_COUNT);
  // A flat mesh has no height to divide by.
  return layer > 0 ? Math.min(LAYER_COUNT - 1, layer) : 0;
}

/** A level outline and its extent. */
export interface Section {
  readonly points: Float64Array;
  readonly isClosed: boolean;
  readonly minX: number;
  readonly maxX: number;
  readonly minZ: number;
  readonly maxZ: number;
}

export function sectionsAt({ surface, stature, layers }: StandingBody, height: number): Section[] {
  const { positions } = surface;
  return slicePlane({ positions, triangles: layers[layerOf(height, stature)] }, UP, height).map(toSection);
}

function toSection({ points, isClosed }: SliceLoop): Section {
  let [minX, maxX, minZ, maxZ] = [points[0], points[0], points[2], points[2]];
  for (let at = 0; at < points.length; at += 3) {
    minX = Math.min(minX, points[at]);
    maxX = Math.max(maxX, points[at]);
    minZ = Math.min(minZ, points[at + 2]);
    maxZ = Math.max(maxZ, points[at + 2]);
  }
  return { points, isClosed, minX, maxX, minZ, maxZ };
}

/** The outline of the trunk, neck or head: the widest that reaches well to both sides of the axis; null between legs. */
export function trunkSection(body: StandingBody, height: number): Section | null {
  const beyond = 0.02 * body.stature;
  const central = sectionsAt(body, height).filter(({ minX, maxX }) => minX < -beyond && maxX > beyond);
  return widest(central);
}

/** The outline of the left leg: the widest whose middle is to the left, but nearer than a hand. */
export function legSection(body: StandingBody, height: number): Section | null {
  const within = 0.16 * body.stature;
  const left = sectionsAt(body, height).filter(({ minX, maxX }) => {
    const middle = (minX + maxX) / 2;
    return middle > 0.01 * body.stature && middle < within;
  });
  return widest(left);
}

function widest(sections: readonly Section[]): Section | null {
  return sections.reduce<Section | null>(
    (best, section) => (best && best.maxX - best.minX >= section.maxX - section.minX ? best : section),
    null,
  );
}

/** Middle of all outlines, seen from above, weighted by length, so that it does not depend on the heading. */
function middleOf(loops: readonly SliceLoop[]): readonly [x: number, z: number] | null {
  let [x, z, total] = [0, 0, 0];
  for (const { points } of loops) {
    for (let at = 0; at < points.length; at += 3) {
      const next = (at + 3) % points.length;
      const length = Math.hypot(points[next] - points[at], points[next + 2] - points[at + 2]);
      x += (length * (points[at] + points[next])) / 2;
      z += (length * (points[at + 2] + points[next + 2])) / 2;
      total += length;
    }
  }
  return total > 0 ? [x / total, z / total] : null;
}
