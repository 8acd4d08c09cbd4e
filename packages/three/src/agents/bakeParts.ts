import { createPose } from '@leib/core';
import { faceParameterNames } from '@leib/core/pack';
import type { VRMExpression, VRMExpressionMorphTargetBind } from '@pixiv/three-vrm';
import {
  type BufferAttribute,
  type InterleavedBufferAttribute,
  type Material,
  Matrix4,
  type Mesh,
  type Object3D,
  type SkinnedMesh,
  Vector3,
} from 'three';
import type { Avatar } from '../avatar/loadAvatar.js';
import { faceParameterOfMorph } from '../face/avatarFace.js';

/** All triangles of an agent that share a material, in the T-pose. Plain arrays: the GPU's and the reference's input. */
export interface AgentPart {
  readonly name: string;
  /** The avatar's own; a crowd copies it. */
  readonly material: Material;
  readonly vertexCount: number;
  /** In the T-pose, metres, the agent's own space. vertexCount x 3. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Four bones of AgentBones and how much each one moves the vertex; weights add up to 1. vertexCount x 4. */
  readonly bones: Uint8Array;
  readonly weights: Float32Array;
  /** Further attributes of the material: uv, uv1, color. */
  readonly extras: readonly PartAttribute[];
  /** Displacements of morph targets in the T-pose, metres. Each vertexCount x 3. */
  readonly morphs: readonly Float32Array[];
  readonly faceBinds: readonly FaceBind[];
}

export interface PartAttribute {
  readonly name: string;
  readonly itemSize: number;
  readonly values: Float32Array;
}

const extraNames = ['uv', 'uv1', 'color'] as const;

/**
 * Every mesh of a loaded person as it stands in the T-pose, by material. A rig with another rest pose is bent into the T-pose by
 * its own skin first, so joints and surface fit. Leaves the avatar in the T-pose: code that shows it applies its pose again.
 */
export function bakeParts(avatar: Avatar, boneOfJoint: Int16Array, isWithFace: boolean): AgentPart[] {
  avatar.applyPose(createPose(avatar.skeleton));
  avatar.root.updateWorldMatrix(true, true);
  const boneOfNode = new Map<Object3D, number>(avatar.bones.map((node, joint) => [node, boneOfJoint[joint]]));
  const groups = new Map<string, AgentPart[]>();
  avatar.root.traverse((node) => {
    const mesh = node as Mesh;
    if (!mesh.isMesh || !mesh.visible || !mesh.geometry.getAttribute('position')) return;
    const material = Array.isArray(mesh.material) ? mesh.material[0] : mesh.material;
    const part = bakeMesh(mesh, material, avatar.root, boneOfNode, isWithFace);
    const key = [material.uuid, ...part.extras.map(({ name, itemSize }) => `${name}${itemSize}`)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), part]);
  });
  return [...groups.values()].map((parts) => (parts.length === 1 ? parts[0] : mergeParts(parts)));
}

function bakeMesh(
  mesh: Mesh,
  material: Material,
  root: Object3D,
  boneOfNode: ReadonlyMap<Object3D, number>,
  isWithFace: boolean,
): AgentPart {
  const { geometry } = mesh;
  if (!geometry.getAttribute('normal')) geometry.computeVertexNormals();
  const { position, normal } = geometry.attributes;
  const vertexCount = position.count;
  const toRoot = new Matrix4().copy(root.matrixWorld).invert().multiply(mesh.matrixWorld);
  const place = (i: number, point: Vector3) => {
    if ((mesh as SkinnedMesh).isSkinnedMesh) (mesh as SkinnedMesh).applyBoneTransform(i, point);
    return point.applyMatrix4(toRoot);
  };
  const positions = new Float32Array(vertexCount * 3);
  const normals = new Float32Array(vertexCount * 3);
  const binds = isWithFace ? collectFaceBinds(mesh, root) : { binds: [], morphs: [] };
  const morphs = binds.morphs.map(() => new Float32Array(vertexCount * 3));
  const [at, rest, tip] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < vertexCount; i++) {
    rest.fromBufferAttribute(position, i);
    place(i, at.copy(rest)).toArray(positions, i * 3);
    // A vertex's transform is affine: what it does to a direction is the difference of two points.
    place(i, tip.fromBufferAttribute(normal, i).add(rest))
      .sub(at)
      .normalize()
      .toArray(normals, i * 3);
    binds.morphs.forEach((morph, m) => {
      place(i, tip.fromBufferAttribute(morph, i).add(rest))
        .sub(at)
        .toArray(morphs[m], i * 3);
    });
  }
  const index = geometry.index;
  const indices = Uint32Array.from({ length: index?.count ?? vertexCount }, (_, i) => index?.getX(i) ?? i);
  return {
    name: mesh.name,
    material,
    vertexCount,
    positions,
    normals,
    indices,
    ...readWeights(mesh, boneOfNode),
    extras: extraNames.flatMap((name) => readExtra(name, geometry.getAttribute(name) as BufferAttribute | undefined)),
    morphs,
    faceBinds: binds.binds,
  };
}

function readExtra(name: string, attribute: BufferAttribute | undefined): PartAttribute[] {
  if (!attribute) return [];
  const { count, itemSize } = attribute;
  const values = Float32Array.from({ length: count * itemSize }, (_, i) =>
    attribute.getComponent(Math.floor(i / itemSize), i % itemSize),
  );
  return [{ name, itemSize, values }];
}

function boneAbove(boneOfNode: ReadonlyMap<Object3D, number>, from: Object3D): number {
  for (let node: Object3D | null = from; node !== null; node = node.parent) {
    const bone = boneOfNode.get(node);
    if (bone !== undefined) return bone;
  }
  return 0;
}

/** Skin weights by the agent's bones: joints that move with the same bone are added up. A mesh without a skin is held by one. */
function readWeights(mesh: Mesh, boneOfNode: ReadonlyMap<Object3D, number>): Pick<AgentPart, 'bones' | 'weights'> {
  const { skinIndex, skinWeight, position } = mesh.geometry.attributes;
  const bones = new Uint8Array(position.count * 4);
  const weights = new Float32Array(position.count * 4);
  const skin = mesh as SkinnedMesh;
  const boneOfSkin = skin.isSkinnedMesh ? skin.skeleton.bones.map((node) => boneAbove(boneOfNode, node)) : [];
  const holder = boneAbove(boneOfNode, mesh);
  for (let i = 0; i < position.count; i++) {
    const sums = new Map<number, number>();
    for (let k = 0; skin.isSkinnedMesh && k < 4; k++) {
      const weight = skinWeight.getComponent(i, k);
      const bone = boneOfSkin[skinIndex.getComponent(i, k)] ?? 0;
      if (weight > 0) sums.set(bone, (sums.get(bone) ?? 0) + weight);
    }
    if (sums.size === 0) sums.set(holder, 1);
    const total = [...sums.values()].reduce((sum, weight) => sum + weight, 0);
    // The heaviest first: the others' signs are taken from it where quaternions are blended.
    [...sums]
      .sort((a, b) => b[1] - a[1])
      .forEach(([bone, weight], k) => {
        bones[i * 4 + k] = bone;
        weights[i * 4 + k] = weight / total;
      });
  }
  return { bones, weights };
}

/** Meshes of one material as one, so that they are one draw call. */
function mergeParts(parts: readonly AgentPart[]): AgentPart {
  const starts: number[] = [];
  const morphStarts: number[] = [];
  let vertexCount = 0;
  let morphCount = 0;
  for (const part of parts) {
    starts.push(vertexCount);
    morphStarts.push(morphCount);
    vertexCount += part.vertexCount;
    morphCount += part.morphs.length;
  }
  const joined = <T extends Float32Array | Uint8Array | Uint32Array>(out: T, pick: (part: AgentPart) => T): T => {
    let at = 0;
    for (const part of parts) {
      out.set(pick(part), at);
      at += pick(part).length;
    }
    return out;
  };
  const indexCount = parts.reduce((sum, { indices }) => sum + indices.length, 0);
  return {
    name: parts.map(({ name }) => name).join('+'),
    material: parts[0].material,
    vertexCount,
    positions: joined(new Float32Array(vertexCount * 3), ({ positions }) => positions),
    normals: joined(new Float32Array(vertexCount * 3), ({ normals }) => normals),
    bones: joined(new Uint8Array(vertexCount * 4), ({ bones }) => bones),
    weights: joined(new Float32Array(vertexCount * 4), ({ weights }) => weights),
    indices: joined(new Uint32Array(indexCount), (part) => part.indices.map((i) => i + starts[parts.indexOf(part)])),
    extras: parts[0].extras.map(({ name, itemSize }, e) => ({
      name,
      itemSize,
      values: joined(new Float32Array(vertexCount * itemSize), ({ extras }) => extras[e].values),
    })),
    morphs: parts.flatMap((part, p) =>
      part.morphs.map((morph) => {
        const out = new Float32Array(vertexCount * 3);
        out.set(morph, starts[p] * 3);
        return out;
      }),
    ),
    faceBinds: parts.flatMap(({ faceBinds }, p) =>
      faceBinds.map((bind) => ({ ...bind, morph: bind.morph + morphStarts[p] })),
    ),
  };
}

/** A face parameter moves a morph target. */
interface FaceBind {
  /** Column of the face stream. */
  readonly column: number;
  /** Index into the part's morphs. */
  readonly morph: number;
  readonly weight: number;
}

interface MeshFace {
  readonly binds: readonly FaceBind[];
  readonly morphs: readonly (BufferAttribute | InterleavedBufferAttribute)[];
}

/**
 * Which parameters move which morph targets of a mesh: those that a VRM's expressions name, else those that are called so (faceParameterOfMorph). Morph
 * targets that no parameter moves are left out.
 */
function collectFaceBinds(mesh: Mesh, root: Object3D): MeshFace {
  const targets = mesh.geometry.morphAttributes.position ?? [];
  if (targets.length === 0) return { binds: [], morphs: [] };
  const byExpression = expressionBinds(mesh, root);
  const named = new Map(
    Object.entries(mesh.morphTargetDictionary ?? {}).map(([name, index]) => [faceParameterOfMorph(name), index]),
  );
  const found = faceParameterNames.flatMap((parameter, column) => {
    const target = named.get(parameter);
    const own = target === undefined ? [] : [{ index: target, weight: 1 }];
    return (byExpression.get(parameter) ?? own).map(({ index, weight }) => ({ column, index, weight }));
  });
  const used = [...new Set(found.map(({ index }) => index))].filter((index) => targets[index] !== undefined);
  return {
    morphs: used.map((index) => targets[index]),
    binds: found.flatMap(({ column, index, weight }) => {
      const morph = used.indexOf(index);
      return morph < 0 ? [] : [{ column, morph, weight }];
    }),
  };
}

function expressionBinds(mesh: Mesh, root: Object3D): Map<string, { index: number; weight: number }[]> {
  const out = new Map<string, { index: number; weight: number }[]>();
  root.traverse((node) => {
    if (node.type !== 'VRMExpression') return;
    const { expressionName, binds } = node as VRMExpression;
    for (const bind of binds as readonly VRMExpressionMorphTargetBind[]) {
      if (!bind.primitives?.includes(mesh)) continue;
      const list = out.get(expressionName) ?? [];
      out.set(expressionName, [...list, { index: bind.index, weight: bind.weight }]);
    }
  });
  return out;
}
