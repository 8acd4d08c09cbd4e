import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { type GltfJson, looksLikeGlb, parseGltfJson, readGlb } from '../gltf/glb.js';
import { textOf } from '../io/bytes.js';
import { type GltfRecord, gltfBuffers, gltfEntry, readGltfAccessor } from './gltfAccessor.js';
import { gltfWorldMatrices, multiply, showsMesh, transformPoints } from './gltfNodes.js';
import { createGrowingUint32, gathered, pushUint32 } from './growing.js';
import type { Mesh, MeshGroup } from './mesh.js';

export interface GltfMeshOptions {
  /** Which mesh, by its name or its node's. The first that a node shows when absent. */
  readonly mesh?: string;
}

type Buffers = (index: number, from: string) => Uint8Array;

/**
 * Reads a surface from GLB, VRM or glTF with its data inside: the first mesh or the named one, all its parts, placed as
 * its node and, where it is skinned, the bones at rest say. Vertices keep their order; parts that share their
 * positions share their vertices. Throws FormatError with place and reason.
 */
export function readGltfMesh(bytes: Uint8Array, { mesh: wanted }: GltfMeshOptions = {}): Mesh {
  const { json, binary } = looksLikeGlb(bytes)
    ? readGlb(bytes)
    : { json: parseGltfJson(textOf(bytes), 'line 1'), binary: null };
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
    if (isRecord(primitive.extensions) && 'KHR_draco_mesh_compression' in primitive.extensions) {
      throw new FormatError('glTF', where, 'is packed with Draco; save the file without compression');
    }
    const { attributes } = primitive;
    let vertices = placed.get(attributes.POSITION);
    if (vertices === undefined) {
      const positions = readGltfAccessor(json, buffers, attributes.POSITION, 'VEC3', where);
      if (node?.skin !== undefined) skinAtRest({ json, buffers, worlds }, node.skin, attributes, positions, where);
      else if (nodeIndex >= 0) transformPoints(worlds[nodeIndex], positions, 0, positions.length / 3);
      vertices = { first: vertexCount, count: positions.length / 3 };
      placed.set(attributes.POSITION, vertices);
      parts.push(positions);
      vertexCount += vertices.count;
    }
    const { first, count } = vertices;
    const before = triangles.length / 3;
    const indices =
      primitive.indices === undefined
        ? Float64Array.from({ length: count }, (_, k) => k)
        : readGltfAccessor(json, buffers, primitive.indices, 'SCALAR', where);
    for (const index of indices) {
      if (index >= count) throw new FormatError('glTF', where, `names vertex ${index} of ${count}`);
    }
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
  for (let meshIndex = 0; meshIndex < meshCount; meshIndex++) {
    if (candidates.some((candidate) => candidate.meshIndex === meshIndex)) continue;
    candidates.push({ node: null, nodeIndex: -1, mesh: gltfEntry(json, 'meshes', meshIndex, 'meshes'), meshIndex });
  }
  if (candidates.length === 0) throw new FormatError('glTF', 'meshes', 'the file has no mesh');
  if (wanted === undefined) return candidates[0];
  const found = candidates.find(({ mesh, node }) => nameOf(mesh) === wanted || nameOf(node) === wanted);
  if (found) return found;
  const names = candidates.map(({ mesh, node }) => JSON.stringify(nameOf(mesh) || nameOf(node))).join(', ');
  throw new FormatError('glTF', 'meshes', `${JSON.stringify(wanted)} is not one of ${names}`);
}

interface SceneAtRest {
  readonly json: GltfJson;
  readonly buffers: Buffers;
  /** World matrix of each node, column-major. */
  readonly worlds: readonly Float64Array[];
}

/** Every vertex by its bones as they stand in the file; its node's own place does not count (specification 3.7.3.3). */
function skinAtRest(
  { json, buffers, worlds }: SceneAtRest,
  skinIndex: unknown,
  { JOINTS_0: jointsIndex, WEIGHTS_0: weightsIndex }: GltfRecord,
  positions: Float64Array,
  where: string,
): void {
  const skin = gltfEntry(json, 'skins', skinIndex, where);
  const joints = Array.isArray(skin.joints) ? (skin.joints as readonly unknown[]) : [];
  const inverseBind =
    skin.inverseBindMatrices === undefined
      ? null
      : readGltfAccessor(json, buffers, skin.inverseBindMatrices, 'MAT4', 'a skin');
  const matrices = joints.map((joint, j) => {
    gltfEntry(json, 'nodes', joint, 'a skin');
    const world = worlds[joint as number];
    return inverseBind === null || inverseBind.length < (j + 1) * 16
      ? world
      : multiply(world, inverseBind.slice(j * 16, j * 16 + 16));
  });
  const vertexJoints = readGltfAccessor(json, buffers, jointsIndex, 'VEC4', where);
  const vertexWeights = readGltfAccessor(json, buffers, weightsIndex, 'VEC4', where);
  if (vertexJoints.length * 3 !== positions.length * 4 || vertexWeights.length !== vertexJoints.length) {
    throw new FormatError('glTF', where, 'has not as many bone weights as vertices');
  }
  const blended = new Float64Array(16);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    blended.fill(0);
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      const weight = vertexWeights[vertex * 4 + k];
      if (weight === 0) continue;
      const matrix = matrices[vertexJoints[vertex * 4 + k]];
      if (matrix === undefined) {
        throw new FormatError('glTF', where, `vertex ${vertex} hangs on bone ${vertexJoints[vertex * 4 + k]}`);
      }
      sum += weight;
      for (let m = 0; m < 16; m++) blended[m] += weight * matrix[m];
    }
    if (!(sum > 0)) continue;
    for (let m = 0; m < 16; m++) blended[m] /= sum;
    transformPoints(blended, positions, vertex, vertex + 1);
  }
}

function pushTriangles(
  indices: Float64Array,
  first: number,
  mode: unknown,
  where: string,
  triangles: ReturnType<typeof createGrowingUint32>,
): void {
  const push = (a: number, b: number, c: number) => {
    pushUint32(triangles, first + indices[a]);
    pushUint32(triangles, first + indices[b]);
    pushUint32(triangles, first + indices[c]);
  };
  switch (mode) {
    case 4:
      if (indices.length % 3 !== 0) throw new FormatError('glTF', where, `${indices.length} corners of triangles`);
      for (let k = 0; k < indices.length; k += 3) push(k, k + 1, k + 2);
      return;
    case 5:
      for (let k = 2; k < indices.length; k++) push(k - 2, k % 2 === 0 ? k - 1 : k, k % 2 === 0 ? k : k - 1);
      return;
    case 6:
      for (let k = 2; k < indices.length; k++) push(0, k - 1, k);
      return;
    default:
      // Points and lines have no surface.
      if (mode === 0 || mode === 1 || mode === 2 || mode === 3) return;
      throw new FormatError('glTF', where, `mode ${JSON.stringify(mode)}`);
  }
}

function nameOf(record: GltfRecord | null): string {
  return typeof record?.name === 'string' ? record.name : '';
}
