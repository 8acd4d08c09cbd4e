import type { PartShape, PuppetPart } from '../file/puppetFile.js';

/**
 * A shape ready to be asked about many points. A point is first taken into the shape's own frame and divided by the reach
 * of the side on which it lies; what is left is the same formula for every shape.
 */
export interface ReachField {
  readonly kind: PartShape['kind'];
  readonly centre: readonly [number, number, number];
  /** Rows are the shape's own axes in model space. 3 x 3. */
  readonly axes: Float64Array;
  /** One by the reach on the positive and on the negative side of x, y, z. 6 entries. */
  readonly inverseReach: Float64Array;
  readonly e: number;
  readonly n: number;
}

export function buildReachField(shape: PartShape): ReachField {
  const { centre, rotation } = shape.kind === 'bone' ? shape.influence : shape;
  const [x, y, z, w] = rotation;
  const s = 2 / (x * x + y * y + z * z + w * w);
  const axes = Float64Array.of(
    1 - s * (y * y + z * z),
    s * (x * y + z * w),
    s * (x * z - y * w),
    s * (x * y - z * w),
    1 - s * (x * x + z * z),
    s * (y * z + x * w),
    s * (x * z + y * w),
    s * (y * z - x * w),
    1 - s * (x * x + y * y),
  );
  const inverseReach = Float64Array.from(reachesOf(shape), (reach) => 1 / reach);
  const { e, n } = shape.kind === 'bone' ? shape.influence : { e: 1, n: 1 };
  return { kind: shape.kind, centre, axes, inverseReach, e, n };
}

/** Reach on the positive and on the negative side of the shape's own x, y and z. */
export function reachesOf(shape: PartShape): [number, number, number, number, number, number] {
  if (shape.kind === 'box') {
    const [x, y, z] = shape.halfSize.map((half) => Math.max(Math.abs(half), 1e-6));
    return [x, x, y, y, z, z];
  }
  const { right, left, up, down, front, back } = shape.influence.reach;
  return [right, left, up, down, front, back];
}

/**
 * How far out a point lies, as a share of the shape's reach in that direction: 0 at the centre, 1 on the boundary, 2 at
 * twice the distance. For a superellipsoid this is r^(n/2), r as in `influenceAt`.
 */
export function radiusAt(field: ReachField, x: number, y: number, z: number): number {
  const { kind, centre, axes, inverseReach, e, n } = field;
  const dx = x - centre[0];
  const dy = y - centre[1];
  const dz = z - centre[2];
  const px = axes[0] * dx + axes[1] * dy + axes[2] * dz;
  const py = axes[3] * dx + axes[4] * dy + axes[5] * dz;
  const pz = axes[6] * dx + axes[7] * dy + axes[8] * dz;
  const u = px > 0 ? px * inverseReach[0] : -px * inverseReach[1];
  const v = py > 0 ? py * inverseReach[2] : -py * inverseReach[3];
  const w = pz > 0 ? pz * inverseReach[4] : -pz * inverseReach[5];
  if (kind === 'box') return Math.max(u, v, w);
  if (e === 1 && n === 1) return Math.sqrt(u * u + v * v + w * w);
  return ((u ** (2 / e) + v ** (2 / e)) ** (e / n) + w ** (2 / n)) ** (n / 2);
}

/**
 * r = [ |x/ax|^(2/e) + |y/ay|^(2/e) ]^(e/n) + |z/az|^(2/n) for a bone, the largest of |x/ax|, |y/ay|, |z/az| for a box.
 * The point is inside the part where r < 1.
 */
export function influenceAt({ shape }: Pick<PuppetPart, 'shape'>, x: number, y: number, z: number): number {
  const field = buildReachField(shape);
  const radius = radiusAt(field, x, y, z);
  return shape.kind === 'box' ? radius : radius ** (2 / field.n);
}

export function isInsidePart(part: Pick<PuppetPart, 'shape'>, x: number, y: number, z: number): boolean {
  return influenceAt(part, x, y, z) < 1;
}

/** Least and greatest corner of what lies within `radius` of a shape, along the axes of the model. */
export function boundsOfField({ centre, axes, inverseReach }: ReachField, radius: number): Float64Array {
  const bounds = new Float64Array(6);
  for (let k = 0; k < 3; k++) {
    bounds[k] = centre[k];
    bounds[k + 3] = centre[k];
    for (let axis = 0; axis < 3; axis++) {
      const along = axes[axis * 3 + k] * radius;
      const [plus, minus] = [along / inverseReach[axis * 2], -along / inverseReach[axis * 2 + 1]];
      bounds[k] += Math.min(plus, minus);
      bounds[k + 3] += Math.max(plus, minus);
    }
  }
  return bounds;
}
