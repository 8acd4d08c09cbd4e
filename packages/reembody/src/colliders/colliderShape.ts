/** Three numbers: x, y, z. */
export type Triple = readonly [number, number, number];

/** One number for each of the axes 0, 1 and 2. */
export function tripleOf(of: (axis: number) => number): Triple {
  return [of(0), of(1), of(2)];
}

/** A shape in its part's space: the part's joint is the origin, the axes are those of the T-pose. Metres. */
export type ColliderShape =
  | { readonly kind: 'capsule'; readonly from: Triple; readonly to: Triple; readonly radius: number }
  | { readonly kind: 'box'; readonly centre: Triple; readonly half: Triple }
  | { readonly kind: 'sphere'; readonly centre: Triple; readonly radius: number }
  | ConvexShape;

export interface ConvexShape {
  readonly kind: 'convex';
  /** Corners of the hull. count x 3. */
  readonly vertices: Float64Array;
  /** Three corners a triangle, counter-clockwise from outside. */
  readonly triangles: Uint32Array;
}

/** Signed distance of a point from a shape's surface, negative inside, metres; for fitting and tests. */
export function distanceToShape(shape: Exclude<ColliderShape, ConvexShape>, x: number, y: number, z: number): number {
  switch (shape.kind) {
    case 'sphere': {
      const [cx, cy, cz] = shape.centre;
      return Math.hypot(x - cx, y - cy, z - cz) - shape.radius;
    }
    case 'capsule': {
      const [ax, ay, az] = shape.from;
      const [dx, dy, dz] = [shape.to[0] - ax, shape.to[1] - ay, shape.to[2] - az];
      const lengthSq = dx * dx + dy * dy + dz * dz;
      const along = lengthSq === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / lengthSq;
      const t = Math.min(1, Math.max(0, along));
      return Math.hypot(x - ax - t * dx, y - ay - t * dy, z - az - t * dz) - shape.radius;
    }
    case 'box': {
      const [cx, cy, cz] = shape.centre;
      const qx = Math.abs(x - cx) - shape.half[0];
      const qy = Math.abs(y - cy) - shape.half[1];
      const qz = Math.abs(z - cz) - shape.half[2];
      const outside = Math.hypot(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0));
      return outside + Math.min(0, Math.max(qx, qy, qz));
    }
  }
}
