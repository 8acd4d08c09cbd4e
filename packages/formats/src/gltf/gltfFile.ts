import { describeValue, isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { type GltfBuffers, type GltfRecord, gltfBuffers, gltfEntry } from '../mesh/gltfAccessor.js';
import {
  gltfParents,
  gltfWorldMatrices,
  localParts,
  type MatrixParts,
  parentsFirst,
  partsOfMatrix,
} from '../mesh/gltfNodes.js';
import { type GltfJson, looksLikeGlb, parseGltfJson, readGlb } from './glb.js';

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
  const { json, binary } = looksLikeGlb(bytes)
    ? readGlb(bytes)
    : { json: parseGltfJson(textOf(bytes), 'line 1'), binary: null };
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
