import { Mesh, type Object3D } from 'three';
import type { GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';

/**
 * Nodes of a model without a skin that can be joints: all of them but those that are only the shape of the node above.
 * Such are the primitives of a mesh, which the loader hangs below its node, and meshes in the place of their node with
 * nothing below them.
 */
export function rigidJoints(model: Object3D, gltf: GLTF | null): readonly Object3D[] {
  const isNode = (node: Object3D) => gltf === null || gltf.parser.associations.get(node)?.nodes !== undefined;
  const joints: Object3D[] = [];
  model.traverse((node) => {
    if (node === model || !isNode(node)) return;
    const isShape =
      node instanceof Mesh && !node.children.some(isNode) && isInPlace(node) && !(node.parent instanceof Mesh);
    if (!isShape || node.parent === model) joints.push(node);
  });
  return joints;
}

function isInPlace({ position, quaternion, scale }: Object3D): boolean {
  return position.lengthSq() < 1e-12 && Math.abs(quaternion.w) > 1 - 1e-9 && Math.abs(scale.x - 1) < 1e-6;
}
