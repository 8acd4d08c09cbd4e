import { isRecord } from '@leib/core';
import { FormatError, shown } from '../formatError.js';
import { type GltfJson, readGltf } from '../gltf/glb.js';
import { type GltfRecord, gltfBuffers, gltfEntry, type NotFiniteOptions, readGltfAccessor } from './gltfAccessor.js';
import { gltfWorldMatrices, showsMesh, transformPoints } from './gltfNodes.js';
import { pushTriangles, readCorners, skinAtRest } from './gltfPrimitive.js';
import type { Mesh, MeshGroup } from './mesh.js';
import { createGrowingUint32, gathered } from './mesh.js';

export interface GltfMeshOptions {
  /** Which mesh, by its name or its node's. The first that a node shows when absent. */
  readonly mesh?: string;
}

/**
 * Reads a surface from GLB, VRM or glTF with its data inside: the first mesh or the named one, all its parts, placed as
 * its node and, where it is skinned, the bones at rest say. Vertices keep their order; parts that share their
 * positions share their vertices. Throws FormatError with place and reason.
 */
export function readGltfMesh(
  bytes: Uint8Array,
  { mesh: wanted, ...options }: GltfMeshOptions & NotFiniteOptions = {},
): Mesh {
  const { json, binary } = readGltf(bytes);
  const { node, nodeIndex, mesh, meshIndex } = chooseMesh(json, wanted);
  const buffers = gltfBuffers(json, binary);
  const path = `meshes[${meshIndex}]`;
  const primitives = Array.isArray(mesh.primitives) ? (mesh.primitives as readonly unknown[]) : [];
  const parts: Float64Array[] = [];
  const placed = new Map<unknown, { readonly first: number; readonly count: number }>();
  const triangles = createGrowingUint32();
  const groups: MeshGroup[] = [];
  const worlds = nodeIndex < 0 ? [] : gltfWorldMatrices(json);
  let vertexCount = 0;
  primitives.forEach((primitive, i) => {
    const where = `${path}.primitives[${i}]`;
    if (!isRecord(primitive) || !isRecord(primitive.attributes)) {
      throw new FormatError('glTF', where, 'has no attributes');
    }
    if (isRecord(primitive.extensions) && Object.hasOwn(primitive.extensions, 'KHR_draco_mesh_compression')) {
      throw new FormatError('glTF', where, 'is packed with Draco; save the file without compression');
    }
    const { attributes } = primitive;
    let vertices = placed.get(attributes.POSITION);
    if (vertices === undefined) {
      const positions = readGltfAccessor(json, buffers, attributes.POSITION, 'VEC3', where, options);
      if (node?.skin !== undefined) skinAtRest({ json, buffers, worlds }, node.skin, attributes, positions, where);
      else if (nodeIndex >= 0) transformPoints(worlds[nodeIndex], positions, 0, positions.length / 3);
      vertices = { first: vertexCount, count: positions.length / 3 };
      placed.set(attributes.POSITION, vertices);
      parts.push(positions);
      vertexCount += vertices.count;
    }
    const { first, count } = vertices;
    const before = triangles.length / 3;
    const indices = readCorners({ json, buffers }, primitive.indices, count, where);
    pushTriangles(indices, first, primitive.mode ?? 4, where, triangles);
    const material = primitive.material === undefined ? null : gltfEntry(json, 'materials', primitive.material, where);
    const triangleCount = triangles.length / 3 - before;
    if (triangleCount > 0) groups.push({ name: nameOf(material), firstTriangle: before, triangleCount });
  });
  if (vertexCount === 0) throw new FormatError('glTF', path, 'has no vertices');
  const positions = new Float64Array(vertexCount * 3);
  let at = 0;
  for (const part of parts) {
    positions.set(part, at);
    at += part.length;
  }
  return { name: nameOf(mesh) || nameOf(node), positions, triangles: gathered(triangles), groups };
}

interface ChosenMesh {
  /** The node that shows it; null and -1 for a mesh that none shows. */
  readonly node: GltfRecord | null;
  readonly nodeIndex: number;
  readonly mesh: GltfRecord;
  readonly meshIndex: number;
}

function chooseMesh(json: GltfJson, wanted: string | undefined): ChosenMesh {
  const nodes = Array.isArray(json.nodes) ? (json.nodes as readonly unknown[]) : [];
  const meshCount = Array.isArray(json.meshes) ? json.meshes.length : 0;
  const shownBy = nodes.map((node, nodeIndex) => ({ node, nodeIndex })).filter(({ node }) => showsMesh(node));
  const candidates = shownBy.map(({ node, nodeIndex }): ChosenMesh => {
    const record = node as GltfRecord;
    const mesh = gltfEntry(json, 'meshes', record.mesh, `nodes[${nodeIndex}]`);
    return { node: record, nodeIndex, mesh, meshIndex: record.mesh as number };
  });
  const isShown = new Set(candidates.map(({ meshIndex }) => meshIndex));
  for (let meshIndex = 0; meshIndex < meshCount; meshIndex++) {
    if (isShown.has(meshIndex)) continue;
    candidates.push({ node: null, nodeIndex: -1, mesh: gltfEntry(json, 'meshes', meshIndex, 'meshes'), meshIndex });
  }
  if (candidates.length === 0) throw new FormatError('glTF', 'meshes', 'the file has no mesh');
  if (wanted === undefined) return candidates[0];
  const found = candidates.find(({ mesh, node }) => nameOf(mesh) === wanted || nameOf(node) === wanted);
  if (found) return found;
  const names = candidates.slice(0, 8).map(({ mesh, node }) => shown(nameOf(mesh) || nameOf(node)));
  const list = `${names.join(', ')}${candidates.length > names.length ? ', ...' : ''}`;
  throw new FormatError('glTF', 'meshes', `expected one of ${list}, got ${shown(wanted)}`);
}

function nameOf(record: GltfRecord | null): string {
  return typeof record?.name === 'string' ? record.name : '';
}
