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
