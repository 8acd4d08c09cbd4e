import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { writeGlb } from '@leib/formats';
import type { BodyModel } from '../shape/bodyModel.js';
import { jointsOfShape, type ShapedBody } from '../shape/shapeBody.js';

/** Numbers as glTF names their types. */
export const FLOAT = 5126;
export const UNSIGNED_BYTE = 5121;
export const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const VERTICES = 34962;
const INDICES = 34963;

type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The binary part of a GLB in the making: arrays are added one after the other and become accessors. */
export class GlbBuffer {
  readonly bufferViews: Record<string, unknown>[] = [];
  readonly accessors: Record<string, unknown>[] = [];
  readonly #chunks: Uint8Array[] = [];
  #byteLength = 0;

  /** Adds an attribute with `width` numbers per vertex; returns its accessor. */
  addVertices(data: Numbers, componentType: number, width: 3 | 4, more: object = {}): number {
    return this.#add(data, { componentType, type: `VEC${width}`, count: data.length / width, ...more }, VERTICES);
  }

  addPositions(positions: Float32Array): number {
    return this.addVertices(positions, FLOAT, 3, boundsOf(positions));
  }

  /** Displacements of which most are zero: only the others are stored. Returns the accessor. */
  addSparse(displacements: Float32Array): number {
    const moving: number[] = [];
    for (let at = 0; at < displacements.length; at += 3) {
      if (displacements[at] !== 0 || displacements[at + 1] !== 0 || displacements[at + 2] !== 0) moving.push(at / 3);
    }
    const values = Float32Array.from(
      { length: moving.length * 3 },
      (_, i) => displacements[moving[Math.floor(i / 3)] * 3 + (i % 3)],
    );
    const accessor = {
      componentType: FLOAT,
      type: 'VEC3',
      count: displacements.length / 3,
      ...boundsOf(displacements),
    };
    const sparse = moving.length > 0 && {
      sparse: {
        count: moving.length,
        indices: { bufferView: this.#addBytes(Uint32Array.from(moving)), componentType: UNSIGNED_INT },
        values: { bufferView: this.#addBytes(values) },
      },
    };
    this.accessors.push({ ...accessor, ...sparse });
    return this.accessors.length - 1;
  }

  addTriangles(triangles: Uint32Array, vertexCount: number): number {
    const isShort = vertexCount <= 65535;
    const componentType = isShort ? UNSIGNED_SHORT : UNSIGNED_INT;
    const data = isShort ? Uint16Array.from(triangles) : triangles;
    return this.#add(data, { componentType, type: 'SCALAR', count: triangles.length }, INDICES);
  }

  /** Matrices that take the T-pose to the space of each joint. */
  addInverseBinds(joints: Float64Array): number {
    const count = joints.length / 3;
    const matrices = new Float32Array(count * 16);
    for (let joint = 0; joint < count; joint++) {
      for (let k = 0; k < 4; k++) matrices[joint * 16 + k * 5] = 1;
      for (let k = 0; k < 3; k++) matrices[joint * 16 + 12 + k] = -joints[joint * 3 + k];
    }
    return this.#add(matrices, { componentType: FLOAT, type: 'MAT4', count });
  }

  /** The file: the given document with this buffer. */
  finish(json: Record<string, unknown>): Uint8Array<ArrayBuffer> {
    const binary = new Uint8Array(this.#byteLength);
    let at = 0;
    for (const chunk of this.#chunks) {
      binary.set(chunk, at);
      at += chunk.length;
    }
    const { accessors, bufferViews } = this;
    const buffers = [{ byteLength: this.#byteLength, uri: undefined }];
    return writeGlb({ json: { ...json, accessors, bufferViews, buffers }, binary });
  }

  #add(data: Numbers, accessor: object, target?: number): number {
    this.accessors.push({ bufferView: this.#addBytes(data, target), ...accessor });
    return this.accessors.length - 1;
  }

  /** Adds a buffer view; returns its number. */
  #addBytes(data: Numbers, target?: number): number {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const padding = (4 - (bytes.length % 4)) % 4;
    const byteLength = bytes.length;
    this.bufferViews.push({ buffer: 0, byteOffset: this.#byteLength, byteLength, ...(target && { target }) });
    this.#chunks.push(bytes, new Uint8Array(padding));
    this.#byteLength += byteLength + padding;
    return this.bufferViews.length - 1;
  }
}

/** Nodes of a body's bones, in the model's order, all unrotated. */
export function boneNodes(model: BodyModel, shaped: ShapedBody): { readonly name: HumanoidBone }[] {
  return jointsOfShape(model, shaped).map(({ offset }, joint) => {
    const children = model.jointNames.flatMap((_, child) => (model.parents[child] === joint ? [child] : []));
    return { name: model.jointNames[joint], translation: offset, ...(children.length > 0 && { children }) };
  });
}

/** 16-bit colours with an alpha of 1. */
export function quantised(colours: Float32Array): Uint16Array {
  const count = colours.length / 3;
  const out = new Uint16Array(count * 4).fill(65535);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < 3; k++) out[row * 4 + k] = Math.round(colours[row * 3 + k] * 65535);
  }
  return out;
}

/** 16-bit weights whose sum is exactly 65535: the rounding error goes to the first, which is the strongest. */
export function quantisedWeights(weights: Float32Array): Uint16Array {
  const out = Uint16Array.from(weights, (weight) => Math.round(weight * 65535));
  for (let at = 0; at < out.length; at += 4) {
    out[at] += 65535 - (out[at] + out[at + 1] + out[at + 2] + out[at + 3]);
  }
  return out;
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

/**
 * VRMC_vrm for a body built from a person's measures. The body depicts that person, so the permissions are the strictest
 * of VRM 1.0: used by its author only, no redistribution, no modification.
 */
export function bodyVrmExtension(
  name: string,
  skeleton: Skeleton,
  jointNames: readonly HumanoidBone[],
  meshNodes: readonly number[],
): Record<string, unknown> {
  return {
    specVersion: '1.0',
    meta: {
      name,
      version: '1',
      authors: ['Leib'],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      avatarPermission: 'onlyAuthor',
      allowExcessivelyViolentUsage: false,
      allowExcessivelySexualUsage: false,
      commercialUsage: 'personalNonProfit',
      allowPoliticalOrReligiousUsage: false,
      allowAntisocialOrHateUsage: false,
      creditNotation: 'unnecessary',
      allowRedistribution: false,
      modification: 'prohibited',
    },
    humanoid: { humanBones: Object.fromEntries(jointNames.map((bone, node) => [bone, { node }])) },
    firstPerson: { meshAnnotations: meshNodes.map((node) => ({ node, type: 'auto' })) },
    lookAt: {
      offsetFromHeadBone: eyesInHead(skeleton),
      type: 'bone',
      rangeMapHorizontalInner: { inputMaxValue: 90, outputScale: 30 },
      rangeMapHorizontalOuter: { inputMaxValue: 90, outputScale: 30 },
      rangeMapVerticalDown: { inputMaxValue: 90, outputScale: 20 },
      rangeMapVerticalUp: { inputMaxValue: 90, outputScale: 20 },
    },
  };
}

/** Middle between the eyes in the head joint's space; a typical offset for skeletons without eyes (SMPL). */
function eyesInHead(skeleton: Skeleton): number[] {
  const left = jointOfBone(skeleton, 'leftEye') * 3;
  const right = jointOfBone(skeleton, 'rightEye') * 3;
  if (left < 0 || right < 0) return [0, 0.06, 0.08];
  return [0, 1, 2].map((axis) => (skeleton.restOffsets[left + axis] + skeleton.restOffsets[right + axis]) / 2);
}
