import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import { joinBytes, toBase64 } from '../io/bytes.js';
import { createGlbBuilder, type GlbBuilder } from '../scene/glbBuilder.js';
import { type GltfJson, looksLikeGlb, readGltf, readGltfJson, withGltfJson, writeGlb } from './glb.js';

/** Where a node of a glTF file is in its parent. */
export interface GltfTransform {
  readonly translation: readonly [x: number, y: number, z: number];
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
  readonly scale: readonly [x: number, y: number, z: number];
}

interface AddAnimationOptions {
  /** Transforms at rest of nodes by number. glTF lets only nodes move that are not given as a matrix: these replace one. */
  readonly restOfNode?: ReadonlyMap<number, GltfTransform>;
  /** Turns, scales and moves the whole scene, by a node above all others. Absent: it stays where it is. */
  readonly placement?: GltfTransform;
}

type Entries = readonly Record<string, unknown>[];

interface AppendedData {
  readonly buffers: Entries;
  /** The binary part with the data; as it was where the data is in a buffer of its own. */
  readonly whole: Uint8Array | null;
  readonly bufferNumber: number;
  /** Of the data in its buffer. */
  readonly offset: number;
}

/**
 * A GLB file, or a glTF file with its data inside, with one more animation, as GLB. The animation is the first in the list;
 * everything else stays: meshes, skins, materials, pictures, extensions, other animations. The new data is put behind the
 * file's own.
 */
export function addGltfAnimation(
  bytes: Uint8Array,
  animation: SceneAnimation,
  { restOfNode = new Map(), placement }: AddAnimationOptions = {},
): Uint8Array<ArrayBuffer> {
  const { json, binary } = readGltf(bytes);
  const builder = createGlbBuilder();
  const written = writtenAnimation(animation, builder);
  const accessorCount = entriesOf(json.accessors).length;
  const viewCount = entriesOf(json.bufferViews).length;
  const { buffers, whole, bufferNumber, offset } = appendData(json, binary, builder.bytes());
  const samplers = written.samplers.map((sampler) => ({
    ...sampler,
    input: sampler.input + accessorCount,
    output: sampler.output + accessorCount,
  }));
  const nodes = entriesOf(json.nodes).map((node, number) => {
    const rest = restOfNode.get(number);
    const { matrix, ...others } = node;
    return matrix !== undefined && rest ? { ...others, ...rest } : node;
  });
  const changed: GltfJson = {
    ...json,
    nodes,
    accessors: [
      ...entriesOf(json.accessors),
      ...builder.accessors.map((each) => ({ ...each, bufferView: Number(each.bufferView) + viewCount })),
    ],
    bufferViews: [
      ...entriesOf(json.bufferViews),
      ...builder.bufferViews.map((view) => ({
        ...view,
        buffer: bufferNumber,
        byteOffset: Number(view.byteOffset) + offset,
      })),
    ],
    buffers,
    animations: [{ ...written, samplers }, ...entriesOf(json.animations)],
  };
  return writeGlb({ json: placement ? placeScene(changed, placement) : changed, binary: whole });
}

/** Behind the binary part of a GLB; in a buffer of its own where the file has no binary part. */
function appendData(json: GltfJson, binary: Uint8Array | null, data: Uint8Array): AppendedData {
  const buffers: Entries = entriesOf(json.buffers);
  const [first] = buffers;
  if (binary === null || first === undefined || first.uri !== undefined) {
    const own = { byteLength: data.length, uri: dataUri(data) };
    return { buffers: [...buffers, own], whole: binary, bufferNumber: buffers.length, offset: 0 };
  }
  const offset = Math.ceil(binary.length / 4) * 4;
  const whole = joinBytes([binary, new Uint8Array(offset - binary.length), data]);
  const longer = { ...first, byteLength: whole.length };
  return { buffers: [longer, ...buffers.slice(1)], whole, bufferNumber: 0, offset };
}

/** Hangs all of the shown scene onto one more node. */
function placeScene(json: GltfJson, placement: GltfTransform): GltfJson {
  const shown = typeof json.scene === 'number' ? json.scene : 0;
  const nodes = entriesOf(json.nodes);
  const scenes = entriesOf(json.scenes);
  const children = scenes[shown]?.nodes;
  if (!Array.isArray(children) || children.length === 0) return json;
  return {
    ...json,
    nodes: [...nodes, { name: 'placement', children, ...placement }],
    scenes: scenes.map((scene, number) => (number === shown ? { ...scene, nodes: [nodes.length] } : scene)),
  };
}

function entriesOf(list: unknown): Entries {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/**
 * A glTF whose data lies in files beside it (model.gltf, model.bin) as one file. `readBeside` gets a name relative to the
 * glTF. Other bytes, and glTF with all of its data inside, come back as they are. Textures stay outside.
 */
export async function embedGltfBuffers(
  bytes: Uint8Array,
  readBeside: (name: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (looksLikeGlb(bytes) || !looksLikeJson(bytes)) return bytes;
  const json = readGltfJson(bytes);
  const buffers = Array.isArray(json.buffers) ? json.buffers : [];
  if (!buffers.some(isOutside)) return bytes;
  const embedded = await Promise.all(
    buffers.map(async (buffer, i) => {
      if (!isOutside(buffer)) return buffer;
      return { ...buffer, uri: dataUri(await readBeside(nameOf(buffer.uri, i))) };
    }),
  );
  return withGltfJson(bytes, { ...json, buffers: embedded });
}

/** `{` after blanks and a byte order mark. */
function looksLikeJson(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  return start.trimStart().startsWith('{');
}

function isOutside(buffer: unknown): buffer is { readonly uri: string } {
  return isRecord(buffer) && typeof buffer.uri === 'string' && !buffer.uri.startsWith('data:');
}

/** Only names of files beside the glTF or below it: a stranger's model does not read other files, nor the network. */
function nameOf(uri: string, index: number): string {
  const name = decoded(uri);
  if (name !== null && name !== '' && !/^[a-z][a-z0-9+.-]*:|^[\\/]|(^|[\\/])\.\.([\\/]|$)/i.test(name)) return name;
  const reason = `expected the name of a file beside it, got "${uri.slice(0, 60)}"`;
  throw new FormatError('glTF', `buffers[${index}].uri`, reason);
}

function decoded(uri: string): string | null {
  try {
    return decodeURIComponent(uri);
  } catch {
    return null;
  }
}

/** Bytes as an address that holds them. */
export function dataUri(bytes: Uint8Array): string {
  return `data:application/octet-stream;base64,${toBase64(bytes)}`;
}

/** Keys of one property; where several nodes move alike they share them. */
export interface AnimationTrack {
  readonly nodes: readonly number[];
  readonly path: 'translation' | 'rotation' | 'weights';
  /** Numbers of every key, one after the other. */
  readonly values: Float32Array;
}

/** A glTF animation with straight ways between its keys. */
export interface SceneAnimation {
  readonly name: string;
  /** Of the keys, seconds, rising from 0. */
  readonly times: Float32Array;
  readonly tracks: readonly AnimationTrack[];
}

const types = { translation: 'VEC3', rotation: 'VEC4', weights: 'SCALAR' } as const;

/** An entry of glTF's `animations`. */
export function writtenAnimation({ name, times, tracks }: SceneAnimation, builder: GlbBuilder) {
  const input = builder.addKeys(times, 'SCALAR', true);
  return {
    name,
    samplers: tracks.map(({ path, values }) => ({
      input,
      output: builder.addKeys(values, types[path]),
      interpolation: 'LINEAR',
    })),
    channels: tracks.flatMap(({ nodes, path }, sampler) => nodes.map((node) => ({ sampler, target: { node, path } }))),
  };
}
