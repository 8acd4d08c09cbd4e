import { isRecord } from '@leib/core';
import { gltfBuffers } from '../mesh/gltfAccessor.js';
import { multiply } from '../mesh/gltfNodes.js';
import { createGlbBuilder, type GlbBuilder } from './glbBuilder.js';
import { createKeptData, type KeptData } from './keptData.js';
import { type MeshScene, nameOf, type ScenePart } from './meshScene.js';
import { placedAttributes, placedTargets } from './placedAttributes.js';

/** A skeleton with unrotated bones, and how the vertices of a scene hang on it. */
export interface SceneSkin {
  readonly name: string;
  readonly boneNames: readonly string[];
  /** parents[i] < i, or -1 for the root, which is bone 0. */
  readonly parents: ArrayLike<number>;
  /** Joints in the written file's space. boneCount x 3. */
  readonly joints: ArrayLike<number>;
  /** Four bones and their weights per vertex of the scene; weights of a vertex sum to 1. */
  readonly vertexBones: Uint8Array;
  readonly vertexWeights: Float32Array;
}

/** What the parts of a file become. */
interface Writing {
  readonly scene: MeshScene;
  readonly skin: SceneSkin;
  readonly toWorld: Float64Array;
  readonly builder: GlbBuilder;
  readonly kept: KeptData;
}

type Json = Record<string, unknown>;

/**
 * The scene as GLB with a skeleton and a skin. `toWorld` (affine, column-major) takes the file's space to the written one
 * and is worked into the vertices, so that bones and meshes have no turns and no scales of their own. Materials,
 * textures, texture coordinates, colours and morph targets are kept; cameras, lights, animations and an old skin are not.
 */
export function writeSkinnedScene(scene: MeshScene, toWorld: Float64Array, skin: SceneSkin): Uint8Array<ArrayBuffer> {
  const builder = createGlbBuilder();
  const kept = createKeptData(scene.json, scene.binary, builder);
  const writing: Writing = { scene, skin, toWorld, builder, kept };
  const nodes = [...new Set(scene.parts.map(({ node }) => node))];
  const meshes = nodes.map((node) => writtenMesh(writing, node));
  const boneCount = skin.boneNames.length;
  const inverseBindMatrices = builder.addFloats(inverseBinds(skin.joints, boneCount), 'MAT4');
  const { materials, textures, samplers } = scene.json;
  const images = kept.images();
  const json: Json = {
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ name: skin.name, nodes: [0, ...nodes.map((_, i) => boneCount + i)] }],
    nodes: [
      ...boneNodes(skin),
      ...nodes.map((node, i) => ({ name: meshNodeName(scene, node, skin), mesh: i, skin: 0 })),
    ],
    skins: [
      {
        name: skin.name,
        joints: skin.boneNames.map((_, bone) => bone),
        skeleton: 0,
        inverseBindMatrices,
      },
    ],
    meshes,
    ...(isFilled(materials) && { materials }),
    ...(isFilled(textures) && { textures }),
    ...(isFilled(samplers) && { samplers }),
    ...(isFilled(images) && { images }),
  };
  return builder.write({ ...json, ...usedExtensions(json, scene) });
}

function writtenMesh(writing: Writing, node: number): Json {
  const { scene } = writing;
  const record = (scene.json.nodes as readonly Json[])[node];
  const mesh = (scene.json.meshes as readonly Json[])[record.mesh as number];
  const matrix = multiply(writing.toWorld, scene.worlds[node]);
  const shared = new Map<number, Json>();
  const primitives = scene.parts
    .filter((part) => part.node === node)
    .map((part) => {
      const primitive = (mesh.primitives as readonly Json[])[part.primitive];
      let attributes = shared.get(part.firstVertex);
      if (attributes === undefined) {
        attributes = writtenAttributes(writing, part, primitive, matrix);
        shared.set(part.firstVertex, attributes);
      }
      const targets = Array.isArray(primitive.targets) && record.skin === undefined ? primitive.targets : [];
      return {
        attributes,
        ...writtenIndices(writing, part, primitive, matrix),
        ...(primitive.material !== undefined && { material: primitive.material }),
        ...(targets.length > 0 && {
          targets: placedTargets(targets as readonly Json[], matrix, partContext(writing)),
        }),
      };
    });
  const hasTargets = primitives.some((primitive) => 'targets' in primitive);
  return {
    name: nameOf(mesh) || nameOf(record) || 'mesh',
    primitives,
    ...(hasTargets && mesh.weights !== undefined && { weights: mesh.weights }),
    ...(mesh.extras !== undefined && { extras: mesh.extras }),
  };
}

function partContext({ scene: { json, binary }, builder }: Writing) {
  return { json, buffers: gltfBuffers(json, binary), builder };
}

function writtenAttributes(writing: Writing, part: ScenePart, primitive: Json, matrix: Float64Array): Json {
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
    JOINTS_0: builder.addBytes(skin.vertexBones.slice(first * 4, (first + count) * 4)),
    WEIGHTS_0: builder.addFloats(skin.vertexWeights.slice(first * 4, (first + count) * 4), 'VEC4'),
  };
}

/** Indices as they are; a placement that mirrors turns the triangles round. */
function writtenIndices(
  { scene, builder, kept }: Writing,
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

function boneNodes({ boneNames, parents, joints }: SceneSkin): Json[] {
  return boneNames.map((name, bone) => {
    const parent = parents[bone];
    const translation = [0, 1, 2].map((k) => joints[bone * 3 + k] - (parent < 0 ? 0 : joints[parent * 3 + k]));
    const children = boneNames.flatMap((_, child) => (parents[child] === bone ? [child] : []));
    return { name, translation, ...(children.length > 0 && { children }) };
  });
}

/** A mesh that is called like a bone would be taken for it by programs that look nodes up by name. */
function meshNodeName(scene: MeshScene, node: number, { boneNames }: SceneSkin): string {
  const name = nameOf((scene.json.nodes as readonly Json[])[node]) || `mesh ${node}`;
  return boneNames.includes(name) ? `${name} mesh` : name;
}

function inverseBinds(joints: ArrayLike<number>, count: number): Float32Array {
  const matrices = new Float32Array(count * 16);
  for (let bone = 0; bone < count; bone++) {
    for (let k = 0; k < 4; k++) matrices[bone * 16 + k * 5] = 1;
    for (let k = 0; k < 3; k++) matrices[bone * 16 + 12 + k] = -joints[bone * 3 + k];
  }
  return matrices;
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
