import { buildConvexHull } from '../../colliders/convexHull.js';
import type { RobotMesh } from './robotMesh.js';
import { type EditedElement, element } from './xmlEditing.js';

/** Shapes that only weigh something or are only touched are in this group, which is not drawn. */
export const HIDDEN_GROUP = '5';

/** What a shape notes that is there to be touched, in place of a mesh that is only drawn. */
export const TOUCH_MARK = '-1';

/** Hulls of less volume are boxes: the engine refuses meshes of next to none, cubic metres. */
const LEAST_VOLUME = 1e-9;
/** Boxes around meshes are at least this thick, metres. */
const LEAST_HALF = 0.002;

export interface TouchShape {
  readonly shape: EditedElement;
  /** The hull as the engine has it; null where a box does. */
  readonly asset: EditedElement | null;
}

/**
 * What a mesh is touched by in a world that is shared (guestMjcf), where the mesh is: the convex hull of its outermost points; of
 * a flat mesh the box around it.
 */
export function touchShape({ outermost }: RobotMesh, name: string): TouchShape {
  const untouched = { mass: '0', contype: '0', conaffinity: '0', group: HIDDEN_GROUP, user: TOUCH_MARK };
  const hull = buildConvexHull(outermost);
  if (hull !== null && volumeOf(hull) > LEAST_VOLUME) {
    // Whatever the file's own defaults say about meshes.
    const placed = { scale: '1 1 1', refpos: '0 0 0', refquat: '1 0 0 0' };
    const asset = element('mesh', { name, vertex: hull.vertices.join(' '), ...placed });
    return { asset, shape: element('geom', { type: 'mesh', mesh: name, ...untouched }) };
  }
  const low = [0, 1, 2].map((k) => extreme(outermost, k, Math.min));
  const high = [0, 1, 2].map((k) => extreme(outermost, k, Math.max));
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const half = low.map((value, k) => Math.max(LEAST_HALF, (high[k] - value) / 2));
  const box = { type: 'box', pos: middle.join(' '), size: half.join(' ') };
  return { asset: null, shape: element('geom', { ...box, ...untouched }) };
}

function extreme(points: Float64Array, axis: number, pick: (a: number, b: number) => number): number {
  let found = points[axis];
  for (let i = axis; i < points.length; i += 3) found = pick(found, points[i]);
  return found;
}

/** By the tetrahedra from the first corner to every triangle. */
function volumeOf({ vertices: v, triangles }: { readonly vertices: Float64Array; readonly triangles: Uint32Array }) {
  const at = (corner: number) => [0, 1, 2].map((k) => v[corner * 3 + k] - v[k]);
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])];
    volume +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  return volume;
}
