import { BufferAttribute, type BufferGeometry, Mesh, type Object3D, SkinnedMesh } from 'three';
import { THIRD_PERSON_LAYER } from '../layers.js';

/** From this share of a vertex' weight on, it moves with the head and goes with it. */
const headShare = 0.5;

export interface HeadCut {
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
