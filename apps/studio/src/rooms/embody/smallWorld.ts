import { disposeTree, type StageTheme } from '@leib/three';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
} from 'three';

export interface SmallWorld {
  readonly root: Group;
  setTheme(theme: StageTheme): void;
  dispose(): void;
}

/** A dwelling's stairs, metres: DIN 18065 asks for 14-20 cm by 23-37 cm. */
const RISE = 0.17;
const TREAD = 0.29;
const STEPS = 4;
const LANDING = 0.9;
const STAIRS = { width: 1.3, fromZ: 1 } as const;

const colors: Readonly<Record<StageTheme, string>> = { light: '#d3d9e1', dark: '#565e6b' };

/** Stairs ahead of the start, up and down; a ramp to its right; a low box behind; rough ground ahead on the left. */
export function createSmallWorld(): SmallWorld {
  const material = new MeshLambertMaterial({ flatShading: true });
  const root = new Group();
  root.name = 'small world';
  addStairs(root, material);
  add(root, material, createRamp(1.8, 0.36, 0.8, 1.2), -1.3, 0, -0.1);
  add(root, material, new BoxGeometry(0.8, 0.2, 0.8), -1.1, 0.1, -1.9);
  add(root, material, createRoughGround(2.4), 2.5, 0, 2.4);
  const color = new Color();
  return {
    root,
    setTheme(theme) {
      material.color.copy(color.set(colors[theme]));
    },
    dispose: () => disposeTree(root),
  };
}

function add(
  root: Group,
  material: MeshLambertMaterial,
  geometry: BufferGeometry,
  x: number,
  y: number,
  z: number,
): void {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(x, y, z);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  root.add(mesh);
}

/** One block per step, from the floor up; the landing is the highest. */
function addStairs(root: Group, material: MeshLambertMaterial): void {
  let z: number = STAIRS.fromZ;
  for (let i = 1; i < 2 * STEPS; i++) {
    const height = RISE * (STEPS - Math.abs(STEPS - i));
    const depth = i === STEPS ? LANDING : TREAD;
    add(root, material, new BoxGeometry(STAIRS.width, height, depth), 0, height / 2, z + depth / 2);
    z += depth;
  }
}

/** A slope that rises along -X, and a flat end with an edge to fall from. Origin: the foot of the slope. */
function createRamp(length: number, height: number, flat: number, width: number): BufferGeometry {
  const outline = [
    [0, 0],
    [-length, height],
    [-length - flat, height],
    [-length - flat, 0],
  ] as const;
  const corners: number[] = [];
  const triangle = (...points: readonly (readonly [x: number, y: number, z: number])[]) => {
    for (const [x, y, z] of points) corners.push(x, y, z);
  };
  const side = width / 2;
  for (let i = 0; i < outline.length - 1; i++) {
    const [ax, ay] = outline[i];
    const [bx, by] = outline[i + 1];
    triangle([ax, ay, side], [bx, by, -side], [bx, by, side]);
    triangle([ax, ay, side], [ax, ay, -side], [bx, by, -side]);
  }
  const [a, b, c, d] = outline;
  triangle([a[0], a[1], side], [b[0], b[1], side], [d[0], d[1], side]);
  triangle([b[0], b[1], side], [c[0], c[1], side], [d[0], d[1], side]);
  triangle([a[0], a[1], -side], [d[0], d[1], -side], [b[0], b[1], -side]);
  triangle([b[0], b[1], -side], [d[0], d[1], -side], [c[0], c[1], -side]);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** A square of humps that runs out to nothing at its edges. */
function createRoughGround(size: number): BufferGeometry {
  const geometry = new PlaneGeometry(size, size, 20, 20);
  geometry.rotateX(-Math.PI / 2);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const x = position.getX(i);
    const z = position.getZ(i);
    const toEdge = 1 - Math.max(Math.abs(x), Math.abs(z)) / (size / 2);
    const hump = 0.5 + 0.3 * Math.sin(4.1 * x + 1) * Math.cos(3.7 * z) + 0.2 * Math.sin(7.3 * z + 2.6 * x);
    position.setY(i, 0.14 * hump * Math.min(1, 4 * toEdge));
  }
  geometry.computeVertexNormals();
  return geometry;
}
