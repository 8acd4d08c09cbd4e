import { writeGlb } from '@leib/formats';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import type { ShapedBody } from '../shape/shapeBody.js';
import { jointsOfShape, skeletonOfShape } from '../shape/skeletonOfShape.js';
import { bodyVrmExtension } from './bodyVrmExtension.js';
import { suitColours } from './suitColours.js';

export interface BodyGlbOptions {
  readonly name: string;
  /** Adds VRM 1.0: bones and permissions. Default false. */
  readonly isVrm?: boolean;
}

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const UNSIGNED_BYTE = 5121;
const VERTICES = 34962;
const INDICES = 34963;

/**
 * A shaped body as GLB: one skinned mesh in a plain suit, and the body's own skeleton with unrotated bones in the T-pose.
 * Vertices keep the model's order.
 */
export function writeBodyGlb(model: BodyModel, shaped: ShapedBody, options: BodyGlbOptions): Uint8Array<ArrayBuffer> {
  const { name, isVrm = false } = options;
  const { vertexCount, triangles, jointNames } = model;
  const raw = jointsOfShape(model, shaped);
  const normals = new Float64Array(vertexCount * 3);
  updateNormals(triangles, shaped.positions, normals);
  const positions = Float32Array.from(shaped.positions);

  const chunks: Uint8Array[] = [];
  const bufferViews: Record<string, unknown>[] = [];
  const accessors: Record<string, unknown>[] = [];
  let byteLength = 0;
  const add = (data: Float32Array | Uint32Array | Uint16Array | Uint8Array, accessor: object, target?: number) => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const padding = (4 - (bytes.length % 4)) % 4;
    bufferViews.push({ buffer: 0, byteOffset: byteLength, byteLength: bytes.length, ...(target && { target }) });
    accessors.push({ bufferView: bufferViews.length - 1, ...accessor });
    chunks.push(bytes, new Uint8Array(padding));
    byteLength += bytes.length + padding;
    return accessors.length - 1;
  };
  const perVertex = (componentType: number, type: string, more: object = {}) => ({
    componentType,
    type,
    count: vertexCount,
    ...more,
  });

  const attributes = {
    POSITION: add(positions, perVertex(FLOAT, 'VEC3', boundsOf(positions)), VERTICES),
    NORMAL: add(Float32Array.from(normals), perVertex(FLOAT, 'VEC3'), VERTICES),
    COLOR_0: add(quantised(suitColours(model), 3), perVertex(UNSIGNED_SHORT, 'VEC4', { normalized: true }), VERTICES),
    JOINTS_0: add(model.skinJoints, perVertex(UNSIGNED_BYTE, 'VEC4'), VERTICES),
    WEIGHTS_0: add(model.skinWeights, perVertex(FLOAT, 'VEC4'), VERTICES),
  };
  const isShort = vertexCount <= 65535;
  const indices = add(
    isShort ? Uint16Array.from(triangles) : triangles,
    { componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT, type: 'SCALAR', count: triangles.length },
    INDICES,
  );
  const inverseBindMatrices = add(inverseBinds(shaped.joints), {
    componentType: FLOAT,
    type: 'MAT4',
    count: jointNames.length,
  });

  const meshNode = jointNames.length;
  const json = {
    asset: { version: '2.0', generator: '@leib/body' },
    scene: 0,
    scenes: [{ name, nodes: [meshNode + 1] }],
    nodes: [
      ...raw.map(({ name: bone, offset }, joint) => {
        const children = jointNames.flatMap((_, child) => (model.parents[child] === joint ? [child] : []));
        return { name: bone, translation: offset, ...(children.length > 0 && { children }) };
      }),
      { name: 'body', mesh: 0, skin: 0 },
      { name, children: [0, meshNode] },
    ],
    skins: [{ name, joints: jointNames.map((_, joint) => joint), skeleton: 0, inverseBindMatrices }],
    materials: [
      {
        name: 'suit',
        pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], metallicFactor: 0, roughnessFactor: 0.8 },
      },
    ],
    meshes: [{ name: 'body', primitives: [{ attributes, indices, material: 0 }] }],
    accessors,
    bufferViews,
    buffers: [{ byteLength, uri: undefined }],
    ...(isVrm && {
      extensionsUsed: ['VRMC_vrm'],
      extensions: { VRMC_vrm: bodyVrmExtension(name, skeletonOfShape(model, shaped), jointNames, meshNode) },
    }),
  };
  return writeGlb({ json, binary: joined(chunks, byteLength) });
}

function joined(chunks: readonly Uint8Array[], byteLength: number): Uint8Array {
  const out = new Uint8Array(byteLength);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** 16-bit colours with an alpha of 1. */
function quantised(colours: Float32Array, width: number): Uint16Array {
  const count = colours.length / width;
  const out = new Uint16Array(count * (width + 1)).fill(65535);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < width; k++) out[row * (width + 1) + k] = Math.round(colours[row * width + k] * 65535);
  }
  return out;
}

function inverseBinds(joints: Float64Array): Float32Array {
  const count = joints.length / 3;
  const matrices = new Float32Array(count * 16);
  for (let joint = 0; joint < count; joint++) {
    for (let k = 0; k < 4; k++) matrices[joint * 16 + k * 5] = 1;
    for (let k = 0; k < 3; k++) matrices[joint * 16 + 12 + k] = -joints[joint * 3 + k];
  }
  return matrices;
}

function boundsOf(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  return { min, max };
}
