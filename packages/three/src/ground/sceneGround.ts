import { createVec3 } from '@leib/core';
import { type createGroundHit, flatGround, type Ground, type GroundSphere, type SphereContact } from '@leib/embody';
import { type Box3, BufferAttribute, BufferGeometry, Mesh, type Object3D, Vector3 } from 'three';
import { type ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';

export interface SceneGroundOptions {
  /** What there is where the scene has nothing: an endless floor at height 0, unless given. null: nothing. */
  readonly below?: Ground | null;
}

/** Steeper than this (cosine to up) is a wall, not ground to stand on. */
const LEAST_UP = 0.5;
/** Ground that is touched from just below still counts: feet stand on what they stood on a frame ago. Metres. */
const TOLERANCE = 1e-4;

/**
 * A three.js scene as ground: its meshes as they stand now, world space, in one bounding volume hierarchy. What moves
 * afterwards is not followed: make it anew. Answers allocate nothing.
 */
export function createSceneGround(root: Object3D, { below = flatGround() }: SceneGroundOptions = {}): Ground {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(bakePositions(root), 3));
  if (geometry.getAttribute('position').count === 0) return below ?? { query: () => false };
  const bvh = new MeshBVH(geometry);
  const fall = createFall();
  const touch = createTouch();
  return {
    query(x, z, belowY, out) {
      fall.begin(x, z, belowY);
      bvh.shapecast(fall);
      const isBelow = below?.query(x, z, belowY, out) ?? false;
      if (fall.height === Number.NEGATIVE_INFINITY || (isBelow && out.height > fall.height)) return isBelow;
      fall.answer(out);
      return true;
    },
    sphereContact(sphere, out) {
      out.depth = 0;
      below?.sphereContact?.(sphere, out);
      touch.begin(sphere, out);
      bvh.shapecast(touch);
      touch.end();
      return out.depth > 0;
    },
  };
}

/** Looks straight down from a height for the first surface that can be stood upon. */
function createFall() {
  const normal = new Vector3();
  const bestNormal = createVec3(0, 1, 0);
  let x = 0;
  let z = 0;
  let belowY = 0;
  let best = Number.NEGATIVE_INFINITY;
  // The hierarchy calls these without their object: what they share are variables.
  return {
    begin(atX: number, atZ: number, fromY: number): void {
      x = atX;
      z = atZ;
      belowY = fromY + TOLERANCE;
      best = Number.NEGATIVE_INFINITY;
    },
    get height(): number {
      return best;
    },
    answer(out: ReturnType<typeof createGroundHit>): void {
      out.height = best;
      for (let k = 0; k < 3; k++) out.normal[k] = bestNormal[k];
    },
    intersectsBounds({ min, max }: Box3): boolean {
      return x >= min.x && x <= max.x && z >= min.z && z <= max.z && min.y <= belowY && max.y >= best;
    },
    intersectsTriangle(triangle: ExtendedTriangle): boolean {
      const { a, b, c } = triangle;
      // Twice the area seen from above: positive for what faces up.
      const area = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
      if (!(area > 1e-12)) return false;
      const shareB = ((z - a.z) * (c.x - a.x) - (x - a.x) * (c.z - a.z)) / area;
      const shareC = ((b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z)) / area;
      if (shareB < -1e-9 || shareC < -1e-9 || shareB + shareC > 1 + 1e-9) return false;
      const height = a.y + shareB * (b.y - a.y) + shareC * (c.y - a.y);
      if (height > belowY || height <= best) return false;
      triangle.getNormal(normal);
      if (normal.y < LEAST_UP) return false;
      best = height;
      bestNormal[0] = normal.x;
      bestNormal[1] = normal.y;
      bestNormal[2] = normal.z;
      return false;
    },
  };
}

/**
 * Finds the wall that a sphere is deepest in. Of a wall that is thinner than the sphere both sides are near: only where it touches no
 * side from before it is inside of something, and the way out is a side's own.
 */
function createTouch() {
  const centre = new Vector3();
  const nearest = new Vector3();
  const normal = new Vector3();
  let radius = 0;
  let stepY = 0;
  let out: SphereContact;
  const inside = { depth: 0, x: 0, z: 0 };
  return {
    begin(sphere: GroundSphere, contact: SphereContact): void {
      centre.set(sphere.centre[0], sphere.centre[1], sphere.centre[2]);
      radius = sphere.radius;
      stepY = sphere.stepY;
      out = contact;
      inside.depth = 0;
    },
    end(): void {
      if (out.depth > 0 || inside.depth === 0) return;
      out.depth = inside.depth;
      out.normal[0] = inside.x;
      out.normal[1] = 0;
      out.normal[2] = inside.z;
    },
    intersectsBounds({ min, max }: Box3): boolean {
      return (
        max.y > stepY &&
        min.y < centre.y + radius &&
        min.x < centre.x + radius &&
        max.x > centre.x - radius &&
        min.z < centre.z + radius &&
        max.z > centre.z - radius
      );
    },
    intersectsTriangle(triangle: ExtendedTriangle): boolean {
      if (Math.max(triangle.a.y, triangle.b.y, triangle.c.y) <= stepY) return false;
      triangle.getNormal(normal);
      if (Math.abs(normal.y) >= LEAST_UP) return false;
      const level = Math.sqrt(normal.x * normal.x + normal.z * normal.z);
      triangle.closestPointToPoint(centre, nearest);
      const up = nearest.y - centre.y;
      // The circle that the sphere is at the height of the touch.
      const reach = Math.sqrt(Math.max(0, radius * radius - up * up));
      const x = centre.x - nearest.x;
      const z = centre.z - nearest.z;
      const distance = Math.sqrt(x * x + z * z);
      if (distance >= reach) return false;
      // Right behind the wall, or in it, the way out is the wall's own; beyond its edge it is the edge's.
      const isBehind = x * normal.x + z * normal.z <= -0.999 * distance * level;
      const depth = isBehind ? reach + distance : reach - distance;
      const wayX = isBehind ? normal.x / level : x / distance;
      const wayZ = isBehind ? normal.z / level : z / distance;
      if (x * normal.x + z * normal.z <= 0) {
        if (depth <= inside.depth) return false;
        inside.depth = depth;
        inside.x = wayX;
        inside.z = wayZ;
      } else if (depth > out.depth) {
        out.depth = depth;
        out.normal[0] = wayX;
        out.normal[1] = 0;
        out.normal[2] = wayZ;
      }
      return false;
    },
  };
}

/** Every triangle of every mesh under an object, world space: three corners of x, y, z each. */
function bakePositions(root: Object3D): Float32Array {
  root.updateWorldMatrix(true, true);
  const out: number[] = [];
  const corner = new Vector3();
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const position = node.geometry.getAttribute('position');
    const index = node.geometry.getIndex();
    const count = index ? index.count : position.count;
    for (let i = 0; i < count; i++) {
      corner.fromBufferAttribute(position, index ? index.getX(i) : i).applyMatrix4(node.matrixWorld);
      out.push(corner.x, corner.y, corner.z);
    }
  });
  return Float32Array.from(out);
}
