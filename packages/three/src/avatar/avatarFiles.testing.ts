import { readGlb, writeGlb } from '@leib/formats';
import { Matrix4, Vector3 } from 'three';
import { buildTestRig, type TestRigOptions } from '../testing.js';

/** Tests only: the small person of buildTestRig() in the other ways in which files keep avatars. */

/** As much of a test rig's JSON as is changed here. */
export interface RigJson {
  readonly [key: string]: unknown;
  readonly scenes: { nodes: number[] }[];
  readonly nodes: {
    name: string;
    children?: number[];
    mesh?: number;
    skin?: number;
    translation?: number[];
    rotation?: number[];
  }[];
  readonly meshes: object[];
  readonly materials: object[];
  readonly buffers: { byteLength: number; uri?: string }[];
  readonly bufferViews: { byteOffset: number; byteLength: number }[];
  readonly accessors: { bufferView: number; componentType: number; count: number; type: string }[];
}

/** Vertices and indices of the one box that each joint has. */
export const boxSize = { vertices: 8, indices: 36 };

/** The parts of a test rig: one box per joint, all in the file's world. */
export interface RigParts {
  readonly json: RigJson;
  readonly binary: Uint8Array;
  readonly jointCount: number;
  /** jointCount x 8 x 3. */
  readonly positions: Float32Array;
  readonly indices: Uint16Array;
  /** From the file's world to each joint. */
  readonly inverseBinds: readonly Matrix4[];
}

export function rigParts(options: TestRigOptions): RigParts {
  const { json: raw, binary } = readGlb(new Uint8Array(buildTestRig(options)));
  const json = raw as unknown as RigJson;
  if (binary === null) throw new Error('a test rig has a binary chunk');
  const bytesOf = (accessor: number) => {
    const { byteOffset, byteLength } = json.bufferViews[json.accessors[accessor].bufferView];
    return binary.slice(byteOffset, byteOffset + byteLength).buffer;
  };
  // Order of buildTestRig(): positions, colours, joints, weights, indices, inverse bind matrices.
  const matrices = new Float32Array(bytesOf(5));
  const jointCount = json.accessors[5].count;
  return {
    json,
    binary,
    jointCount,
    positions: new Float32Array(bytesOf(0)),
    indices: new Uint16Array(bytesOf(4)).slice(0, jointCount * boxSize.indices),
    inverseBinds: Array.from({ length: jointCount }, (_, joint) => new Matrix4().fromArray(matrices, joint * 16)),
  };
}

/** The person without a skin: each box is a mesh of its joint's own node. */
export function buildRigidRig(options: TestRigOptions): ArrayBuffer {
  const { json, jointCount, positions, indices, inverseBinds } = rigParts(options);
  const vertex = new Vector3();
  const local = new Float32Array(positions.length);
  for (let i = 0; i < positions.length / 3; i++) {
    const joint = Math.floor(i / boxSize.vertices);
    vertex
      .fromArray(positions, i * 3)
      .applyMatrix4(inverseBinds[joint])
      .toArray(local, i * 3);
  }
  const boxIndices = indices.slice(0, boxSize.indices);
  const partBytes = boxSize.vertices * 3 * 4;
  const binary = new Uint8Array(local.byteLength + boxIndices.byteLength);
  binary.set(new Uint8Array(local.buffer));
  binary.set(new Uint8Array(boxIndices.buffer), local.byteLength);
  const parts = Array.from({ length: jointCount }, (_, joint) => joint);
  const bufferViews = [
    ...parts.map((joint) => ({ buffer: 0, byteOffset: joint * partBytes, byteLength: partBytes })),
    { buffer: 0, byteOffset: local.byteLength, byteLength: boxIndices.byteLength },
  ];
  const accessors = [
    ...parts.map((joint) => ({
      bufferView: joint,
      componentType: 5126,
      count: boxSize.vertices,
      type: 'VEC3',
      ...boundsOf(local.subarray(joint * boxSize.vertices * 3, (joint + 1) * boxSize.vertices * 3)),
    })),
    { bufferView: jointCount, componentType: 5123, count: boxSize.indices, type: 'SCALAR' },
  ];
  const { skins, ...rest } = json;
  const rigid = {
    ...rest,
    scenes: [{ nodes: json.scenes[0].nodes.filter((node) => node !== jointCount) }],
    nodes: json.nodes.map((node, i) => (i < jointCount ? { ...node, mesh: i } : { name: node.name })),
    meshes: parts.map((joint) => ({
      primitives: [{ attributes: { POSITION: joint }, indices: jointCount, material: 0 }],
    })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: binary.length }],
  };
  return writeGlb({ json: rigid, binary }).buffer;
}

function boundsOf(values: Float32Array) {
  const axis = (k: number) => values.filter((_, i) => i % 3 === k);
  return { min: [0, 1, 2].map((k) => Math.min(...axis(k))), max: [0, 1, 2].map((k) => Math.max(...axis(k))) };
}

/** A red pixel. */
export const redPixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

/** The person as .gltf with its data and a picture in files beside it, by path. */
export function gltfFiles(options: TestRigOptions): [path: string, bytes: Uint8Array<ArrayBuffer>][] {
  const { json, binary } = rigParts(options);
  const material = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
  const apart = {
    ...json,
    buffers: [{ ...json.buffers[0], uri: 'data%20files/Person.bin' }],
    materials: [material],
    textures: [{ source: 0 }],
    images: [{ uri: './textures/skin.png' }],
  };
  return [
    ['person/person.gltf', new TextEncoder().encode(JSON.stringify(apart))],
    ['person/data files/person.bin', binary.slice()],
    ['person/textures/skin.png', redPixel],
  ];
}
