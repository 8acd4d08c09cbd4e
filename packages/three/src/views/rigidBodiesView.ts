import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  type InstancedMesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { disposeTree } from '../disposeTree.js';
import { createInstances, hideInstance, instanceMatrices, writePose } from './instanceMatrix.js';

/** How a rigid body is drawn: measured now, guessed (held or predicted), or lost, which is hollow. */
export const bodyLook = { seen: 0, guessed: 1, lost: 2 } as const;

export interface RigidBodiesView {
  readonly root: Object3D;
  /** Index of the body that is drawn in its own colour; -1 for none. */
  marked: number;
  /** `poses`: 7 numbers a body, world; `looks`: one of `bodyLook` each. */
  update(poses: Float64Array, looks: ArrayLike<number>, count: number): void;
  dispose(): void;
}

const MOST = 32;
const lookColors = [new Color('#d5dbe3'), new Color('#f5a524'), new Color('#ef4444')];
const markedColor = new Color('#4ccbb5');
/** Length of the drawn axes, metres. */
const AXIS = 0.13;
/** Drawn larger than real, so that they can be told apart beside a whole person. */
const SIZE = 1.3;

/**
 * Rigid bodies as optical trackers know them: four balls on a small frame, with the axes of the body (x red, y green,
 * z blue). A lost one stays where it was seen last and is drawn as wires.
 */
export function createRigidBodiesView(): RigidBodiesView {
  const solid = createInstances(
    'rigid bodies',
    createTreeGeometry(1),
    new MeshLambertMaterial({ emissive: '#20242a' }),
    MOST,
  );
  const hollow = createInstances(
    'lost bodies',
    createTreeGeometry(0),
    new MeshBasicMaterial({ wireframe: true }),
    MOST,
  );
  const axes = createInstances(
    'axes of bodies',
    createAxesGeometry(),
    new MeshBasicMaterial({ vertexColors: true }),
    MOST,
  );
  solid.castShadow = true;
  const root = new Group();
  root.name = 'rigid bodies view';
  root.add(solid, hollow, axes);
  const view: RigidBodiesView = {
    root,
    marked: -1,
    update(poses, looks, count) {
      for (let body = 0; body < MOST; body++) {
        const isShown = body < count;
        const isHollow = isShown && looks[body] === bodyLook.lost;
        const size = body === view.marked ? SIZE * 1.3 : SIZE;
        place(solid, body, poses, isShown && !isHollow, size);
        place(hollow, body, poses, isHollow, size * 1.15);
        place(axes, body, poses, isShown && !isHollow, size);
        if (!isShown) continue;
        const color = body === view.marked && !isHollow ? markedColor : lookColors[looks[body]];
        solid.setColorAt(body, color);
        hollow.setColorAt(body, color);
      }
      for (const mesh of [solid, hollow, axes]) {
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    },
    dispose: () => disposeTree(root),
  };
  return view;
}

function place(mesh: InstancedMesh, body: number, poses: Float64Array, isShown: boolean, size: number): void {
  if (isShown) writePose(instanceMatrices(mesh), body, poses, body * 7, size);
  else hideInstance(instanceMatrices(mesh), body);
}

/** Four balls at uneven distances, so that no turn looks like another, and the rods that hold them. `detail` of the balls. */
function createTreeGeometry(detail: number): BufferGeometry {
  const places = [
    [0.045, 0, 0.01],
    [-0.035, 0.012, 0.025],
    [0, 0.05, 0],
    [-0.01, 0.008, -0.04],
  ] as const;
  const parts: BufferGeometry[] = [new BoxGeometry(0.022, 0.012, 0.022)];
  for (const [x, y, z] of places) {
    parts.push(new IcosahedronGeometry(0.013, detail).translate(x, y, z));
    const length = Math.hypot(x, y, z);
    const rod = new CylinderGeometry(0.0035, 0.0035, length, 6).translate(0, length / 2, 0);
    rod.rotateX(Math.acos(y / length));
    rod.rotateY(Math.atan2(x, z));
    parts.push(rod);
  }
  const flat = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  const merged = mergeGeometries(flat);
  for (const part of [...parts, ...flat]) part.dispose();
  return merged;
}

function createAxesGeometry(): BufferGeometry {
  const axes = [
    { color: '#f0524d', turn: (rod: BufferGeometry) => rod.rotateZ(-Math.PI / 2) },
    { color: '#3fbf5f', turn: (rod: BufferGeometry) => rod },
    { color: '#4a86f7', turn: (rod: BufferGeometry) => rod.rotateX(Math.PI / 2) },
  ];
  const parts = axes.map(({ color, turn }) => {
    const rod = turn(new CylinderGeometry(0.004, 0.004, AXIS, 6).translate(0, AXIS / 2, 0));
    const { r, g, b } = new Color(color);
    const colors = new Float32Array(rod.getAttribute('position').count * 3);
    for (let at = 0; at < colors.length; at += 3) colors.set([r, g, b], at);
    rod.setAttribute('color', new BufferAttribute(colors, 3));
    return rod;
  });
  const merged = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return merged;
}
