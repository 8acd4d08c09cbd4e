import { BufferAttribute, BufferGeometry, CatmullRomCurve3, TubeGeometry, Vector3 } from 'three';
import { type LimitShape, pointOfSwing, pointOfTwist, restOfOther } from './limitCurve.js';

/** Steps along an axis's range, and along each side of a cone's rim. */
const STEPS = 48;
const CONE_STEPS = 24;

/** Place of an axis at an angle, in the space of the parent, or of the swung bone for a twist. */
export function placeOfHandle(shape: LimitShape, k: number, angle: number, out: Vector3): Vector3 {
  if (k === shape.twist) return pointOfTwist(shape, angle, out);
  const other = restOfOther(shape, k);
  return k === shape.swings[0] ? pointOfSwing(shape, angle, other, out) : pointOfSwing(shape, other, angle, out);
}

/** From an axis's low end to its high end. */
export function curveOf(shape: LimitShape, k: number): Vector3[] {
  const { low, high } = shape.drive;
  return Array.from({ length: STEPS + 1 }, (_, i) =>
    placeOfHandle(shape, k, low[k] + ((high[k] - low[k]) * i) / STEPS, new Vector3()),
  );
}

/** The border of what the bone's end reaches, once around. */
export function rimOf(shape: LimitShape): Vector3[] {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const corners = [
    [low[a], low[b]],
    [high[a], low[b]],
    [high[a], high[b]],
    [low[a], high[b]],
  ];
  return corners.flatMap(([fromA, fromB], side) => {
    const [toA, toB] = corners[(side + 1) % 4];
    return Array.from({ length: CONE_STEPS }, (_, i) => {
      const share = i / CONE_STEPS;
      return pointOfSwing(shape, fromA + (toA - fromA) * share, fromB + (toB - fromB) * share, new Vector3());
    });
  });
}

/** The cone's mantle, from the joint to the rim, and its cap on the ball that the bone's end moves on. */
export function coneOf(shape: LimitShape): BufferGeometry {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const point = new Vector3();
  const size = CONE_STEPS + 1;
  const positions: number[] = [];
  for (let i = 0; i < size * size; i++) {
    const first = low[a] + ((high[a] - low[a]) * (i % size)) / CONE_STEPS;
    const second = low[b] + ((high[b] - low[b]) * Math.floor(i / size)) / CONE_STEPS;
    positions.push(...pointOfSwing(shape, first, second, point).toArray());
  }
  const indices: number[] = [];
  for (let row = 0; row < CONE_STEPS; row++) {
    for (let column = 0; column < CONE_STEPS; column++) {
      const i = row * size + column;
      indices.push(i, i + 1, i + size, i + 1, i + size + 1, i + size);
    }
  }
  const rim = rimOf(shape);
  const apex = positions.length / 3;
  positions.push(0, 0, 0, ...rim.flatMap((each) => each.toArray()));
  for (let i = 0; i < rim.length; i++) indices.push(apex, apex + 1 + i, apex + 1 + ((i + 1) % rim.length));
  return geometryOf(positions, indices);
}

export function fanOf(points: readonly Vector3[], middle: Vector3): BufferGeometry {
  const positions = [middle, ...points].flatMap((each) => each.toArray());
  const indices = points.slice(1).flatMap((_, i) => [0, i + 1, i + 2]);
  return geometryOf(positions, indices);
}

function geometryOf(positions: readonly number[], indices: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(indices);
  return geometry;
}

export function tubeOf(points: Vector3[], radius: number, isClosed: boolean): BufferGeometry {
  return new TubeGeometry(new CatmullRomCurve3(points, isClosed), points.length, radius, 6, isClosed);
}
