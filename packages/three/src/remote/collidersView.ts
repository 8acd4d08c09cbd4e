import type { ColliderSet, ColliderShape, RemotePart } from '@leib/reembody';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  type Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { disposeTree } from '../disposeTree.js';

/** The shapes that a simulated body collides with, each where its part is. */
export interface CollidersView {
  /** In the simulation's space. */
  readonly root: Object3D;
  /** Rebuilds the shapes. Not for every frame. */
  setParts(parts: readonly RemotePart[], setOf: (part: RemotePart) => ColliderSet): void;
  /** Parts that are drawn stronger: what an editor has selected, or a pointer is over. */
  setMarked(isMarked: (part: number) => boolean): void;
  /** Places of the parts, position and rotation, parts x 7 from `at` on. */
  update(places: Float64Array, at: number): void;
  /** The part whose shape a ray meets first, and where, world space; null where it meets none. Seen or not. */
  pick(ray: Raycaster): { readonly part: number; readonly point: Vector3; readonly distance: number } | null;
  dispose(): void;
}

const upward = new Vector3(0, 1, 0);

export function createCollidersView(color = '#ffb454', markedColor = '#4ccbb5'): CollidersView {
  const root = new Group();
  root.name = 'colliders view';
  const usual = createMaterial(color, 0.35);
  const marked = createMaterial(markedColor, 0.6);
  let holders: Group[] = [];
  const clear = () => {
    for (const mesh of holders.flatMap(({ children }) => children)) (mesh as Mesh).geometry.dispose();
    for (const holder of holders) holder.removeFromParent();
    holders = [];
  };
  return {
    root,
    setParts(parts, setOf) {
      clear();
      holders = parts.map((part) => {
        const holder = new Group();
        const set = setOf(part);
        const shapes = set === 'none' ? [] : part[set];
        for (const shape of shapes) holder.add(createShape(shape, usual));
        root.add(holder);
        return holder;
      });
    },
    setMarked(isMarked) {
      for (const [part, holder] of holders.entries()) {
        for (const mesh of holder.children) (mesh as Mesh).material = isMarked(part) ? marked : usual;
      }
    },
    update(places, at) {
      for (let part = 0; part < holders.length; part++) {
        const p = at + part * 7;
        const { position, quaternion } = holders[part];
        position.set(places[p], places[p + 1], places[p + 2]);
        quaternion.set(places[p + 3], places[p + 4], places[p + 5], places[p + 6]);
      }
    },
    pick(ray) {
      const hit = ray.intersectObjects(holders, true)[0];
      if (hit === undefined) return null;
      const part = holders.indexOf(hit.object.parent as Group);
      return { part, point: hit.point, distance: hit.distance };
    },
    dispose() {
      disposeTree(root);
      usual.dispose();
      marked.dispose();
    },
  };
}

function createMaterial(color: string, opacity: number): MeshStandardMaterial {
  return new MeshStandardMaterial({
    color: new Color(color),
    roughness: 0.8,
    transparent: true,
    opacity,
    depthWrite: false,
  });
}

function createShape(shape: ColliderShape, material: MeshStandardMaterial): Mesh {
  const mesh = new Mesh(geometryOf(shape), material);
  if (shape.kind === 'box' || shape.kind === 'sphere') mesh.position.set(...shape.centre);
  if (shape.kind === 'capsule') {
    const from = new Vector3(...shape.from);
    const to = new Vector3(...shape.to);
    mesh.position.copy(from).add(to).multiplyScalar(0.5);
    const way = to.sub(from);
    if (way.lengthSq() > 1e-12) mesh.quaternion.copy(new Quaternion().setFromUnitVectors(upward, way.normalize()));
  }
  return mesh;
}

function geometryOf(shape: ColliderShape): BufferGeometry {
  switch (shape.kind) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 20, 14);
    case 'box':
      return new BoxGeometry(shape.half[0] * 2, shape.half[1] * 2, shape.half[2] * 2);
    case 'capsule': {
      const [x, y, z] = [0, 1, 2].map((k) => shape.to[k] - shape.from[k]);
      return new CapsuleGeometry(shape.radius, Math.sqrt(x * x + y * y + z * z), 6, 14);
    }
    case 'convex': {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(shape.vertices), 3));
      geometry.setIndex(new BufferAttribute(Uint32Array.from(shape.triangles), 1));
      const flat = geometry.toNonIndexed();
      flat.computeVertexNormals();
      geometry.dispose();
      return flat;
    }
  }
}
