import { createPose } from '@leib/core';
import type { SkinnedSurface } from '@leib/reembody';
import { Matrix4, type Object3D, type SkinnedMesh, Vector3 } from 'three';
import type { Avatar } from '../avatar/loadAvatar.js';

/**
 * A loaded person's skin in the T-pose, as a simulated body is fitted to it. Puts the avatar into the T-pose; code that shows
 * it applies its pose again. Of larger skins every n-th vertex is taken, so that about `maxVertices` are left: shapes of
 * parts do not need more.
 */
export function skinnedSurfaceOf(avatar: Avatar, maxVertices = 6000): SkinnedSurface {
  avatar.applyPose(createPose(avatar.skeleton));
  avatar.root.updateWorldMatrix(true, true);
  const meshes: SkinnedMesh[] = [];
  avatar.root.traverse((node) => {
    const mesh = node as SkinnedMesh;
    if (mesh.isSkinnedMesh) meshes.push(mesh);
  });
  const total = meshes.reduce((sum, { geometry }) => sum + geometry.attributes.position.count, 0);
  const stride = Math.max(1, Math.ceil(total / maxVertices));
  const jointOfNode = new Map<Object3D, number>(avatar.bones.map((node, joint) => [node, joint]));
  const worldToRoot = new Matrix4().copy(avatar.root.matrixWorld).invert();
  const place = new Vector3();
  const positions: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  for (const mesh of meshes) {
    const joint = mesh.skeleton.bones.map((bone) => jointAbove(jointOfNode, bone));
    const toRoot = worldToRoot.clone().multiply(mesh.matrixWorld);
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    for (let i = 0; i < position.count; i += stride) {
      mesh.getVertexPosition(i, place).applyMatrix4(toRoot);
      positions.push(place.x, place.y, place.z);
      for (let k = 0; k < 4; k++) {
        joints.push(joint[skinIndex.getComponent(i, k)] ?? 0);
        weights.push(skinWeight.getComponent(i, k));
      }
    }
  }
  return {
    positions: Float64Array.from(positions),
    joints: Uint16Array.from(joints),
    weights: Float32Array.from(weights),
  };
}

/** The joint that a bone of the mesh is or hangs on; the root where it is none of the body's. */
function jointAbove(jointOfNode: ReadonlyMap<Object3D, number>, bone: Object3D): number {
  for (let node: Object3D | null = bone; node !== null; node = node.parent) {
    const joint = jointOfNode.get(node);
    if (joint !== undefined) return joint;
  }
  return 0;
}
