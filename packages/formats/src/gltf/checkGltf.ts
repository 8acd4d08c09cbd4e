import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { gltfParents, parentsFirst } from '../mesh/gltfNodes.js';
import { checkPackedParts } from './checkPackedParts.js';
import type { GltfJson } from './glb.js';
import {
  indexOf,
  label,
  listOf,
  mapOf,
  number,
  numbers,
  oneOf,
  type Rule,
  record,
  refuseValue,
  text,
  whole,
} from './gltfRules.js';

const componentBytes: ReadonlyMap<unknown, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
const componentCounts: ReadonlyMap<unknown, number> = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
]);
const componentType = oneOf(5120, 5121, 5122, 5123, 5125, 5126);
const sparsePart = { 'bufferView!': indexOf('bufferViews'), byteOffset: whole };
const packedView = record({
  'buffer!': indexOf('buffers'),
  byteOffset: whole,
  'byteLength!': whole,
  'byteStride!': whole,
  'count!': whole,
  'mode!': text,
  filter: text,
});
const primitive = record({
  'attributes!': mapOf(indexOf('accessors')),
  indices: indexOf('accessors'),
  material: indexOf('materials'),
  mode: oneOf(0, 1, 2, 3, 4, 5, 6),
  targets: listOf(mapOf(indexOf('accessors'))),
  extensions: record({
    KHR_draco_mesh_compression: record({ 'bufferView!': indexOf('bufferViews'), 'attributes!': mapOf(whole) }),
  }),
});

/** Textures stand under keys of many names, in the material and in its extensions: ".*Texture": { index, texCoord }. */
const textures: Rule = (value, path, json) => {
  if (Array.isArray(value)) return;
  if (!isRecord(value)) return;
  for (const [key, each] of Object.entries(value)) {
    if (!isRecord(each)) continue;
    const inside = `${path}.${key.slice(0, 40)}`;
    if (/texture$/i.test(key))
      record({ 'index!': indexOf('textures'), texCoord: whole, scale: number })(each, inside, json);
    else if (/^(extensions|pbrMetallicRoughness|KHR_|EXT_)/.test(key)) textures(each, inside, json);
  }
};

/** What the glTF 2.0 specification (chapter 5) prescribes, as far as models are made of it. Unknown keys are left alone. */
const gltfRule = record({
  extensionsUsed: listOf(text),
  extensionsRequired: listOf(text),
  extensions: mapOf(() => {}),
  scene: indexOf('scenes'),
  scenes: listOf(record({ name: label, nodes: listOf(indexOf('nodes')) })),
  nodes: listOf(
    record({
      name: label,
      children: listOf(indexOf('nodes')),
      mesh: indexOf('meshes'),
      skin: indexOf('skins'),
      camera: indexOf('cameras'),
      matrix: numbers(16),
      translation: numbers(3),
      rotation: numbers(4),
      scale: numbers(3),
      weights: numbers(),
      extensions: mapOf(() => {}),
    }),
  ),
  meshes: listOf(record({ name: label, 'primitives!': listOf(primitive), weights: numbers() })),
  skins: listOf(
    record({
      name: label,
      'joints!': listOf(indexOf('nodes')),
      inverseBindMatrices: indexOf('accessors'),
      skeleton: indexOf('nodes'),
    }),
  ),
  accessors: listOf(
    record({
      bufferView: indexOf('bufferViews'),
      byteOffset: whole,
      'componentType!': componentType,
      'count!': whole,
      'type!': oneOf(...(componentCounts.keys() as Iterable<string>)),
      min: listOf(number),
      max: listOf(number),
      sparse: record({
        'count!': whole,
        'indices!': record({ ...sparsePart, 'componentType!': componentType }),
        'values!': record(sparsePart),
      }),
    }),
  ),
  bufferViews: listOf(
    record({
      'buffer!': indexOf('buffers'),
      byteOffset: whole,
      'byteLength!': whole,
      byteStride: whole,
      extensions: record({ EXT_meshopt_compression: packedView, KHR_meshopt_compression: packedView }),
    }),
  ),
  buffers: listOf(record({ 'byteLength!': whole, uri: text })),
  images: listOf(record({ uri: text, bufferView: indexOf('bufferViews'), mimeType: text, name: text })),
  samplers: listOf(record({ magFilter: whole, minFilter: whole, wrapS: whole, wrapT: whole })),
  textures: listOf(
    record({
      name: text,
      source: indexOf('images'),
      sampler: indexOf('samplers'),
      extensions: record({
        KHR_texture_basisu: record({ 'source!': indexOf('images') }),
        EXT_texture_webp: record({ 'source!': indexOf('images') }),
        EXT_texture_avif: record({ 'source!': indexOf('images') }),
      }),
    }),
  ),
  materials: listOf((value, path, json) => {
    record({
      name: text,
      alphaMode: text,
      alphaCutoff: number,
      emissiveFactor: numbers(3),
      pbrMetallicRoughness: record({ baseColorFactor: numbers(4), metallicFactor: number, roughnessFactor: number }),
      extensions: mapOf(() => {}),
    })(value, path, json);
    textures(value, path, json);
  }),
  animations: listOf(
    record({
      name: text,
      'channels!': listOf(record({ 'sampler!': whole, 'target!': record({ node: indexOf('nodes'), path: text }) })),
      'samplers!': listOf(
        record({ 'input!': indexOf('accessors'), 'output!': indexOf('accessors'), interpolation: text }),
      ),
    }),
  ),
});

type Entry = Readonly<Record<string, unknown>>;

/**
 * Checks a glTF's JSON before a loader makes a model of it: types and numbers of entries, places in the data, that no node is
 * its own ancestor, that it does not become more than fileLimits allow, and what pictures and Draco data inside of it announce.
 * `binary` is a GLB's second part; null where there is none. Throws FormatError with place and reason.
 */
export function checkGltf(json: GltfJson, binary: Uint8Array | null): void {
  gltfRule(json, '', json);
  checkLevels(gltfParents(json));
  const bufferBytes = entries(json, 'buffers').map(({ byteLength, uri }, i) =>
    i === 0 && uri === undefined && binary !== null ? binary.length : (byteLength as number),
  );
  const dataBytes = bufferBytes.reduce((sum, bytes) => sum + bytes, 0);
  checkViews(json, bufferBytes);
  checkAccessors(json, mostNumbers(dataBytes));
  checkAnimations(json);
  checkShownVertices(json, mostNumbers(dataBytes));
  checkShownParts(json);
  checkPackedParts(json, binary);
}

/** Loaders go down from node to node by calls, which end somewhere. */
function checkLevels(parents: Int32Array): void {
  const levels = new Int32Array(parents.length);
  for (const node of parentsFirst(parents)) {
    levels[node] = parents[node] < 0 ? 1 : levels[parents[node]] + 1;
    checkCount(levels[node], fileLimits.nodeLevels, 'glTF', `nodes[${node}]`, 'levels of nodes');
  }
}

function entries(json: GltfJson, list: string): readonly Entry[] {
  return (json[list] ?? []) as readonly Entry[];
}

function checkViews(json: GltfJson, bufferBytes: readonly number[]): void {
  let unpackedBytes = 0;
  for (const [i, view] of entries(json, 'bufferViews').entries()) {
    const extensions = (view.extensions ?? {}) as Readonly<Record<string, Entry>>;
    const packed = extensions.EXT_meshopt_compression ?? extensions.KHR_meshopt_compression;
    if (packed !== undefined) unpackedBytes += (packed.count as number) * (packed.byteStride as number);
    // The view of packed data has no bytes of its own.
    const { buffer, byteOffset = 0, byteLength } = packed ?? view;
    const end = (byteOffset as number) + (byteLength as number);
    const bytes = bufferBytes[buffer as number];
    if (end > bytes)
      throw new FormatError('glTF', `bufferViews[${i}]`, `expected it to end at byte ${bytes}, got ${end}`);
  }
  const most =
    fileLimits.moreUnpackedBytes + fileLimits.unpackRatio * bufferBytes.reduce((sum, bytes) => sum + bytes, 0);
  checkCount(unpackedBytes, most, 'glTF', 'bufferViews', 'bytes when unpacked');
}

function checkAccessors(json: GltfJson, mostMadeUp: number): void {
  const views = entries(json, 'bufferViews');
  let madeUp = 0;
  for (const [i, accessor] of entries(json, 'accessors').entries()) {
    const count = accessor.count as number;
    const width = componentCounts.get(accessor.type) ?? 1;
    const elementBytes = width * (componentBytes.get(accessor.componentType) ?? 1);
    const sparse = accessor.sparse as (Entry & { readonly indices: Entry; readonly values: Entry }) | undefined;
    if (accessor.bufferView === undefined || sparse !== undefined) madeUp += count * width;
    const path = `accessors[${i}]`;
    if (accessor.bufferView !== undefined) checkFits(views, accessor, count, elementBytes, path);
    if (sparse === undefined) continue;
    const changed = sparse.count as number;
    const indexBytes = componentBytes.get(sparse.indices.componentType) ?? 1;
    checkFits(views, sparse.indices, changed, indexBytes, `${path}.sparse.indices`);
    checkFits(views, sparse.values, changed, elementBytes, `${path}.sparse.values`);
  }
  checkCount(madeUp, mostMadeUp, 'glTF', 'accessors', 'numbers that only sparse entries fill');
}

function checkFits(views: readonly Entry[], part: Entry, count: number, elementBytes: number, path: string): void {
  const { byteStride, byteLength } = views[part.bufferView as number];
  const stride = Math.max((byteStride as number | undefined) ?? elementBytes, 1);
  const end = count === 0 ? 0 : ((part.byteOffset as number | undefined) ?? 0) + (count - 1) * stride + elementBytes;
  if (end <= (byteLength as number)) return;
  const reason = `expected ${byteLength} bytes of its bufferView at most, got ${end} for ${count} entries`;
  throw new FormatError('glTF', path, reason);
}

function checkAnimations(json: GltfJson): void {
  for (const [i, { channels, samplers }] of entries(json, 'animations').entries()) {
    const samplerCount = (samplers as readonly Entry[]).length;
    for (const [k, { sampler }] of (channels as readonly Entry[]).entries()) {
      if ((sampler as number) < samplerCount) continue;
      throw refuseValue(`animations[${i}].channels[${k}].sampler`, `one of the ${samplerCount} samplers`, sampler);
    }
  }
}

/** Vertices and corners of all meshes, as often as nodes show them, with their morph targets: what is computed and drawn. */
function checkShownVertices(json: GltfJson, most: number): void {
  const accessors = entries(json, 'accessors');
  const countOf = (index: unknown) => (index === undefined ? 0 : (accessors[index as number].count as number));
  const sizes = entries(json, 'meshes').map(({ primitives }) =>
    (primitives as readonly Entry[]).reduce((sum, { attributes, indices, targets }) => {
      const targetCount = ((targets ?? []) as readonly unknown[]).length;
      return sum + countOf((attributes as Entry).POSITION) * (1 + targetCount) + countOf(indices);
    }, 0),
  );
  const shown = entries(json, 'nodes').reduce(
    (sum, { mesh }) => sum + (mesh === undefined ? 0 : sizes[mesh as number]),
    0,
  );
  checkCount(shown, Math.floor(most / 3), 'glTF', 'nodes', 'vertices that its nodes show');
}

/** Nodes of scenes, parts of meshes and joints of skins, as often as they are there: each is an object, or a matrix, of its own. */
function checkShownParts(json: GltfJson): void {
  const parts = entries(json, 'meshes').map(({ primitives }) => (primitives as readonly Entry[]).length);
  const joints = entries(json, 'skins').map((skin) => (skin.joints as readonly unknown[]).length);
  const scenes = entries(json, 'scenes');
  // Loaders make all of them, and go through their nodes.
  checkCount(scenes.length, fileLimits.scenes, 'glTF', '', 'scenes');
  for (const [i, { nodes = [] }] of scenes.entries()) {
    const list = nodes as readonly unknown[];
    if (new Set(list).size !== list.length) throw new FormatError('glTF', `scenes[${i}].nodes`, 'has a node twice');
  }
  let [partCount, jointCount] = [0, 0];
  for (const { mesh, skin } of entries(json, 'nodes')) {
    if (mesh !== undefined) partCount += parts[mesh as number];
    if (skin !== undefined) jointCount += joints[skin as number];
  }
  checkCount(partCount, fileLimits.shownParts, 'glTF', 'nodes', 'parts of meshes that its nodes show');
  checkCount(jointCount, fileLimits.shownJoints, 'glTF', 'nodes', 'joints of the skins that its nodes have');
}
