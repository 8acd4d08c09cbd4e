/** Triangles that the file keeps under one name, as they lie in `triangles`. */
export interface MeshGroup {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** A surface as a file holds it: its own axes and unit, its own order of vertices. */
export interface Mesh {
  /** The file's own word for it; empty where it has none. */
  readonly name: string;
  /** vertexCount x 3, in the file's order. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle; none in a cloud of points. */
  readonly triangles: Uint32Array;
  /** Named runs of triangles, in order; triangles outside of any belong to none. */
  readonly groups: readonly MeshGroup[];
}

/** Metres per unit, for the units of body files. */
export const meshUnits = { m: 1, dm: 0.1, cm: 0.01, mm: 0.001 } as const;
export type MeshUnit = keyof typeof meshUnits;

/** Largest extent of a body in each unit: 4 m leaves room beyond the outstretched arms of a tall person. */
const largestOf: readonly (readonly [MeshUnit, number])[] = [
  ['m', 4],
  ['dm', 40],
  ['cm', 400],
  ['mm', 4000],
];

/** The unit in which a mesh has the size of a person. */
export function guessMeshUnit(positions: Float64Array): MeshUnit {
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let at = axis; at < positions.length; at += 3) {
      least = Math.min(least, positions[at]);
      greatest = Math.max(greatest, positions[at]);
    }
    extent = Math.max(extent, greatest - least);
  }
  return largestOf.find(([, most]) => extent <= most)?.[0] ?? 'mm';
}

/** A list of numbers whose length is not known beforehand, without a box for each. */
export interface Growing<T extends Float64Array | Uint32Array> {
  values: T;
  length: number;
}

const firstCapacity = 1024;

export function createGrowingFloat64(): Growing<Float64Array> {
  return { values: new Float64Array(firstCapacity), length: 0 };
}

export function createGrowingUint32(): Growing<Uint32Array> {
  return { values: new Uint32Array(firstCapacity), length: 0 };
}

export function pushFloat64(list: Growing<Float64Array>, value: number): void {
  if (list.length === list.values.length) {
    const larger = new Float64Array(list.length * 2);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.length++] = value;
}

export function pushUint32(list: Growing<Uint32Array>, value: number): void {
  if (list.length === list.values.length) {
    const larger = new Uint32Array(list.length * 2);
    larger.set(list.values);
    list.values = larger;
  }
  list.values[list.length++] = value;
}

/** What was gathered, in an array of just that length. */
export function gathered<T extends Float64Array | Uint32Array>({ values, length }: Growing<T>): T {
  return values.slice(0, length) as T;
}
