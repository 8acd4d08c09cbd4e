import { describeValue } from '@leib/core';
import { FormatError } from '../formatError.js';
import type { GltfJson } from '../gltf/glb.js';
import { type GltfBuffers, type GltfRecord, gltfEntry, readGltfAccessor } from './gltfAccessor.js';
import { multiply, transformPoints } from './gltfNodes.js';
import { type createGrowingUint32, pushUint32 } from './mesh.js';

/** A file's nodes, and where they stand. */
export interface SceneAtRest {
  readonly json: GltfJson;
  readonly buffers: GltfBuffers;
  /** World matrix of each node, column-major. */
  readonly worlds: readonly Float64Array[];
}

/** Every vertex by its bones as they stand in the file; its node's own place does not count (specification 3.7.3.3). */
export function skinAtRest(
  { json, buffers, worlds }: SceneAtRest,
  skinIndex: unknown,
  { JOINTS_0: jointsIndex, WEIGHTS_0: weightsIndex }: GltfRecord,
  positions: Float64Array,
  where: string,
): void {
  const skin = gltfEntry(json, 'skins', skinIndex, where);
  const joints = Array.isArray(skin.joints) ? (skin.joints as readonly unknown[]) : [];
  const inverseBind =
    skin.inverseBindMatrices === undefined
      ? null
      : readGltfAccessor(json, buffers, skin.inverseBindMatrices, 'MAT4', 'a skin');
  buffers.takeNumbers(joints.length * 16, where);
  const matrices = joints.map((joint, j) => {
    gltfEntry(json, 'nodes', joint, 'a skin');
    const world = worlds[joint as number];
    return inverseBind === null || inverseBind.length < (j + 1) * 16
      ? world
      : multiply(world, inverseBind.slice(j * 16, j * 16 + 16));
  });
  const vertexJoints = readGltfAccessor(json, buffers, jointsIndex, 'VEC4', where);
  const vertexWeights = readGltfAccessor(json, buffers, weightsIndex, 'VEC4', where);
  if (vertexJoints.length * 3 !== positions.length * 4 || vertexWeights.length !== vertexJoints.length) {
    throw new FormatError('glTF', where, 'has not as many bone weights as vertices');
  }
  const blended = new Float64Array(16);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    blended.fill(0);
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      const weight = vertexWeights[vertex * 4 + k];
      if (weight === 0) continue;
      const matrix = matrices[vertexJoints[vertex * 4 + k]];
      if (matrix === undefined) {
        throw new FormatError('glTF', where, `vertex ${vertex} hangs on bone ${vertexJoints[vertex * 4 + k]}`);
      }
      sum += weight;
      for (let m = 0; m < 16; m++) blended[m] += weight * matrix[m];
    }
    if (!(sum > 0)) continue;
    for (let m = 0; m < 16; m++) blended[m] /= sum;
    transformPoints(blended, positions, vertex, vertex + 1);
  }
}

/** Corners of a primitive: vertex numbers from 0. One without indices shows its vertices in their order. */
export function readCorners(
  { json, buffers }: Pick<SceneAtRest, 'json' | 'buffers'>,
  index: unknown,
  vertexCount: number,
  where: string,
): Float64Array {
  if (index === undefined) {
    buffers.takeNumbers(vertexCount, where);
    return Float64Array.from({ length: vertexCount }, (_, k) => k);
  }
  const corners = readGltfAccessor(json, buffers, index, 'SCALAR', where);
  for (const corner of corners) {
    if (corner < vertexCount && Number.isInteger(corner)) continue;
    throw new FormatError('glTF', where, `expected a vertex from 0 to ${vertexCount - 1}, got ${corner}`);
  }
  return corners;
}

/** Triangles of a primitive by its mode; points and lines have none. */
export function pushTriangles(
  indices: Float64Array,
  first: number,
  mode: unknown,
  where: string,
  triangles: ReturnType<typeof createGrowingUint32>,
): void {
  const push = (a: number, b: number, c: number) => {
    pushUint32(triangles, first + indices[a]);
    pushUint32(triangles, first + indices[b]);
    pushUint32(triangles, first + indices[c]);
  };
  switch (mode) {
    case 4:
      if (indices.length % 3 !== 0) throw new FormatError('glTF', where, `${indices.length} corners of triangles`);
      for (let k = 0; k < indices.length; k += 3) push(k, k + 1, k + 2);
      return;
    case 5:
      for (let k = 2; k < indices.length; k++) push(k - 2, k % 2 === 0 ? k - 1 : k, k % 2 === 0 ? k : k - 1);
      return;
    case 6:
      for (let k = 2; k < indices.length; k++) push(0, k - 1, k);
      return;
    default:
      // Points and lines have no surface.
      if (mode === 0 || mode === 1 || mode === 2 || mode === 3) return;
      throw new FormatError('glTF', where, `expected a mode from 0 to 6, got ${describeValue(mode)}`);
  }
}
