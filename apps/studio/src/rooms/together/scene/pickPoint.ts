import { type InterleavedBufferAttribute, Matrix4, type Object3D, Points, Ray, Sphere, Vector3 } from 'three';

/** A point counts as met within this of the ray, metres, and so much more for each metre away: a finger is no needle. */
const LEAST_REACH = 0.01;
const REACH_PER_METRE = 0.008;
/** Beside the ray counts more than farther along it. */
const BESIDE = 3;

/** The point of those that are drawn under an object that a ray meets, world space; null where it meets none. */
export function pickPoint(root: Object3D, origin: Vector3, direction: Vector3): Vector3 | null {
  const ray = new Ray();
  const inverse = new Matrix4();
  const sphere = new Sphere();
  const found = new Vector3();
  let best = Number.POSITIVE_INFINITY;
  root.updateWorldMatrix(true, true);
  root.traverseVisible((node) => {
    if (!(node instanceof Points)) return;
    const { geometry, matrixWorld } = node;
    if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
    if (geometry.boundingSphere === null) return;
    sphere.copy(geometry.boundingSphere).applyMatrix4(matrixWorld);
    const away = Math.max(0, sphere.center.clone().sub(origin).dot(direction));
    ray.set(origin, direction);
    if (ray.distanceToPoint(sphere.center) > sphere.radius + LEAST_REACH + REACH_PER_METRE * (away + sphere.radius))
      return;
    ray.applyMatrix4(inverse.copy(matrixWorld).invert());
    const metres = matrixWorld.getMaxScaleOnAxis();
    const at = nearestIndex(geometry.getAttribute('position') as InterleavedBufferAttribute, ray, metres);
    if (at === null || at.score >= best) return;
    best = at.score;
    found.fromBufferAttribute(geometry.getAttribute('position'), at.index).applyMatrix4(matrixWorld);
  });
  return best < Number.POSITIVE_INFINITY ? found : null;
}

/** @param metres per unit of the positions */
function nearestIndex(position: InterleavedBufferAttribute, { origin, direction }: Ray, metres: number) {
  let [index, best] = [-1, Number.POSITIVE_INFINITY];
  const way = direction.clone().normalize();
  for (let i = 0; i < position.count; i++) {
    const x = position.getX(i) - origin.x;
    const y = position.getY(i) - origin.y;
    const z = position.getZ(i) - origin.z;
    const along = x * way.x + y * way.y + z * way.z;
    if (along <= 0) continue;
    const beside = Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)) * metres;
    const reach = LEAST_REACH + REACH_PER_METRE * along * metres;
    const score = along * metres + beside * BESIDE;
    if (beside > reach || score >= best) continue;
    best = score;
    index = i;
  }
  return index < 0 ? null : { index, score: best };
}
