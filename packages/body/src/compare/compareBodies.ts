import { InputError } from '@leib/core';
import type { BodySurface } from '../bodySurface.js';
import { slicePlane } from '../measure/slicePlane.js';
import { BODY_DENSITY, findSurfaceFaults, type SurfaceFaults, surfaceVolume } from '../measure/surfaceVolume.js';
import { tapeAround } from '../measure/tapeAround.js';
import { type BodyToCompare, bodyBox, type ComparedBody, surfaceDistance } from './comparedBody.js';
import { type BodyDistance, whyNotOn } from './namedVertices.js';
import { type PlaceOptions, placeBody } from './placeBody.js';

export interface CompareOptions extends Omit<PlaceOptions, 'stature'> {
  readonly distances?: readonly BodyDistance[];
  /** Named vertices at whose heights a circumference is taken. */
  readonly circumferences?: readonly string[];
  /** Common stature that all bodies are scaled to: metres, or the mean of theirs. Absent: no scaling. */
  readonly stature?: number | 'mean';
  /** kg/m³. */
  readonly density?: number;
}

export type MeasureKind = 'box' | 'distance' | 'circumference' | 'volume' | 'weight';

/** One measure, taken on every body. */
export interface ComparedMeasure {
  readonly name: string;
  readonly kind: MeasureKind;
  readonly unit: 'm' | 'm³' | 'kg';
}

export interface BodyPair {
  /** Indices of the two in `bodies`. */
  readonly first: number;
  readonly second: number;
  /** Second minus first, for each measure; null where one of the two has no value. */
  readonly differences: readonly (number | null)[];
  /** Mean and largest distance of vertex to same vertex, metres; null for bodies of different topology. */
  readonly meanDistance: number | null;
  readonly maxDistance: number | null;
}

export interface BodyComparison {
  readonly bodies: readonly ComparedBody[];
  readonly measures: readonly ComparedMeasure[];
  /** Value of each measure for each body; null where it cannot be taken. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Every pair once. */
  readonly pairs: readonly BodyPair[];
  /** Measures that could not be taken, with the reason. */
  readonly notes: readonly string[];
}

/**
 * Takes the same measures on every body and compares every pair: boxes, named distances, circumferences at the heights
 * of named vertices, volume and weight, and for equal topology the distance between the surfaces. Throws InputError
 * where named vertices do not fit a body, because a wrong vertex would silently give a wrong measure.
 */
export function compareBodies(bodies: readonly BodyToCompare[], options: CompareOptions = {}): BodyComparison {
  const { distances = [], circumferences = [], density = BODY_DENSITY, stature, ...placing } = options;
  checkNames(bodies, distances, circumferences);
  const placed = placeAll(bodies, placing, stature);
  const measures: ComparedMeasure[] = [
    ...['BoxWidth', 'BoxHeight', 'BoxDepth'].map((name): ComparedMeasure => ({ name, kind: 'box', unit: 'm' })),
    ...distances.map(({ name }): ComparedMeasure => ({ name, kind: 'distance', unit: 'm' })),
    ...circumferences.map((place): ComparedMeasure => ({ name: `Around${place}`, kind: 'circumference', unit: 'm' })),
    { name: 'Volume', kind: 'volume', unit: 'm³' },
    { name: 'Weight', kind: 'weight', unit: 'kg' },
  ];
  const notes: string[] = [];
  const faultsOf = cacheFaults();
  const values = placed.map((body) => {
    const { minX, maxX, minY, maxY, minZ, maxZ } = bodyBox(body.surface.positions);
    const volume = closedVolume(body, faultsOf(body), notes);
    return [
      maxX - minX,
      maxY - minY,
      maxZ - minZ,
      ...distances.map(({ from, to }) => distanceBetween(body, from, to)),
      ...circumferences.map((place) => {
        const length = circumferenceAt(body.surface, body.names?.indices.get(place) ?? 0);
        if (length === null) notes.push(`${body.name}: no closed outline at the height of ${place}`);
        return length;
      }),
      volume,
      volume === null ? null : volume * density,
    ];
  });
  return { bodies: placed, measures, values, pairs: comparePairs(placed, values), notes };
}

function checkNames(
  bodies: readonly BodyToCompare[],
  distances: readonly BodyDistance[],
  circumferences: readonly string[],
): void {
  for (const { name, surface, names } of bodies) {
    const reason = names === null ? null : whyNotOn(names, surface.positions.length / 3);
    if (reason !== null) throw new InputError(name, reason);
    if (names === null && (distances.length > 0 || circumferences.length > 0)) {
      throw new InputError(name, 'expected named vertices for distances and circumferences, got none');
    }
    const unknown = circumferences.find((place) => !names?.indices.has(place));
    if (unknown !== undefined) {
      throw new InputError(name, `expected a name of the vertices file for a circumference, got "${unknown}"`);
    }
  }
}

function comparePairs(bodies: readonly ComparedBody[], values: BodyComparison['values']): BodyPair[] {
  const pairs: BodyPair[] = [];
  for (let first = 0; first < bodies.length; first++) {
    for (let second = first + 1; second < bodies.length; second++) {
      const between = surfaceDistance(bodies[first], bodies[second]);
      pairs.push({
        first,
        second,
        differences: values[first].map((value, k) => {
          const other = values[second][k];
          return value === null || other === null ? null : other - value;
        }),
        meanDistance: between?.mean ?? null,
        maxDistance: between?.max ?? null,
      });
    }
  }
  return pairs;
}

function placeAll(
  bodies: readonly BodyToCompare[],
  options: PlaceOptions,
  stature: number | 'mean' | undefined,
): ComparedBody[] {
  const placed = bodies.map((body) => placeBody(body, options));
  if (stature === undefined) return placed;
  const heights = placed.map(({ surface }) => bodyBox(surface.positions).maxY);
  const common = stature === 'mean' ? heights.reduce((sum, height) => sum + height, 0) / heights.length : stature;
  return bodies.map((body) => placeBody(body, { ...options, stature: common }));
}

function distanceBetween({ surface, names }: ComparedBody, from: string, to: string): number {
  const a = (names?.indices.get(from) ?? 0) * 3;
  const b = (names?.indices.get(to) ?? 0) * 3;
  const { positions: p } = surface;
  return Math.hypot(p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]);
}

/** Finds holes once for successive bodies with the same triangles: faults depend on the triangles only. */
function cacheFaults(): (body: ComparedBody) => SurfaceFaults {
  let last: { readonly triangles: Uint32Array; readonly faults: SurfaceFaults } | null = null;
  return ({ surface }) => {
    const { triangles } = surface;
    const isSame = last?.triangles.length === triangles.length && last.triangles.every((v, i) => v === triangles[i]);
    if (last === null || !isSame) last = { triangles, faults: findSurfaceFaults(surface) };
    return last.faults;
  };
}

/** Volume of a closed surface; null and a note for a surface with holes, whose volume is undefined. */
function closedVolume({ name, surface }: ComparedBody, faults: SurfaceFaults, notes: string[]): number | null {
  const faultCount = faults.openEdgeCount + faults.badEdgeCount;
  const isEmpty = surface.triangles.length === 0;
  if (!isEmpty && faultCount === 0) return Math.abs(surfaceVolume(surface.positions, surface.triangles));
  const why = isEmpty ? 'it has no triangles' : `${faultCount} edges are open or bad`;
  notes.push(`${name}: no volume and weight, because the surface is not closed (${why})`);
  return null;
}

const UP = [0, 1, 0] as const;

/** Offset of the cut, metres: exactly at the vertex, all of its edges would be cut in the same point. */
const hair = 1e-7;

/**
 * Length of a level tape at the height of a vertex, metres: convex hull of the outline nearest to the vertex. A vertex of
 * the thigh gives the thigh, the navel the waist. Null where the surface has no closed outline there.
 */
function circumferenceAt(surface: BodySurface, vertex: number): number | null {
  const [x, y, z] = surface.positions.subarray(vertex * 3, vertex * 3 + 3);
  let nearest = Number.POSITIVE_INFINITY;
  let points: Float64Array | null = null;
  for (const loop of slicePlane(surface, UP, y + hair)) {
    if (!loop.isClosed) continue;
    for (let at = 0; at < loop.points.length; at += 3) {
      const distanceSq = (loop.points[at] - x) ** 2 + (loop.points[at + 2] - z) ** 2;
      if (distanceSq >= nearest) continue;
      nearest = distanceSq;
      points = loop.points;
    }
  }
  return points === null ? null : tapeAround(points, UP).length;
}
