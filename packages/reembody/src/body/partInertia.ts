import { type ColliderShape, type Triple, tripleOf } from '../colliders/colliderShape.js';

/** Inertia about the centre of mass, T-pose axes, kg m2: xx yy zz xy xz yz, as MJCF writes it. */
export type Inertia = readonly [number, number, number, number, number, number];

/** The inertia of a part: that of a homogeneous body of the part's mass in the shape of its simple collider. */
export function inertiaOfShape(shape: ColliderShape, mass: number): Inertia {
  switch (shape.kind) {
    case 'sphere': {
      const i = 0.4 * mass * shape.radius ** 2;
      return [i, i, i, 0, 0, 0];
    }
    case 'box':
      return inertiaOfBox(shape.half, mass);
    case 'convex':
      return inertiaOfBox(halfExtents(shape.vertices), mass);
    case 'capsule': {
      const [dx, dy, dz] = [0, 1, 2].map((k) => shape.to[k] - shape.from[k]);
      const straight = Math.hypot(dx, dy, dz);
      if (straight < 1e-9) return inertiaOfShape({ kind: 'sphere', centre: shape.from, radius: shape.radius }, mass);
      // As a cylinder whose caps' volume is spread over its length: 4/3 r for both half balls.
      const length = straight + (4 / 3) * shape.radius;
      const about = (mass * shape.radius ** 2) / 2;
      const across = (mass * (3 * shape.radius ** 2 + length ** 2)) / 12;
      const [x, y, z] = [dx / straight, dy / straight, dz / straight];
      const d = about - across;
      return [across + d * x * x, across + d * y * y, across + d * z * z, d * x * y, d * x * z, d * y * z];
    }
  }
}

function inertiaOfBox([x, y, z]: Triple, mass: number): Inertia {
  return [(mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y), 0, 0, 0];
}

function halfExtents(vertices: Float64Array): Triple {
  return tripleOf((k) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]);
      high = Math.max(high, vertices[i]);
    }
    return (high - low) / 2;
  });
}
