import type { SceneMark, ScenePoint } from '@leib/stage';
import { type Ray, Vector3 } from 'three';

/** A point of a mark that a ray goes by. */
export interface AimedPoint {
  /** Null: placed just now, of what is being made. */
  readonly id: string | null;
  readonly index: number;
  readonly at: ScenePoint;
}

/**
 * The point that a ray goes nearest to, by angle; null where none is within `mostAngle`, radians. Of points behind each other the nearer
 * one.
 */
export function aimedPoint(
  ray: Ray,
  marks: readonly SceneMark[],
  placed: readonly ScenePoint[],
  mostAngle: number,
): AimedPoint | null {
  let best: AimedPoint | null = null;
  let least = 1;
  const to = new Vector3();
  const look = (id: string | null, index: number, at: ScenePoint) => {
    const distance = to
      .set(...at)
      .sub(ray.origin)
      .length();
    if (distance < 1e-6) return;
    const angle = to.angleTo(ray.direction);
    // A little off and near is meant rather than dead on and far behind it.
    const cost = angle / mostAngle + 0.01 * distance;
    if (angle > mostAngle || (best !== null && cost >= least)) return;
    best = { id, index, at };
    least = cost;
  };
  for (const { id, points } of marks) points.forEach((at, index) => void look(id, index, at));
  placed.forEach((at, index) => void look(null, index, at));
  return best;
}

/** Where one stands to look at something, from where one comes: so far that it is whole before one. */
export function viewOf(
  points: readonly ScenePoint[],
  eye: Vector3,
): { readonly at: Vector3; readonly middle: Vector3 } {
  const all = points.map((point) => new Vector3(...point));
  const middle = all.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(all.length);
  const half = Math.max(...all.map((point) => point.distanceTo(middle)));
  const way = eye.clone().sub(middle).setY(0);
  if (way.lengthSq() < 1e-6) way.set(0, 0, -1);
  return { at: middle.clone().add(way.setLength(Math.max(NEAR, 1.6 * half + 0.4))), middle };
}

/** One stands no nearer to what one looks at, metres. */
const NEAR = 1.1;
