import { BufferAttribute, BufferGeometry, Group, Mesh, MeshStandardMaterial } from 'three';
import type { ShownPart } from '../worker/bodyServiceTypes.js';

/** The dressed body on the stage: one mesh per part. */
export class DressedFigure {
  readonly root = new Group();
  #shown: readonly ShownPart[] | null = null;

  constructor() {
    this.root.name = 'dressed body';
  }

  /** Shows other parts; does nothing for the ones that are shown already. */
  show(parts: readonly ShownPart[] | null): void {
    if (parts === this.#shown) return;
    this.dispose();
    this.#shown = parts;
    if (parts) this.root.add(...parts.map(meshOf));
  }

  dispose(): void {
    for (const mesh of [...this.root.children] as Mesh<BufferGeometry, MeshStandardMaterial>[]) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#shown = null;
  }
}

function meshOf({ name, positions, normals, triangles, colours, colour, roughness }: ShownPart): Mesh {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  if (colours) geometry.setAttribute('color', new BufferAttribute(colours, 3));
  const material = new MeshStandardMaterial({ roughness, vertexColors: colours !== null });
  material.color.setRGB(...colour);
  const mesh = new Mesh(geometry, material);
  mesh.name = name;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}
