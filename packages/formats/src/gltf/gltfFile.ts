import { type BoneJoints, describeValue, type HumanoidBone, humanoidBones, isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { type GltfBuffers, type GltfRecord, gltfBuffers, gltfEntry } from '../mesh/gltfAccessor.js';
import {
  gltfParents,
  gltfWorldMatrices,
  localParts,
  type MatrixParts,
  parentsFirst,
  partsOfMatrix,
} from '../mesh/gltfNodes.js';
import { type GltfJson, readGltf } from './glb.js';

/** A glTF file: its JSON, and the bytes of its buffers by number. */
export interface GltfFile {
  readonly json: GltfJson;
  readonly buffers: GltfBuffers;
}

/** A node of a glTF file with its place in the tree. */
export interface GltfNode {
  readonly index: number;
  /** Empty where the file gives none. */
  readonly name: string;
  readonly parent: GltfNode | null;
  readonly children: readonly GltfNode[];
  /** Rest transform in the parent, and in the world. */
  readonly local: MatrixParts;
  readonly world: MatrixParts;
}

/** Opens a GLB, or a glTF with its data inside. Throws FormatError where data lies in another file. */
export function openGltf(bytes: Uint8Array): GltfFile {
  const { json, binary } = readGltf(bytes);
  const buffers = gltfBuffers(json, binary);
  entriesOf(json.buffers).forEach(({ uri }, index) => {
    if (typeof uri === 'string' && !uri.startsWith('data:')) buffers.bytes(index, 'buffers');
  });
  return { json, buffers };
}

/** All nodes, by number. */
export function readGltfNodes({ json }: GltfFile): GltfNode[] {
  const parents = gltfParents(json);
  const matrices = gltfWorldMatrices(json, parents);
  const children: GltfNode[][] = Array.from(parents, () => []);
  const nodes: GltfNode[] = new Array(parents.length);
  for (const index of parentsFirst(parents)) {
    const record = gltfEntry(json, 'nodes', index, 'nodes');
    nodes[index] = {
      index,
      name: typeof record.name === 'string' ? record.name : '',
      parent: parents[index] < 0 ? null : nodes[parents[index]],
      children: children[index],
      local: localParts(record, index),
      world: partsOfMatrix(matrices[index]),
    };
  }
  for (const node of nodes) if (node.parent) children[node.parent.index].push(node);
  return nodes;
}

/** Records of a list in the file; what is not a record is refused. */
export function entriesOf(list: unknown): readonly GltfRecord[] {
  if (list === undefined) return [];
  if (Array.isArray(list) && list.every(isRecord)) return list;
  throw new FormatError('glTF', '', `expected a list of records, got ${describeValue(list)}`);
}

/** VRM 0 called the thumb's three bones as the other fingers'; VRM 1.0 shifted them. */
const vrm0Thumbs: ReadonlyMap<string, string> = new Map([
  ['ThumbProximal', 'ThumbMetacarpal'],
  ['ThumbIntermediate', 'ThumbProximal'],
]);

/**
 * Node of each humanoid bone, where the file declares them: VRM animation, VRM 1.0 or VRM 0. null where it does not.
 */
export function declaredBones({ extensions = {} }: GltfJson, nodeCount: number): BoneJoints | null {
  for (const name of ['VRMC_vrm_animation', 'VRMC_vrm'] as const) {
    const humanBones = field(field(extensions[name], 'humanoid'), 'humanBones');
    if (!isRecord(humanBones)) continue;
    const entries = Object.entries(humanBones).map(([bone, value]): [string, unknown] => [bone, field(value, 'node')]);
    return checkBones(entries, nodeCount, name);
  }
  const vrm0 = field(field(extensions.VRM, 'humanoid'), 'humanBones');
  if (!Array.isArray(vrm0)) return null;
  const entries = vrm0.map((entry): [string, unknown] => [
    vrm1Name(textOf(field(entry, 'bone'))),
    field(entry, 'node'),
  ]);
  return checkBones(entries, nodeCount, 'VRM');
}

function vrm1Name(vrm0Name: string): string {
  return vrm0Name.replace(/Thumb(Proximal|Intermediate)$/, (part) => vrm0Thumbs.get(part) ?? part);
}

function checkBones(entries: readonly [string, unknown][], nodeCount: number, extension: string): BoneJoints {
  const bones: BoneJoints = {};
  for (const [bone, node] of entries) {
    if (!humanoidBones.includes(bone as HumanoidBone)) continue;
    if (typeof node !== 'number' || !Number.isInteger(node) || node < 0 || node >= nodeCount) {
      const path = `extensions.${extension}.humanoid.humanBones.${bone}`;
      throw new FormatError('glTF', path, `expected a node from 0 to ${nodeCount - 1}, got ${describeValue(node)}`);
    }
    bones[bone as HumanoidBone] = node;
  }
  return bones;
}

function field(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
