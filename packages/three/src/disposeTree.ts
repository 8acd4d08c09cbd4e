import {
  BatchedMesh,
  InstancedMesh,
  Light,
  Line,
  type Material,
  Mesh,
  type Object3D,
  Points,
  Skeleton,
  Texture,
} from 'three';

/**
 * Frees everything on the GPU that hangs on an object (geometries, materials, their textures and decoded images, bone
 * textures, instance buffers, shadow maps) and takes it out of its parent. The objects must not be drawn again.
 */
export function disposeTree(object: Object3D): void {
  const textures = new Set<Texture>();
  object.traverse((node) => disposeNode(node, textures));
  for (const texture of textures) disposeTexture(texture);
  object.removeFromParent();
}

function disposeNode(node: Object3D, textures: Set<Texture>): void {
  if (node instanceof Mesh || node instanceof Line || node instanceof Points) {
    node.geometry.dispose();
    const materials: readonly Material[] = Array.isArray(node.material) ? node.material : [node.material];
    for (const material of materials) {
      collectTextures(material, textures);
      material.dispose();
    }
  }
  if ('skeleton' in node && node.skeleton instanceof Skeleton) node.skeleton.dispose();
  if (node instanceof InstancedMesh || node instanceof BatchedMesh || node instanceof Light) node.dispose();
}

/** A material keeps its textures in plain fields (map, normalMap, ...) or, for shader materials, in uniforms. */
function collectTextures(material: Material, textures: Set<Texture>): void {
  for (const value of Object.values(material)) if (value instanceof Texture) textures.add(value);
  if (!('uniforms' in material) || !material.uniforms) return;
  for (const uniform of Object.values(material.uniforms as Record<string, { value: unknown } | null>)) {
    if (uniform?.value instanceof Texture) textures.add(uniform.value);
  }
}

function disposeTexture(texture: Texture): void {
  texture.dispose();
  // A decoded picture lives outside the JavaScript heap: without close() it waits for the garbage collector.
  const image: unknown = texture.source?.data;
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}
