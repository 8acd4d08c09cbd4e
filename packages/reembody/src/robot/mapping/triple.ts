/** A point or direction while a robot is examined; what runs in every frame uses flat arrays. */
export type Triple = readonly [x: number, y: number, z: number];

export function tripleAt(values: ArrayLike<number>, index: number): Triple {
  return [values[index * 3], values[index * 3 + 1], values[index * 3 + 2]];
}

export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plusScaled = (a: Triple, b: Triple, amount: number): Triple => [
  a[0] + b[0] * amount,
  a[1] + b[1] * amount,
  a[2] + b[2] * amount,
];
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const lengthOf = (a: Triple): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Triple, b: Triple): number => lengthOf(minus(a, b));

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Of length 1; null where the vector is too short to have a direction. */
export function unit(a: Triple): Triple | null {
  const length = lengthOf(a);
  return length > 1e-9 ? [a[0] / length, a[1] / length, a[2] / length] : null;
}

export function meanOf(points: readonly Triple[]): Triple {
  const sum = points.reduce<Triple>((total, point) => plusScaled(total, point, 1), [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

/** Unit vector without its part along another unit vector; null where nothing is left. */
export function across(a: Triple, along: Triple): Triple | null {
  return unit(plusScaled(a, along, -dot(a, along)));
}
