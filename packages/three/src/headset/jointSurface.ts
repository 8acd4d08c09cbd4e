import { type HumanoidBone, jointOfBone, type Pose } from '@leib/core';
import { type Bone, Matrix4, Quaternion, type SkinnedMesh, Vector3 } from 'three';
import type { Avatar } from '../avatar/loadAvatar.js';

/** The vertices of an avatar that move with one of its joints, in that joint's space. */
export interface JointSurface {
  /** count x 3, metres. */
  readonly positions: Float64Array;
  /** Of the edges between them, metres. */
  readonly longestEdge: number;
}

/**
 * Reads the skin around a joint from the avatar's own meshes, hair and all. `pose` is the one that was last applied. A vertex
 * belongs to the joint when at least `share` of its weight hangs on it or on what hangs on it.
 */
export function jointSurface(avatar: Avatar, bone: HumanoidBone, pose: Pose, share = 0.5): JointSurface {
  const joint = jointOfBone(avatar.skeleton, bone);
  const node = avatar.bones[joint];
  avatar.root.updateWorldMatrix(true, true);
  const own = new Set<unknown>();
  node.traverse((child) => own.add(child));
  const { worldPositions: p, worldRotations: q } = pose;
  const jointWorld = new Matrix4().compose(
    new Vector3(p[joint * 3], p[joint * 3 + 1], p[joint * 3 + 2]),
    new Quaternion(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]),
    new Vector3(1, 1, 1),
  );
  const rootToJoint = jointWorld.invert().multiply(new Matrix4().copy(avatar.root.matrixWorld).invert());
  const nodeToJoint = rootToJoint.clone().multiply(node.matrixWorld);
  const places: number[] = [];
  let longestEdgeSq = 0;
  avatar.root.traverse((child) => {
    const mesh = child as SkinnedMesh;
    if (!mesh.isSkinnedMesh) return;
    const boneNumber = mesh.skeleton.bones.indexOf(node as Bone);
    if (boneNumber < 0) return;
    // At rest the mesh hangs on the joint by this; rigid from there on.
    const toJoint = nodeToJoint.clone().multiply(mesh.skeleton.boneInverses[boneNumber]).multiply(mesh.bindMatrix);
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    const isOwn = mesh.skeleton.bones.map((known) => own.has(known));
    const placeOf = new Map<number, Vector3>();
    for (let i = 0; i < position.count; i++) {
      let weight = 0;
      for (let k = 0; k < 4; k++) if (isOwn[skinIndex.getComponent(i, k)]) weight += skinWeight.getComponent(i, k);
      if (weight < share) continue;
      const place = new Vector3().fromBufferAttribute(position, i).applyMatrix4(toJoint);
      placeOf.set(i, place);
      places.push(place.x, place.y, place.z);
    }
    const { index } = mesh.geometry;
    for (let at = 0; index && at + 2 < index.count; at += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [placeOf.get(index.getX(at + k)), placeOf.get(index.getX(at + ((k + 1) % 3)))];
        if (a && b) longestEdgeSq = Math.max(longestEdgeSq, a.distanceToSquared(b));
      }
    }
  });
  return { positions: Float64Array.from(places), longestEdge: Math.sqrt(longestEdgeSq) };
}
