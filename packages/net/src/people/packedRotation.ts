/**
 * A rotation in 32 bits: two for the number of the largest component, ten for each of the others. What is kept of those is the
 * angle whose tangent is their ratio to the largest, -45 to 45 degrees, so that steps are nearly as wide everywhere: at most
 * MAX_ROTATION_ERROR, where the ratios themselves would make 0.20 degrees and the components 0.27.
 */
const BITS = 10;
const STEPS = (1 << BITS) - 1;
/** Radians of a step of an angle. */
const STEP = Math.PI / 2 / STEPS;

/** How far a rotation can be from the one that was packed, radians: 0.16 degrees. */
export const MAX_ROTATION_ERROR = 0.0028;

/** The rotation x y z w at `at`, of any length but 0; without a length, no rotation. */
export function packRotation(rotations: ArrayLike<number>, at: number): number {
  let largest = 3;
  for (let i = 0; i < 3; i++) {
    if (Math.abs(rotations[at + i]) > Math.abs(rotations[at + largest])) largest = i;
  }
  let packed = largest;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    // A rotation and its opposite are the same, and so are their ratios.
    const ratio = rotations[at + i] / rotations[at + largest] || 0;
    packed = packed * (STEPS + 1) + Math.round((Math.atan(ratio) + Math.PI / 4) / STEP);
  }
  return packed;
}

/** Any 32 bits are a unit quaternion. */
export function unpackRotation(packed: number, out: Float64Array, at: number): void {
  const largest = Math.floor(packed / 2 ** (3 * BITS)) & 3;
  let lengthSq = 1;
  let shift = 3 * BITS;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    shift -= BITS;
    const ratio = Math.tan(((packed >>> shift) & STEPS) * STEP - Math.PI / 4);
    out[at + i] = ratio;
    lengthSq += ratio * ratio;
  }
  out[at + largest] = 1;
  const scale = 1 / Math.sqrt(lengthSq);
  for (let i = 0; i < 4; i++) out[at + i] *= scale;
}
