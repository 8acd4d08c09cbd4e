import { isRecord } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from '../gltf/glb.js';
import { type GltfRecord, gltfEntry } from './gltfAccessor.js';

/** World matrices (column-major, 16 numbers each) of all nodes as the file lays them out. */
export function gltfWorldMatrices(json: GltfJson): Float64Array[] {
  const nodes = Array.isArray(json.nodes) ? (json.nodes as readonly unknown[]) : [];
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((_, i) => {
    const { children } = gltfEntry(json, 'nodes', i, 'nodes');
    if (!Array.isArray(children)) return;
    for (const child of children as readonly unknown[]) {
      gltfEntry(json, 'nodes', child, `nodes[${i}].children`);
      parents[child as number] = i;
    }
  });
  return nodes.map((_, i) => {
    let world = localMatrix(gltfEntry(json, 'nodes', i, 'nodes'), i);
    let steps = 0;
    for (let at = parents[i]; at >= 0; at = parents[at]) {
      if (++steps > nodes.length) throw new FormatError('glTF', `nodes[${i}]`, 'is its own ancestor');
      world = multiply(localMatrix(gltfEntry(json, 'nodes', at, 'nodes'), at), world);
    }
    return world;
  });
}

function localMatrix({ matrix, translation, rotation, scale }: GltfRecord, index: number): Float64Array {
  const path = `nodes[${index}]`;
  if (matrix !== undefined) return Float64Array.from(numbers(matrix, 16, path, 'matrix'));
  const [x, y, z, w] = rotation === undefined ? [0, 0, 0, 1] : numbers(rotation, 4, path, 'rotation');
  const [sx, sy, sz] = scale === undefined ? [1, 1, 1] : numbers(scale, 3, path, 'scale');
  const [tx, ty, tz] = translation === undefined ? [0, 0, 0] : numbers(translation, 3, path, 'translation');
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
