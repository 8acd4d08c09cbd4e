import type { RigSkin } from '@leib/core';
import { Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three';

/** So many vertices tell where the skin of each joint lies; more only take time. */
const maxVertices = 8000;

/** What each joint carries at rest: skin by its weights, rigid meshes that hang on it by their vertices. */
export function readRigSkin(model: Object3D, nodes: readonly Object3D[]): RigSkin {
  const jointOf = new Map(nodes.map((node, joint) => [node, joint]));
  const weights = new Float64Array(nodes.length);
  const centres = new Float64Array(nodes.length * 3);
  const meshes: Mesh[] = [];
  model.traverse((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.getAttribute('position').count, 0);
  const stride = Math.max(1, Math.ceil(total / maxVertices));
  const place = new Vector3();
  const add = (joint: number | undefined, weight: number) => {
    if (joint === undefined || !(weight > 0)) return;
    weights[joint] += weight;
    centres[joint * 3] += place.x * weight;
    centres[joint * 3 + 1] += place.y * weight;
    centres[joint * 3 + 2] += place.z * weight;
  };
  for (const mesh of meshes) {
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    const carrier = mesh instanceof SkinnedMesh ? undefined : jointAbove(jointOf, mesh);
    for (let i = 0; i < position.count; i += stride) {
      mesh.getVertexPosition(i, place).applyMatrix4(mesh.matrixWorld);
      add(carrier, 1);
      if (!(mesh instanceof SkinnedMesh)) continue;
      for (let k = 0; k < 4; k++) {
        add(jointOf.get(mesh.skeleton.bones[skinIndex.getComponent(i, k)]), skinWeight.getComponent(i, k));
      }
    }
  }
  for (let joint = 0; joint < nodes.length; joint++) {
    for (let k = 0; k < 3; k++) centres[joint * 3 + k] /= weights[joint] || 1;
  }
  return { weights, centres };
}

function jointAbove(jointOf: ReadonlyMap<Object3D, number>, mesh: Object3D): number | undefined {
  for (let node: Object3D | null = mesh; node; node = node.parent) {
    const joint = jointOf.get(node);
    if (joint !== undefined) return joint;
  }
  return undefined;
}
