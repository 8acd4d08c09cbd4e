import { BODY_DENSITY, findSurfaceFaults, type SurfaceFaults, surfaceVolume } from '../measure/surfaceVolume.js';
import type { BodyDistance } from './bodyDistances.js';
import { circumferenceAt } from './circumferenceAt.js';
import { type BodyToCompare, bodyBox, type ComparedBody } from './comparedBody.js';
import { whyNotOn } from './namedVertices.js';
import { type PlaceOptions, placeBody } from './placeBody.js';
import { surfaceDistance } from './surfaceDistance.js';

export interface CompareOptions extends Omit<PlaceOptions, 'stature'> {
  readonly distances?: readonly BodyDistance[];
  /** Named vertices at whose heights a tape is laid. */
  readonly circumferences?: readonly string[];
  /** Scales all bodies to one stature: metres, or the mean of theirs. They keep their own when absent. */
  readonly stature?: number | 'mean';
  /** kg/m³. */
  readonly density?: number;
}

export type MeasureKind = 'box' | 'distance' | 'circumference' | 'volume' | 'weight';

/** What is measured on every body. */
export interface ComparedMeasure {
  readonly name: string;
  readonly kind: MeasureKind;
  readonly unit: 'm' | 'm³' | 'kg';
}

export interface BodyPair {
  /** Places of the two in `bodies`. */
  readonly first: number;
  readonly second: number;
  /** Second minus first, for each measure; null where one of the two has none. */
  readonly differences: readonly (number | null)[];
  /** Mean and largest distance of vertex to same vertex, metres; null for bodies of different topology. */
  readonly meanDistance: number | null;
  readonly maxDistance: number | null;
}

export interface BodyComparison {
  readonly bodies: readonly ComparedBody[];
  readonly measures: readonly ComparedMeasure[];
  /** Of each body, the value of each measure; null where it cannot be taken. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Every pair once. */
  readonly pairs: readonly BodyPair[];
  /** What could not be taken, and why. */
  readonly notes: readonly string[];
}

/**
 * Measures any number of bodies alike and sets every two against each other: boxes, named distances, tapes at the
 * heights of named vertices, volume and weight, and where the topology is the same the surfaces themselves. Throws where
 * a body does not fit its named vertices: a wrong vertex would give a measurement, not an error.
 */
export function compareBodies(bodies: readonly BodyToCompare[], options: CompareOptions = {}): BodyComparison {
  const { distances = [], circumferences = [], density = BODY_DENSITY, stature, ...placing } = options;
  for (const { name, surface, names } of bodies) {
    const reason = names === null ? null : whyNotOn(names, surface.positions.length / 3);
    if (reason !== null) throw new Error(`${name} ${reason}.`);
    if (names === null && (distances.length > 0 || circumferences.length > 0)) {
      throw new Error(`${name} has no named vertices.`);
    }
    const unknown = circumferences.find((place) => !names?.indices.has(place));
    if (unknown !== undefined) throw new Error(`${name}: ${unknown} is not defined by the vertices file.`);
  }
  const placed = placeAll(bodies, placing, stature);
  const measures: ComparedMeasure[] = [
    ...['BoxWidth', 'BoxHeight', 'BoxDepth'].map((name): ComparedMeasure => ({ name, kind: 'box', unit: 'm' })),
    ...distances.map(({ name }): ComparedMeasure => ({ name, kind: 'distance', unit: 'm' })),
    ...circumferences.map((place): ComparedMeasure => ({ name: `Around${place}`, kind: 'circumference', unit: 'm' })),
    { name: 'Volume', kind: 'volume', unit: 'm³' },
    { name: 'Weight', kind: 'weight', unit: 'kg' },
  ];
  const notes: string[] = [];
  const faultsOf = rememberFaults();
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
  const pairs: BodyPair[] = [];
  for (let first = 0; first < placed.length; first++) {
    for (let second = first + 1; second < placed.length; second++) {
      const between = surfaceDistance(placed[first], placed[second]);
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
  return { bodies: placed, measures, values, pairs, notes };
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

/** Looks for holes once for bodies in a row that have the same triangles: whether a surface is closed is in those alone. */
function rememberFaults(): (body: ComparedBody) => SurfaceFaults {
  let last: { readonly triangles: Uint32Array; readonly faults: SurfaceFaults } | null = null;
  return ({ surface }) => {
    const { triangles } = surface;
    const isSame = last?.triangles.length === triangles.length && last.triangles.every((v, i) => v === triangles[i]);
    if (last === null || !isSame) last = { triangles, faults: findSurfaceFaults(surface) };
    return last.faults;
  };
}

/** Volume of a closed surface; null, and a note, where it has holes: their size would be part of the answer. */
function closedVolume({ name, surface }: ComparedBody, faults: SurfaceFaults, notes: string[]): number | null {
  const faultCount = faults.openEdgeCount + faults.badEdgeCount;
  const isEmpty = surface.triangles.length === 0;
  if (!isEmpty && faultCount === 0) return Math.abs(surfaceVolume(surface.positions, surface.triangles));
  const why = isEmpty ? 'it has no triangles' : `${faultCount} edges are open or bad`;
  notes.push(`${name}: no volume and weight, because the surface is not closed (${why})`);
  return null;
}
