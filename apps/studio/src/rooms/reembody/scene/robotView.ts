import type { RobotShape } from '@leib/reembody/robot';
import { disposeTree } from '@leib/three';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from 'three';

/** A robot's shapes, each where it is. */
export interface RobotView {
  readonly root: Group;
  /** Places of the shapes, position and rotation, shapes x 7 from `at` on. */
  update(output: Float64Array, at: number): void;
  dispose(): void;
}

export function createRobotView(shapes: readonly RobotShape[]): RobotView {
  const root = new Group();
  root.name = 'robot';
  for (const shape of shapes) {
    const geometry = geometryOf(shape);
    const materials = [materialOf(shape.color), ...shape.meshColors.map(({ color }) => materialOf(color))];
    addGroups(geometry, shape);
    const mesh = new Mesh(geometry, materials.length > 1 ? materials : materials[0]);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    root.add(mesh);
  }
  return {
    root,
    update(output, at) {
      for (let i = 0; i < root.children.length; i++) {
        const p = at + i * 7;
        const { position, quaternion } = root.children[i];
        position.set(output[p], output[p + 1], output[p + 2]);
        quaternion.set(output[p + 3], output[p + 4], output[p + 5], output[p + 6]);
      }
    },
    dispose() {
      root.removeFromParent();
      disposeTree(root);
    },
  };
}

function materialOf([red, green, blue, opacity]: RobotShape['color']): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.15, opacity, transparent: opacity < 1 });
  material.color.setRGB(red, green, blue, 'srgb');
  return material;
}

/** Runs of triangles in their own colours; the first material is for the rest. */
function addGroups(geometry: BufferGeometry, { meshColors, triangles }: RobotShape): void {
  if (meshColors.length === 0) return;
  let next = 0;
  for (const [i, { firstTriangle, triangleCount }] of meshColors.entries()) {
    if (firstTriangle > next) geometry.addGroup(next * 3, (firstTriangle - next) * 3, 0);
    geometry.addGroup(firstTriangle * 3, triangleCount * 3, i + 1);
    next = firstTriangle + triangleCount;
  }
  if (next * 3 < triangles.length) geometry.addGroup(next * 3, triangles.length - next * 3, 0);
}

/** MuJoCo's capsules and cylinders stand along z, three's along y. */
function geometryOf({ kind, size, vertices, triangles }: RobotShape): BufferGeometry {
  const [a, b, c] = size;
  switch (kind) {
    case 'sphere':
      return new SphereGeometry(a, 24, 16);
    case 'ellipsoid':
      return new SphereGeometry(1, 24, 16).scale(a, b, c);
    case 'capsule':
      return new CapsuleGeometry(a, 2 * b, 8, 20).rotateX(Math.PI / 2);
    case 'cylinder':
      return new CylinderGeometry(a, a, 2 * b, 24).rotateX(Math.PI / 2);
    case 'box':
      return new BoxGeometry(2 * a, 2 * b, 2 * c);
    case 'mesh': {
      const indexed = new BufferGeometry();
      indexed.setAttribute('position', new BufferAttribute(vertices, 3));
      // STL has three corners of its own for every triangle.
      if (triangles.length * 3 === vertices.length && triangles.every((corner, i) => corner === i)) {
        indexed.computeVertexNormals();
        return indexed;
      }
      indexed.setIndex(new BufferAttribute(triangles, 1));
      const flat = indexed.toNonIndexed();
      flat.computeVertexNormals();
      indexed.dispose();
      return flat;
    }
  }
}
