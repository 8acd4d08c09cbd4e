import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { type Glb, type GltfJson, looksLikeGlb, readGltf } from '../gltf/glb.js';
import { type ByteSource, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import {
  type GltfBuffers,
  type GltfRecord,
  gltfBuffers,
  gltfEntry,
  type NotFiniteOptions,
  readGltfAccessor,
} from '../mesh/gltfAccessor.js';
import { gltfWorldMatrices, showsMesh, transformPoints } from '../mesh/gltfNodes.js';
import { pushTriangles, readCorners, skinAtRest } from '../mesh/gltfPrimitive.js';
import { createGrowingFloat64, createGrowingUint32, type Growing, gathered, pushFloat64 } from '../mesh/mesh.js';
import { readMesh } from '../mesh/readMesh.js';
import { gltfOfMesh } from './gltfOfMesh.js';

/**
 * Reads every surface of a file (OBJ, PLY, GLB, VRM, glTF with its data inside) into one frame, with the names and
 * places of its objects. A skinned mesh is read as it stands at rest. Throws FormatError with place and reason.
 */
export async function readMeshScene(source: ByteSource, options: NotFiniteOptions = {}): Promise<MeshScene> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  const isJson = textOf(bytes.subarray(0, 256)).trimStart().startsWith('{');
  if (looksLikeGlb(bytes) || isJson) return sceneOfGltf(readGltf(bytes), false, options);
  const mesh = await readMesh(bytes, options);
  if (mesh.triangles.length === 0)
    throw new FormatError('file', '', 'expected triangles, got points only; export it with its faces');
  return sceneOfGltf(gltfOfMesh(mesh), true, options);
}

interface Gathered {
  readonly positions: Growing<Float64Array>;
  readonly triangles: Growing<Uint32Array>;
  readonly parts: ScenePart[];
}

function sceneOfGltf({ json, binary }: Glb, isConverted: boolean, options: NotFiniteOptions): MeshScene {
  const worlds = gltfWorldMatrices(json);
  const buffers = gltfBuffers(json, binary);
  const nodes = Array.isArray(json.nodes) ? (json.nodes as readonly unknown[]) : [];
  const out: Gathered = { positions: createGrowingFloat64(), triangles: createGrowingUint32(), parts: [] };
  nodes.forEach((node, i) => {
    if (showsMesh(node)) gatherNode({ json, buffers, worlds, options }, node, i, out);
  });
  if (out.triangles.length === 0) throw new FormatError('glTF', 'meshes', 'expected triangles, got none');
  const positions = gathered(out.positions);
  return {
    json,
    binary,
    isConverted,
    worlds,
    parts: out.parts,
    objects: objectsOf(json, worlds, out.parts, positions),
    positions,
    triangles: gathered(out.triangles),
  };
}

interface SceneFile {
  readonly json: GltfJson;
  readonly buffers: GltfBuffers;
  readonly worlds: readonly Float64Array[];
  readonly options: NotFiniteOptions;
}

function gatherNode(file: SceneFile, node: GltfRecord, nodeIndex: number, out: Gathered): void {
  const { json, buffers, worlds, options } = file;
  const mesh = gltfEntry(json, 'meshes', node.mesh, `nodes[${nodeIndex}]`);
  const primitives = Array.isArray(mesh.primitives) ? (mesh.primitives as readonly unknown[]) : [];
  const placed = new Map<unknown, { readonly first: number; readonly count: number }>();
  primitives.forEach((primitive, i) => {
    const where = `meshes[${String(node.mesh)}].primitives[${i}]`;
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
      if (node.skin !== undefined) skinAtRest(file, node.skin, attributes, positions, where);
      else transformPoints(worlds[nodeIndex], positions, 0, positions.length / 3);
      vertices = { first: out.positions.length / 3, count: positions.length / 3 };
      placed.set(attributes.POSITION, vertices);
      for (const value of positions) pushFloat64(out.positions, value);
    }
    const { first: firstVertex, count: vertexCount } = vertices;
    const firstTriangle = out.triangles.length / 3;
    const indices = readCorners({ json, buffers }, primitive.indices, vertexCount, where);
    pushTriangles(indices, firstVertex, primitive.mode ?? 4, where, out.triangles);
    const triangleCount = out.triangles.length / 3 - firstTriangle;
    out.parts.push({ node: nodeIndex, primitive: i, firstVertex, vertexCount, firstTriangle, triangleCount });
  });
}

function objectsOf(
  json: GltfJson,
  worlds: readonly Float64Array[],
  parts: readonly ScenePart[],
  positions: Float64Array,
): SceneObject[] {
  const nodes = (json.nodes ?? []) as readonly GltfRecord[];
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach(({ children }, i) => {
    if (Array.isArray(children)) for (const child of children as readonly number[]) parents[child] = i;
  });
  const partsOfNode = new Map<number, ScenePart[]>();
  for (const part of parts) {
    const known = partsOfNode.get(part.node);
    if (known) known.push(part);
    else partsOfNode.set(part.node, [part]);
  }
  return nodes.map((node, i): SceneObject => {
    const least = [Infinity, Infinity, Infinity];
    const greatest = [-Infinity, -Infinity, -Infinity];
    for (const part of partsOfNode.get(i) ?? []) {
      for (let at = part.firstVertex * 3; at < (part.firstVertex + part.vertexCount) * 3; at++) {
        if (positions[at] < least[at % 3]) least[at % 3] = positions[at];
        if (positions[at] > greatest[at % 3]) greatest[at % 3] = positions[at];
      }
    }
    const hasMesh = least[0] <= greatest[0];
    const middle = (k: number) => (hasMesh ? (least[k] + greatest[k]) / 2 : worlds[i][12 + k]);
    return {
      node: i,
      name: nameOf(node),
      parent: parents[i],
      position: [middle(0), middle(1), middle(2)],
      size: hasMesh ? Math.hypot(...greatest.map((value, k) => value - least[k])) : 0,
    };
  });
}

/** One drawn part of a scene: a primitive of a mesh, as one node shows it. */
export interface ScenePart {
  /** Index of the node and of the primitive in its mesh. */
  readonly node: number;
  readonly primitive: number;
  /** Its vertices in `positions`; parts of one node that share their data share their vertices. */
  readonly firstVertex: number;
  readonly vertexCount: number;
  /** Its triangles in `triangles`. */
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** A named thing in the scene and where it is. */
interface SceneObject {
  readonly node: number;
  readonly name: string;
  /** Parent among the nodes; -1 for none. */
  readonly parent: number;
  /** The node's own place, or the middle of its mesh's bounds; file's axes and unit. */
  readonly position: readonly [number, number, number];
  /** Diagonal of its mesh's bounds; 0 for a node without a mesh. */
  readonly size: number;
}

/** All surfaces of a file in one frame, with the file itself, so that it can be written again with a skin. */
export interface MeshScene {
  readonly json: GltfJson;
  readonly binary: Uint8Array | null;
  /** True where the file was OBJ or PLY. */
  readonly isConverted: boolean;
  /** World matrix of each node, column-major. */
  readonly worlds: readonly Float64Array[];
  readonly parts: readonly ScenePart[];
  readonly objects: readonly SceneObject[];
  /** All vertices, world space of the file. vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}

export function nameOf(record: GltfRecord): string {
  return typeof record.name === 'string' ? record.name : '';
}

/** The scene without the surfaces of some nodes, for example small marks that only say where joints are. */
export function withoutObjects(scene: MeshScene, nodes: ReadonlySet<number>): MeshScene {
  const kept = scene.parts.filter(({ node }) => !nodes.has(node));
  if (kept.length === scene.parts.length) return scene;
  const firstOf = new Map<number, number>();
  let vertexCount = 0;
  let triangleCount = 0;
  for (const part of kept) {
    if (!firstOf.has(part.firstVertex)) {
      firstOf.set(part.firstVertex, vertexCount);
      vertexCount += part.vertexCount;
    }
    triangleCount += part.triangleCount;
  }
  const positions = new Float64Array(vertexCount * 3);
  const triangles = new Uint32Array(triangleCount * 3);
  let firstTriangle = 0;
  const parts = kept.map((part): ScenePart => {
    const firstVertex = firstOf.get(part.firstVertex) as number;
    const from = part.firstVertex;
    positions.set(scene.positions.subarray(from * 3, (from + part.vertexCount) * 3), firstVertex * 3);
    for (let k = 0; k < part.triangleCount * 3; k++) {
      triangles[firstTriangle * 3 + k] = scene.triangles[part.firstTriangle * 3 + k] - from + firstVertex;
    }
    const placed = { ...part, firstVertex, firstTriangle };
    firstTriangle += part.triangleCount;
    return placed;
  });
  return { ...scene, parts, positions, triangles };
}
