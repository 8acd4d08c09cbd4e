import { updateNormals } from '../shape/poseShape.js';
import type { FittedPart } from './fitPart.js';

/** Points nearer than this are one point, metres. */
const SAME = 5e-5;
/** Side of the cells in which they are looked for. */
const CELL = 1e-3;

/** A bald head: the scalp under the hair becomes part of the skin, with normals that are smooth across the seam. */
export function joinScalp(parts: readonly FittedPart[]): FittedPart[] {
  const skin = parts.find(({ material }) => material === 'skin');
  const scalp = parts.find(({ material }) => material === 'hair');
  if (!skin || !scalp) return [...parts];
  const positions = joined(Float64Array, skin.positions, scalp.positions);
  const first = skin.positions.length / 3;
  const triangles = joined(
    Uint32Array,
    skin.triangles,
    scalp.triangles.map((vertex) => vertex + first),
  );
  const plain = new Float32Array(scalp.positions.length).fill(1);
  const still = new Float32Array(scalp.positions.length);
  const whole: FittedPart = {
    ...skin,
    positions,
    triangles,
    normals: weldedNormals(positions, triangles),
    colours: skin.colours && joined(Float32Array, skin.colours, scalp.colours ?? plain),
    joints: joined(Uint8Array, skin.joints, scalp.joints),
    weights: joined(Float32Array, skin.weights, scalp.weights),
    morphs: skin.morphs.map((morph, k) => joined(Float32Array, morph, scalp.morphs[k] ?? still)),
  };
  return parts.flatMap((part) => (part === skin ? [whole] : part === scalp ? [] : [part]));
}

function joined<Values extends { length: number; set(values: Values, at?: number): void }>(
  type: new (length: number) => Values,
  a: Values,
  b: Values,
): Values {
  const out = new type(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Normals as if vertices at the same place were one. */
function weldedNormals(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const welded = weld(positions);
  const normals = new Float64Array(positions.length);
  updateNormals(
    triangles.map((vertex) => welded[vertex]),
    positions,
    normals,
  );
  welded.forEach((from, vertex) => {
    normals.copyWithin(vertex * 3, from * 3, from * 3 + 3);
  });
  return normals;
}

/** For each vertex the first one at its place. */
function weld(positions: Float64Array): Uint32Array {
  const cells = new Map<string, number[]>();
  const cellOf = (value: number, side: number) => Math.floor((value + side * SAME) / CELL);
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = positions.subarray(vertex * 3, vertex * 3 + 3);
    const isSame = (other: number) =>
      Math.hypot(positions[other * 3] - x, positions[other * 3 + 1] - y, positions[other * 3 + 2] - z) < SAME;
    // A neighbour may lie just across the border of a cell.
    const sides = [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c) => [a, b, c])));
    const keys = new Set(sides.map(([a, b, c]) => `${cellOf(x, a)} ${cellOf(y, b)} ${cellOf(z, c)}`));
    for (const key of keys) {
      const found = cells.get(key)?.find(isSame);
      if (found !== undefined) return found;
    }
    const own = `${cellOf(x, 0)} ${cellOf(y, 0)} ${cellOf(z, 0)}`;
    cells.set(own, [...(cells.get(own) ?? []), vertex]);
    return vertex;
  });
}
