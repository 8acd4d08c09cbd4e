import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, type Object3D } from 'three';
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
  dispose(): void;
}

const colors = ['#ff6b6b', '#5bd66f', '#5b9dff'] as const;
const STEPS = 40;
/** Of the sector about x; the others are a little smaller, so that all are seen. */
const RADIUS = 0.17;

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
  let shown: { readonly arc: DrawnArc; readonly mesh: Mesh }[] = [];
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
        const mesh = new Mesh(sectorOf(arc, boneWay(arc.part)), materials[arc.axis]);
        mesh.renderOrder = 950 + arc.axis;
        mesh.frustumCulled = false;
        return { arc, mesh };
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
    dispose() {
      disposeTree(root);
      for (const material of materials) material.dispose();
    },
  };
}

/** A fan about the axis from low to high. Zero is where the bone points; for a twist about the bone, any way across it. */
function sectorOf({ axis, low, high }: DrawnArc, bone: ArrayLike<number>): BufferGeometry {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const length = Math.sqrt(bone[u] * bone[u] + bone[v] * bone[v]);
  const along = Math.abs(bone[axis]);
  const zero = length > along * 0.2 ? Math.atan2(bone[v], bone[u]) : 0;
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
