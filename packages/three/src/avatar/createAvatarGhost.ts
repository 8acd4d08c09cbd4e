import { Group, type Material, Mesh, MeshStandardMaterial, type Object3D, Skeleton, type SkinnedMesh } from 'three';
import { clone } from 'three/examples/jsm/utils/SkeletonUtils.js';
import type { Avatar } from './loadAvatar.js';

/** A second copy of a loaded avatar in one colour, translucent by default. It shares the avatar's geometry: dispose it first. */
export interface AvatarGhost {
  /** Add it where the avatar's root is. */
  readonly root: Object3D;
  /** Takes the pose that the avatar's bones are in now: apply one, copy it, apply the avatar's own. */
  copyPose(): void;
  dispose(): void;
}

export interface AvatarGhostOptions {
  readonly color?: string;
  readonly opacity?: number;
  /** Around the wearer's own eyes it has no head either, where the avatar has none there. */
  readonly isWorn?: boolean;
}

export function createAvatarGhost(
  avatar: Avatar,
  { color = '#7fd8ff', opacity = 0.32, isWorn = false }: AvatarGhostOptions = {},
): AvatarGhost {
  const isOpaque = opacity >= 1;
  const material = new MeshStandardMaterial({
    color,
    roughness: 0.9,
    transparent: !isOpaque,
    opacity,
    depthWrite: isOpaque,
    // Where it lies in the person's own skin the skin is seen, and nothing flickers.
    polygonOffset: !isOpaque,
    polygonOffsetFactor: 4,
    polygonOffsetUnits: 16,
  });
  const root = new Group();
  root.name = 'ghost';
  const copy = clone(avatar.root.children[0]);
  root.add(copy);
  const twins = pairNodes(avatar.root.children[0], copy);
  const bones = avatar.bones.flatMap((node) => {
    const twin = twins.get(node);
    return twin ? [{ node, twin }] : [];
  });
  const skeletons = new Set<Skeleton>();
  for (const [original, node] of twins) {
    if (!(node instanceof Mesh)) continue;
    const isMany = Array.isArray(node.material);
    node.material = isMany ? (node.material as Material[]).map(() => material) : material;
    node.castShadow = isOpaque;
    node.receiveShadow = isOpaque;
    node.frustumCulled = false;
    // The geometry is the avatar's, which may have lost its head for its wearer's eyes (headCut): a ghost keeps its own.
    const drawWhole = () => node.geometry.setDrawRange(0, Infinity);
    node.onBeforeRender = isWorn ? original.onBeforeRender : drawWhole;
    node.onBeforeShadow = drawWhole;
    const { skeleton } = node as Mesh as SkinnedMesh;
    if (skeleton instanceof Skeleton) skeletons.add(skeleton);
  }
  return {
    root,
    copyPose() {
      for (let i = 0; i < bones.length; i++) {
        const { node, twin } = bones[i];
        twin.quaternion.copy(node.quaternion);
        twin.position.copy(node.position);
      }
    },
    dispose() {
      for (const skeleton of skeletons) skeleton.dispose();
      material.dispose();
      root.removeFromParent();
    },
  };
}

/** Which node of a copied tree stands for which of the original. */
function pairNodes(original: Object3D, copy: Object3D): Map<Object3D, Object3D> {
  const pairs = new Map<Object3D, Object3D>([[original, copy]]);
  for (const [node, twin] of pairs) {
    for (let i = 0; i < node.children.length; i++) pairs.set(node.children[i], twin.children[i]);
  }
  return pairs;
}
