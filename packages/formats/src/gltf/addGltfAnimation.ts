import { isRecord } from '@leib/core';
import { createGlbBuilder } from '../scene/glbBuilder.js';
import { type SceneAnimation, writtenAnimation } from '../scene/sceneAnimation.js';
import { dataUri } from './embedBuffers.js';
import { type GltfJson, looksLikeGlb, readGlb, readGltfJson, writeGlb } from './glb.js';

/** Where a node of a glTF file is in its parent. */
export interface GltfTransform {
  readonly translation: readonly [x: number, y: number, z: number];
  readonly rotation: readonly [x: number, y: number, z: number, w: number];
  readonly scale: readonly [x: number, y: number, z: number];
}

export interface AddAnimationOptions {
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
  const { json, binary } = looksLikeGlb(bytes) ? readGlb(bytes) : { json: readGltfJson(bytes), binary: null };
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
  const whole = new Uint8Array(offset + data.length);
  whole.set(binary);
  whole.set(data, offset);
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
