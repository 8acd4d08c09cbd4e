import { DEG } from '@leib/core';
import { Box3, Matrix4, type Object3D, Quaternion, type Skeleton, SkinnedMesh, Vector3 } from 'three';

/** Joints that lie nearer to their bind pose than this, share of the skeleton's extent and radians, are in it. */
const near = { share: 0.005, angle: 1 * DEG };
/** What the skin hangs on may stand for the bind pose's place if the topmost joint stays within this. */
const sameBody = { share: 0.5, angle: 60 * DEG, scale: 0.01 };

interface BoundSkin {
  readonly mesh: SkinnedMesh;
  /** Without those that carry no skin and have a placeholder for a matrix. */
  readonly bones: readonly Object3D[];
  readonly inverses: readonly Matrix4[];
}

/**
 * Puts the joints of a model where its skin was bound to them. Files often keep the nodes in some frame of an animation, in
 * the middle of a run; the inverse bind matrices still have the pose that the body was modelled in. With X a transform that
 * all joints of a skin share, the skin is as modelled where
 *
 *   joint's world matrix = X . (inverse bind matrix)^-1
 *
 * Returns the nodes that were moved, none where the file rests in its bind pose or has a damaged one.
 */
export function takeBindPose(model: Object3D): ReadonlySet<Object3D> {
  model.updateMatrixWorld(true);
  const bindWorld = findBindPose(skinsOf(model));
  const extent = extentOf([...bindWorld.keys()].map(({ matrixWorld }) => matrixWorld));
  const isMoved = [...bindWorld].some(([{ matrixWorld }, bind]) => !isNear(matrixWorld, bind, near, extent));
  const bindExtent = extentOf([...bindWorld.values()]);
  const isSound = bindExtent > 0.3 * extent && bindExtent < 3 * extent && [...bindWorld.values()].every(isSoundPose);
  if (!isMoved || !isSound) return new Set();
  const toParent = new Matrix4();
  model.traverse((node) => {
    const bind = bindWorld.get(node);
    if (bind && node.parent) {
      toParent.copy(node.parent.matrixWorld).invert().multiply(bind);
      toParent.decompose(node.position, node.quaternion, node.scale);
    }
    // Parents come first, so the world matrix above is already the new one.
    node.updateWorldMatrix(false, false);
  });
  return new Set(bindWorld.keys());
}

function skinsOf(model: Object3D): BoundSkin[] {
  const meshes = new Map<Skeleton, SkinnedMesh[]>();
  model.traverse((node) => {
    if (node instanceof SkinnedMesh) meshes.set(node.skeleton, [...(meshes.get(node.skeleton) ?? []), node]);
  });
  return [...meshes]
    .map(([{ bones, boneInverses }, all]) => {
      const used = usedJoints(all);
      const isUsed = (_: unknown, joint: number) => used.has(joint) || !isPlaceholder(boneInverses[joint]);
      return { mesh: all[0], bones: bones.filter(isUsed), inverses: boneInverses.filter(isUsed) };
    })
    .filter(({ bones }) => bones.length > 0)
    .sort((a, b) => b.bones.length - a.bones.length);
}

/** Programs write a matrix without a place for joints that carry no skin. */
function isPlaceholder({ elements }: Matrix4): boolean {
  return Math.hypot(elements[12], elements[13], elements[14]) < 1e-9;
}

function usedJoints(meshes: readonly SkinnedMesh[]): ReadonlySet<number> {
  const used = new Set<number>();
  for (const { geometry } of meshes) {
    const { skinIndex, skinWeight } = geometry.attributes;
    for (let i = 0; i < skinIndex.count * 4; i++) {
      const [vertex, k] = [i >> 2, i & 3];
      if (skinWeight.getComponent(vertex, k) > 0) used.add(skinIndex.getComponent(vertex, k));
    }
  }
  return used;
}

/** World matrices of the bind pose; the largest skin decides where several have a joint. */
function findBindPose(skins: readonly BoundSkin[]): Map<Object3D, Matrix4> {
  const bindWorld = new Map<Object3D, Matrix4>();
  for (const skin of skins) {
    const { bones, inverses } = skin;
    const shared = bones.findIndex((bone) => bindWorld.has(bone));
    const place =
      shared >= 0
        ? new Matrix4().multiplyMatrices(bindWorld.get(bones[shared]) as Matrix4, inverses[shared])
        : placeOfSkin(skin);
    bones.forEach((bone, i) => {
      if (!bindWorld.has(bone)) bindWorld.set(bone, inverses[i].clone().invert().premultiply(place));
    });
  }
  return bindWorld;
}

/** X of a skin: where its armature or its mesh stands, if the topmost joint allows it, else where that joint is now. */
function placeOfSkin({ mesh, bones, inverses }: BoundSkin): Matrix4 {
  const depths = bones.map(depthOf);
  const top = depths.indexOf(Math.min(...depths));
  const byTop = new Matrix4().multiplyMatrices(bones[top].matrixWorld, inverses[top]);
  const extent = extentOf(bones.map(({ matrixWorld }) => matrixWorld));
  const candidates = [bones[top].parent, mesh, mesh.parent].flatMap((node) => (node ? [node.matrixWorld] : []));
  return candidates.find((place) => isNear(place, byTop, sameBody, extent)) ?? byTop;
}

function depthOf(node: Object3D): number {
  return node.parent ? 1 + depthOf(node.parent) : 0;
}

function isNear(
  a: Matrix4,
  b: Matrix4,
  within: { readonly share: number; readonly angle: number; readonly scale?: number },
  extent: number,
): boolean {
  const [from, to] = [partsOf(a), partsOf(b)];
  return (
    from.position.distanceTo(to.position) < within.share * extent &&
    from.rotation.angleTo(to.rotation) < within.angle &&
    Math.abs(from.scale.x / to.scale.x - 1) < (within.scale ?? near.share)
  );
}

function partsOf(matrix: Matrix4) {
  const parts = { position: new Vector3(), rotation: new Quaternion(), scale: new Vector3() };
  matrix.decompose(parts.position, parts.rotation, parts.scale);
  return parts;
}

/** Finite, not mirrored, and not flattened. */
function isSoundPose(matrix: Matrix4): boolean {
  const { x, y, z } = partsOf(matrix).scale;
  return x > 0 && Number.isFinite(matrix.determinant()) && Math.max(x, y, z) < 3 * Math.min(x, y, z);
}

function extentOf(matrices: readonly Matrix4[]): number {
  const box = new Box3().setFromPoints(matrices.map((matrix) => new Vector3().setFromMatrixPosition(matrix)));
  return box.isEmpty() ? 0 : Math.max(...box.getSize(new Vector3()).toArray());
}
