import {
  BufferAttribute,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Skeleton,
  SkinnedMesh,
} from 'three';
import { clone } from 'three/examples/jsm/utils/SkeletonUtils.js';
import { THIRD_PERSON_LAYER } from '../layers.js';
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
}

export function createAvatarGhost(
  avatar: Avatar,
  { color = '#7fd8ff', opacity = 0.32 }: AvatarGhostOptions = {},
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
  copy.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const isMany = Array.isArray(node.material);
    node.material = isMany ? (node.material as Material[]).map(() => material) : material;
    node.castShadow = isOpaque;
    node.receiveShadow = isOpaque;
    node.frustumCulled = false;
    // The geometry is the avatar's, which may have lost its head for its wearer's eyes (headCut): a ghost keeps its own.
    const drawWhole = () => node.geometry.setDrawRange(0, Infinity);
    node.onBeforeRender = drawWhole;
    node.onBeforeShadow = drawWhole;
    const { skeleton } = node as Mesh as SkinnedMesh;
    if (skeleton instanceof Skeleton) skeletons.add(skeleton);
  });
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

/** From this share of a vertex' weight on, it moves with the head and goes with it. */
const headShare = 0.5;

interface HeadCut {
  /** True: every camera sees the head. False: only cameras on THIRD_PERSON_LAYER do, and shadows keep it. */
  isHeadVisible: boolean;
}

/**
 * Lets an avatar lose its head for its wearer's eyes only. The triangles of each mesh are sorted, body first and head
 * last, and every camera draws as many of them as it should see: no second mesh, no second copy on the GPU.
 */
export function createHeadCut(root: Object3D, head: Object3D): HeadCut {
  const cut: HeadCut = { isHeadVisible: true };
  const headNodes = new Set<Object3D>();
  head.traverse((node) => headNodes.add(node));
  const bodyCounts = new Map<BufferGeometry, number>();
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const geometry: BufferGeometry = node.geometry;
    if (!bodyCounts.has(geometry)) {
      const bodyCount = headNodes.has(node)
        ? 0
        : node instanceof SkinnedMesh
          ? sortHeadLast(node, headNodes)
          : Infinity;
      bodyCounts.set(geometry, bodyCount);
    }
    const bodyCount = bodyCounts.get(geometry);
    if (bodyCount === undefined || bodyCount === Infinity) return;
    node.onBeforeRender = (_renderer, _scene, camera) => {
      const showsHead = cut.isHeadVisible || camera.layers.isEnabled(THIRD_PERSON_LAYER);
      geometry.setDrawRange(0, showsHead ? Infinity : bodyCount);
    };
    node.onBeforeShadow = () => geometry.setDrawRange(0, Infinity);
  });
  return cut;
}

/** Puts the head's triangles at the end of the index; returns how many indices the body has, Infinity if it has all. */
function sortHeadLast(mesh: SkinnedMesh, headNodes: ReadonlySet<Object3D>): number {
  const geometry: BufferGeometry = mesh.geometry;
  const skinIndex = geometry.getAttribute('skinIndex');
  const skinWeight = geometry.getAttribute('skinWeight');
  if (!skinIndex || !skinWeight) return Infinity;
  const isHeadBone = mesh.skeleton.bones.map((bone) => headNodes.has(bone));
  const vertexCount = skinIndex.count;
  const isHeadVertex = new Uint8Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let share = 0;
    for (let k = 0; k < 4; k++) {
      if (isHeadBone[skinIndex.getComponent(vertex, k)]) share += skinWeight.getComponent(vertex, k);
    }
    isHeadVertex[vertex] = share >= headShare ? 1 : 0;
  }

  const index = geometry.getIndex();
  const indexCount = index ? index.count : vertexCount;
  const body: number[] = [];
  const head: number[] = [];
  for (let at = 0; at + 2 < indexCount; at += 3) {
    const a = index ? index.getX(at) : at;
    const b = index ? index.getX(at + 1) : at + 1;
    const c = index ? index.getX(at + 2) : at + 2;
    (isHeadVertex[a] || isHeadVertex[b] || isHeadVertex[c] ? head : body).push(a, b, c);
  }
  if (head.length === 0) return Infinity;
  const bodyCount = body.length;
  const sorted = body.concat(head);
  geometry.setIndex(new BufferAttribute(vertexCount > 65535 ? new Uint32Array(sorted) : new Uint16Array(sorted), 1));
  return bodyCount;
}
