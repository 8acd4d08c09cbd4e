import { type ColliderShape, type ConvexShape, distanceToShape, type Triple, tripleOf } from './colliderShape.js';

type SimpleShape = Exclude<ColliderShape, ConvexShape>;

/** Boxes cost more in a contact than capsules: they must fit better by this much to be taken. */
const BOX_HANDICAP = 1.1;
const SPHERE_HANDICAP = 1.05;

/**
 * The capsule, box or sphere that lies nearest to a part's skin: each is fitted from the points' spread, and the one
 * with the smallest mean distance to them is taken. `axis` is the way of the bone, a unit vector.
 */
export function fitSimpleCollider(points: Float64Array, axis: Triple): SimpleShape {
  const candidates: readonly (readonly [SimpleShape, number])[] = [
    [fitCapsule(points, axis), 1],
    [fitBox(points), BOX_HANDICAP],
    [fitSphere(points), SPHERE_HANDICAP],
  ];
  let best = candidates[0][0];
  let smallest = Number.POSITIVE_INFINITY;
  for (const [shape, handicap] of candidates) {
    const misfit = meanMisfit(shape, points) * handicap;
    if (misfit < smallest) {
      smallest = misfit;
      best = shape;
    }
  }
  return best;
}

/** Mean distance of the points from the shape's surface, metres. */
export function meanMisfit(shape: SimpleShape, points: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) {
    sum += Math.abs(distanceToShape(shape, points[i], points[i + 1], points[i + 2]));
  }
  return sum / (points.length / 3);
}

function fitCapsule(points: Float64Array, axis: Triple): SimpleShape {
  const count = points.length / 3;
  const centre = centroid(points);
  const along = new Float64Array(count);
  const across = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => points[i * 3 + k] - centre[k]);
    const t = x * axis[0] + y * axis[1] + z * axis[2];
    along[i] = t;
    across[i] = Math.sqrt(Math.max(0, x * x + y * y + z * z - t * t));
  }
  const radius = Math.max(quantile(across, 0.6), 1e-3);
  const [low, high] = [quantile(along, 0.02), quantile(along, 0.98)];
  const middle = (low + high) / 2;
  const reach = Math.max(0, (high - low) / 2 - radius);
  const at = (t: number): Triple => [centre[0] + t * axis[0], centre[1] + t * axis[1], centre[2] + t * axis[2]];
  return { kind: 'capsule', from: at(middle - reach), to: at(middle + reach), radius };
}

function fitBox(points: Float64Array): SimpleShape {
  const sides = [0, 1, 2].map((k) => {
    const values = Float64Array.from({ length: points.length / 3 }, (_, i) => points[i * 3 + k]);
    return [quantile(values, 0.04), quantile(values, 0.96)];
  });
  const centre = tripleOf((k) => (sides[k][0] + sides[k][1]) / 2);
  const half = tripleOf((k) => Math.max((sides[k][1] - sides[k][0]) / 2, 1e-3));
  return { kind: 'box', centre, half };
}

function fitSphere(points: Float64Array): SimpleShape {
  const centre = centroid(points);
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) {
    sum += Math.hypot(points[i] - centre[0], points[i + 1] - centre[1], points[i + 2] - centre[2]);
  }
  return { kind: 'sphere', centre, radius: Math.max(sum / (points.length / 3), 1e-3) };
}

function centroid(points: Float64Array): Triple {
  const sum = [0, 0, 0];
  for (let i = 0; i < points.length; i++) sum[i % 3] += points[i];
  const count = points.length / 3;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function quantile(values: Float64Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
