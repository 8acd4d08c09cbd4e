import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Plane,
  type Ray,
  Vector3,
} from 'three';
import { disposeTree } from '../disposeTree.js';

/** One axis of one joint to be drawn: how far it turns. */
export interface DrawnArc {
  /** Part that turns, by number, and the part that it hangs on. */
  readonly part: number;
  readonly parent: number;
  /** 0 x, 1 y, 2 z of the T-pose's axes, carried along by the parent. */
  readonly axis: number;
  /** Radians. */
  readonly low: number;
  readonly high: number;
}

/** Limits of joints, axis by axis, as circular sectors on the body: x red, y green, z blue. */
export interface JointArcsView {
  /** In the simulation's space. */
  readonly root: Object3D;
  /** Rebuilds the drawing. `boneWay` is where the part's bone leads at rest, three numbers. Not for every frame. */
  setArcs(arcs: readonly DrawnArc[], boneWay: (part: number) => ArrayLike<number>): void;
  /** Places of the parts, position and rotation, parts x 7 from `at` on. */
  update(places: Float64Array, at: number): void;
  /** The edge of an arc that a ray passes near, of several the nearest to where the ray begins. */
  pick(ray: Ray): { readonly arc: DrawnArc; readonly end: 'low' | 'high' } | null;
  /** The angle about an arc's axis where a ray meets its plane, -pi to pi from the bone; null where it runs beside it. */
  angleAt(ray: Ray, part: number, axis: number): number | null;
  dispose(): void;
}

const colors = ['#ff6b6b', '#5bd66f', '#5b9dff'] as const;
const STEPS = 40;
/** Of the sector about x; the others are a little smaller, so that all are seen. */
const RADIUS = 0.17;
/** How near to an edge a pointer must be to take it, metres. */
const GRASP_WIDTH = 0.02;

export function createJointArcsView(): JointArcsView {
  const root = new Group();
  root.name = 'joint arcs view';
  const materials = colors.map(
    (color) =>
      new MeshBasicMaterial({
        color,
        transparent: true,
        opacity: 0.4,
        side: DoubleSide,
        depthTest: false,
        depthWrite: false,
      }),
  );
  let shown: { readonly arc: DrawnArc; readonly mesh: Mesh; readonly zero: number }[] = [];
  const clear = () => {
    for (const { mesh } of shown) {
      mesh.geometry.dispose();
      mesh.removeFromParent();
    }
    shown = [];
  };
  return {
    root,
    setArcs(arcs, boneWay) {
      clear();
      shown = arcs.map((arc) => {
        const zero = zeroOf(arc.axis, boneWay(arc.part));
        const mesh = new Mesh(sectorOf(arc, zero), materials[arc.axis]);
        mesh.renderOrder = 950 + arc.axis;
        mesh.frustumCulled = false;
        return { arc, mesh, zero };
      });
      for (const { mesh } of shown) root.add(mesh);
    },
    update(places, at) {
      for (let i = 0; i < shown.length; i++) {
        const { arc, mesh } = shown[i];
        const p = at + arc.part * 7;
        const q = at + arc.parent * 7 + 3;
        mesh.position.set(places[p], places[p + 1], places[p + 2]);
        mesh.quaternion.set(places[q], places[q + 1], places[q + 2], places[q + 3]);
      }
    },
    pick(ray) {
      let nearest: ReturnType<JointArcsView['pick']> = null;
      let nearestDistance = Infinity;
      for (const { arc, mesh, zero } of shown) {
        const point = pointOnPlane(mesh, arc.axis, ray);
        if (point === null) continue;
        const distance = ray.origin.distanceTo(point);
        mesh.worldToLocal(point);
        const radius = point.length();
        const angle = angleOf(point, arc.axis);
        for (const end of ['low', 'high'] as const) {
          const away = angle - zero - arc[end];
          const isNear = Math.cos(away) > 0 && Math.abs(radius * Math.sin(away)) < GRASP_WIDTH;
          if (!isNear || radius < RADIUS * 0.25 || radius > RADIUS * 1.1 || distance >= nearestDistance) continue;
          nearest = { arc, end };
          nearestDistance = distance;
        }
      }
      return nearest;
    },
    angleAt(ray, part, axis) {
      const found = shown.find(({ arc }) => arc.part === part && arc.axis === axis);
      const point = found ? pointOnPlane(found.mesh, axis, ray) : null;
      if (!found || point === null) return null;
      const angle = angleOf(found.mesh.worldToLocal(point), axis) - found.zero;
      return Math.atan2(Math.sin(angle), Math.cos(angle));
    },
    dispose() {
      disposeTree(root);
      for (const material of materials) material.dispose();
    },
  };
}

/** Where a ray meets the plane of a sector, world space. */
function pointOnPlane(mesh: Mesh, axis: number, ray: Ray): Vector3 | null {
  mesh.updateWorldMatrix(true, false);
  const middle = new Vector3().setFromMatrixPosition(mesh.matrixWorld);
  const normal = new Vector3().setFromMatrixColumn(mesh.matrixWorld, axis).normalize();
  return ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, middle), new Vector3());
}

function angleOf({ x, y, z }: Vector3, axis: number): number {
  const local = [x, y, z];
  return Math.atan2(local[(axis + 2) % 3], local[(axis + 1) % 3]);
}

/** Zero is where the bone points; for a twist about the bone, any way across it. */
function zeroOf(axis: number, bone: ArrayLike<number>): number {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const length = Math.sqrt(bone[u] * bone[u] + bone[v] * bone[v]);
  return length > Math.abs(bone[axis]) * 0.2 ? Math.atan2(bone[v], bone[u]) : 0;
}

/** A fan about the axis from low to high. */
function sectorOf({ axis, low, high }: DrawnArc, zero: number): BufferGeometry {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const radius = RADIUS * (1 - 0.15 * axis);
  const positions = new Float32Array((STEPS + 2) * 3);
  for (let i = 0; i <= STEPS; i++) {
    const angle = zero + low + ((high - low) * i) / STEPS;
    positions[(i + 1) * 3 + u] = radius * Math.cos(angle);
    positions[(i + 1) * 3 + v] = radius * Math.sin(angle);
  }
  const indices = Array.from({ length: STEPS }, (_, i) => [0, i + 1, i + 2]).flat();
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  return geometry;
}
