import { isRecord } from '@leib/core';
import { gltfBuffers } from '../mesh/gltfAccessor.js';
import { multiply } from '../mesh/gltfNodes.js';
import { createGlbBuilder, createKeptData, type GlbBuilder, type KeptData } from './glbBuilder.js';
import { placedAttributes, placedTargets } from './placedAttributes.js';
import { type MeshScene, nameOf, type ScenePart } from './readMeshScene.js';

type Json = Record<string, unknown>;

/** Where the vertices of a scene hang on bones. */
export interface VertexSkin {
  /** Four bones and their weights per vertex of the scene; weights of a vertex sum to 1. */
  readonly vertexBones: Uint8Array;
  readonly vertexWeights: Float32Array;
}

/** One form of a scene: what is added to its vertices and normals, written file's space. vertexCount x 3. */
export interface SceneMorph {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** What the parts of a file become. */
export interface SceneWriting {
  readonly scene: MeshScene;
  /** Affine, column-major: the file's space to the written one. */
  readonly toWorld: Float64Array;
  readonly skin: VertexSkin | null;
  /** They take the place of the file's own morph targets; null: those stay. */
  readonly morphs: readonly SceneMorph[] | null;
  readonly builder: GlbBuilder;
  readonly kept: KeptData;
  /** Nodes of the file that have a mesh, in the order of the written meshes. */
  readonly nodes: readonly number[];
}

export function createSceneWriting(
  scene: MeshScene,
  toWorld: Float64Array,
  skin: VertexSkin | null,
  morphs: readonly SceneMorph[] | null,
): SceneWriting {
  const builder = createGlbBuilder();
  const kept = createKeptData(scene.json, scene.binary, builder);
  const nodes = [...new Set(scene.parts.map(({ node }) => node))];
  return { scene, toWorld, skin, morphs, builder, kept, nodes };
}

/** One mesh for each node that has one; vertices are placed, everything else is as in the file. */
export function writtenMeshes(writing: SceneWriting): Json[] {
  return writing.nodes.map((node) => writtenMesh(writing, node));
}

/** Materials, textures and images of the file, and the extensions that they use. */
export function writtenLooks({ scene, kept }: SceneWriting): Json {
  const { materials, textures, samplers } = scene.json;
  const images = kept.images();
  const looks: Json = {
    ...(isFilled(materials) && { materials }),
    ...(isFilled(textures) && { textures }),
    ...(isFilled(samplers) && { samplers }),
    ...(isFilled(images) && { images }),
  };
  return { ...looks, ...usedExtensions(looks, scene) };
}

/** A mesh that is called like a bone would be taken for it by programs that look nodes up by name. */
export function meshNodeName(scene: MeshScene, node: number, boneNames: readonly string[]): string {
  const name = nameOf((scene.json.nodes as readonly Json[])[node]) || `mesh ${node}`;
  return boneNames.includes(name) ? `${name} mesh` : name;
}

function writtenMesh(writing: SceneWriting, node: number): Json {
  const { scene } = writing;
  const record = (scene.json.nodes as readonly Json[])[node];
  const mesh = (scene.json.meshes as readonly Json[])[record.mesh as number];
  const matrix = multiply(writing.toWorld, scene.worlds[node]);
  // Parts of one node that share their vertices share what is written of them.
  const shared = new Map<number, { attributes: Json; morphed: Json }>();
  const primitives = scene.parts
    .filter((part) => part.node === node)
    .map((part) => {
      const primitive = (mesh.primitives as readonly Json[])[part.primitive];
      let written = shared.get(part.firstVertex);
      if (written === undefined) {
        const attributes = writtenAttributes(writing, part, primitive, matrix);
        written = { attributes, morphed: writtenMorphs(writing, part, attributes) };
        shared.set(part.firstVertex, written);
      }
      const isKept = writing.morphs === null && record.skin === undefined;
      const targets = Array.isArray(primitive.targets) && isKept ? primitive.targets : [];
      return {
        attributes: written.attributes,
        ...writtenIndices(writing, part, primitive, matrix),
        ...(primitive.material !== undefined && { material: primitive.material }),
        ...(targets.length > 0 && {
          targets: placedTargets(targets as readonly Json[], matrix, partContext(writing)),
        }),
        ...written.morphed,
      };
    });
  const hasTargets = writing.morphs === null && primitives.some((primitive) => 'targets' in primitive);
  return {
    name: nameOf(mesh) || nameOf(record) || 'mesh',
    primitives,
    ...(hasTargets && mesh.weights !== undefined && { weights: mesh.weights }),
    ...(writing.morphs && { weights: new Array<number>(writing.morphs.length).fill(0) }),
    // Extras name the file's own morph targets.
    ...(mesh.extras !== undefined && writing.morphs === null && { extras: mesh.extras }),
  };
}

function partContext({ scene: { json, binary }, builder }: SceneWriting) {
  return { json, buffers: gltfBuffers(json, binary), builder };
}

function writtenAttributes(writing: SceneWriting, part: ScenePart, primitive: Json, matrix: Float64Array): Json {
  const { scene, skin, toWorld, builder, kept } = writing;
  const { firstVertex: first, vertexCount: count } = part;
  const source = primitive.attributes as Json;
  const node = (scene.json.nodes as readonly Json[])[part.node];
  const isSkinned = node.skin !== undefined;
  const placed = placedAttributes({ scene, part, source, isSkinned, matrix, toWorld }, partContext(writing));
  const others = Object.entries(source).filter(
    ([name]) => !/^(POSITION|NORMAL|TANGENT|JOINTS_\d+|WEIGHTS_\d+)$/.test(name),
  );
  return {
    ...placed,
    ...Object.fromEntries(others.map(([name, index]) => [name, kept.accessor(index, name)])),
    ...(skin && {
      JOINTS_0: builder.addBytes(skin.vertexBones.slice(first * 4, (first + count) * 4)),
      WEIGHTS_0: builder.addFloats(skin.vertexWeights.slice(first * 4, (first + count) * 4), 'VEC4'),
    }),
  };
}

/** Indices as they are; a placement that mirrors turns the triangles round. */
function writtenIndices(
  { scene, builder, kept }: SceneWriting,
  part: ScenePart,
  primitive: Json,
  matrix: Float64Array,
): Json {
  if (determinant(matrix) < 0 && part.triangleCount > 0) {
    const corners = scene.triangles.slice(part.firstTriangle * 3, (part.firstTriangle + part.triangleCount) * 3);
    for (let at = 0; at < corners.length; at += 3) [corners[at], corners[at + 1]] = [corners[at + 1], corners[at]];
    return { indices: builder.addIndices(corners.map((vertex) => vertex - part.firstVertex)) };
  }
  const { indices, mode } = primitive;
  return {
    ...(indices !== undefined && { indices: kept.accessor(indices, 'indices') }),
    ...(mode !== undefined && { mode }),
  };
}

/** The part's share of the new forms. */
function writtenMorphs({ morphs, builder }: SceneWriting, part: ScenePart, attributes: Json): Json {
  if (morphs === null) return {};
  const [from, to] = [part.firstVertex * 3, (part.firstVertex + part.vertexCount) * 3];
  return {
    targets: morphs.map(({ positions, normals }) => ({
      POSITION: builder.addFloats(positions.slice(from, to), 'VEC3', true),
      ...(attributes.NORMAL !== undefined && { NORMAL: builder.addFloats(normals.slice(from, to), 'VEC3') }),
    })),
  };
}

/** Extensions that the written parts still use; KHR_mesh_quantization has no mark of its own in them. */
function usedExtensions(json: Json, { json: source }: MeshScene): Json {
  const named = new Set<string>(['KHR_mesh_quantization']);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) look(entry);
    else if (isRecord(value)) {
      if (isRecord(value.extensions)) for (const name of Object.keys(value.extensions)) named.add(name);
      for (const entry of Object.values(value)) look(entry);
    }
  };
  for (const list of ['materials', 'textures', 'images', 'samplers'] as const) look(json[list]);
  const still = (list: unknown) => (Array.isArray(list) ? list.filter((name) => named.has(String(name))) : []);
  const used = still(source.extensionsUsed);
  const required = still(source.extensionsRequired);
  return {
    ...(used.length > 0 && { extensionsUsed: used }),
    ...(required.length > 0 && { extensionsRequired: required }),
  };
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function determinant(m: Float64Array): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}
