import { createQuat, isRecord, type Quat, quat } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from '../gltf/glb.js';
import { checkCount, fileLimits } from '../limits/fileLimits.js';
import { type GltfRecord, gltfEntry } from './gltfAccessor.js';

/** Number of the node above each node; -1 for those at the top. */
export function gltfParents(json: GltfJson): Int32Array {
  const nodes = Array.isArray(json.nodes) ? (json.nodes as readonly unknown[]) : [];
  checkCount(nodes.length, fileLimits.nodes, 'glTF', 'nodes', 'nodes');
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((_, i) => {
    const { children } = gltfEntry(json, 'nodes', i, 'nodes');
    if (!Array.isArray(children)) return;
    for (const child of children as readonly unknown[]) {
      gltfEntry(json, 'nodes', child, `nodes[${i}].children`);
      parents[child as number] = i;
    }
  });
  return parents;
}

/** Numbers of all nodes, each after its parent. Throws FormatError where a node is its own ancestor. */
export function parentsFirst(parents: Int32Array): Int32Array {
  const order = new Int32Array(parents.length);
  const isPlaced = new Uint8Array(parents.length);
  let placed = 0;
  const chain: number[] = [];
  for (let node = 0; node < parents.length; node++) {
    for (let at = node; at >= 0 && isPlaced[at] === 0; at = parents[at]) {
      if (chain.length > parents.length) throw new FormatError('glTF', `nodes[${node}]`, 'is its own ancestor');
      chain.push(at);
    }
    while (chain.length > 0) {
      order[placed] = chain.pop() as number;
      isPlaced[order[placed++]] = 1;
    }
  }
  return order;
}

/** World matrices (column-major, 16 numbers each) of all nodes as the file lays them out. */
export function gltfWorldMatrices(json: GltfJson, parents = gltfParents(json)): Float64Array[] {
  const worlds: Float64Array[] = new Array(parents.length);
  for (const node of parentsFirst(parents)) {
    const local = localMatrix(gltfEntry(json, 'nodes', node, 'nodes'), node);
    worlds[node] = parents[node] < 0 ? local : multiply(worlds[parents[node]], local);
  }
  return worlds;
}

/** A matrix in parts; shear is left out. */
export interface MatrixParts {
  readonly translation: readonly number[];
  readonly rotation: Quat;
  readonly scale: readonly number[];
}

/** Where a node is in its parent, in parts; a matrix in the file is taken apart. */
export function localParts(record: GltfRecord, index: number): MatrixParts {
  if (record.matrix !== undefined) return partsOfMatrix(localMatrix(record, index));
  const { translation, rotation, scale } = statedParts(record, index);
  return { translation, rotation: createQuat(...(rotation as [number, number, number, number])), scale };
}

/** A mirroring matrix (its determinant is negative) mirrors along x. */
export function partsOfMatrix(m: Float64Array): MatrixParts {
  const lengths = [0, 4, 8].map((at) => Math.hypot(m[at], m[at + 1], m[at + 2]));
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  const scale = [determinant < 0 ? -lengths[0] : lengths[0], lengths[1], lengths[2]];
  const rotation = createQuat();
  if (lengths.every((length) => length > 0)) {
    const turn = [0, 4, 8].flatMap((at, axis) => [m[at], m[at + 1], m[at + 2]].map((value) => value / scale[axis]));
    quat.fromMat3(rotation, turn as Parameters<typeof quat.fromMat3>[1]);
    quat.normalize(rotation, rotation);
  }
  return { translation: [m[12], m[13], m[14]], rotation, scale };
}

function statedParts({ translation, rotation, scale }: GltfRecord, index: number) {
  const path = `nodes[${index}]`;
  return {
    translation: translation === undefined ? [0, 0, 0] : numbers(translation, 3, path, 'translation'),
    rotation: rotation === undefined ? [0, 0, 0, 1] : numbers(rotation, 4, path, 'rotation'),
    scale: scale === undefined ? [1, 1, 1] : numbers(scale, 3, path, 'scale'),
  };
}

function localMatrix(record: GltfRecord, index: number): Float64Array {
  if (record.matrix !== undefined) {
    return Float64Array.from(numbers(record.matrix, 16, `nodes[${index}]`, 'matrix'));
  }
  const parts = statedParts(record, index);
  const [x, y, z, w] = parts.rotation;
  const [sx, sy, sz] = parts.scale;
  const [tx, ty, tz] = parts.translation;
  return Float64Array.of(
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  );
}

function numbers(value: unknown, count: number, path: string, what: string): readonly number[] {
  const isRight =
    Array.isArray(value) && value.length === count && value.every((v) => typeof v === 'number' && Number.isFinite(v));
  if (!isRight) throw new FormatError('glTF', path, `${what} is not ${count} numbers`);
  return value as readonly number[];
}

export function multiply(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
      out[column * 4 + row] = sum;
    }
  }
  return out;
}

/** Applies an affine matrix to the points from..to of a list, in place. */
export function transformPoints(matrix: Float64Array, points: Float64Array, from: number, to: number): void {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = matrix;
  for (let at = from * 3; at < to * 3; at += 3) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    points[at] = m0 * x + m4 * y + m8 * z + m12;
    points[at + 1] = m1 * x + m5 * y + m9 * z + m13;
    points[at + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}

/** Whether a node of the file shows a mesh. */
export function showsMesh(node: unknown): node is GltfRecord {
  return isRecord(node) && node.mesh !== undefined;
}
