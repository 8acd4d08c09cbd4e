import { InputError } from '@leib/core';
import { BASE_VERTEX_COUNT, BODY_VERTEX_COUNT } from './targets.ts';

/** The hm08 base mesh: all vertices, and the quads of the visible body. */
export interface BaseMesh {
  /** Decimetres, helpers included. BASE_VERTEX_COUNT x 3. */
  readonly positions: Float64Array;
  /** Body quads, counter-clockwise from outside. quadCount x 4 vertex indices. */
  readonly quads: Uint32Array;
  /** Texture corner of each quad corner. quadCount x 4. */
  readonly quadUvs: Uint32Array;
  /** Texture coordinates, origin at the lower left. uvCount x 2. */
  readonly uvs: Float64Array;
  /** Up to four bones of each vertex and their weights. BASE_VERTEX_COUNT x 4. */
  readonly skinBones: Uint16Array;
  readonly skinWeights: Float64Array;
  /** Name of each bone that skinBones counts. */
  readonly boneNames: readonly string[];
}

/** The used part of three.js's old JSON model format, version 3.1. */
interface ModelFile {
  readonly vertices: readonly number[];
  readonly faces: readonly number[];
  readonly uvs: readonly (readonly number[])[];
  readonly skinIndices: readonly number[];
  readonly skinWeights: readonly number[];
  readonly bones: readonly { readonly name: string }[];
}

/** Face record of that format: type, 4 vertices, material, 4 texture corners; type 11 = quad + material + uv. */
const QUAD_TYPE = 11;
const QUAD_RECORD = 10;

export function readBaseMesh(file: Buffer): BaseMesh {
  const model = JSON.parse(file.toString('utf8')) as ModelFile;
  if (model.vertices.length !== BASE_VERTEX_COUNT * 3) {
    throw new InputError('base mesh', `expected ${BASE_VERTEX_COUNT} vertices, got ${model.vertices.length / 3}`);
  }
  const quads: number[] = [];
  const quadUvs: number[] = [];
  for (let at = 0; at < model.faces.length; at += QUAD_RECORD) {
    if (model.faces[at] !== QUAD_TYPE) {
      throw new InputError(`base mesh, face record at ${at}`, `expected type ${QUAD_TYPE}, got ${model.faces[at]}`);
    }
    const corners = model.faces.slice(at + 1, at + 5);
    if (corners.some((vertex) => vertex >= BODY_VERTEX_COUNT)) continue;
    quads.push(...corners);
    quadUvs.push(...model.faces.slice(at + 6, at + 10));
  }
  return {
    positions: Float64Array.from(model.vertices),
    quads: Uint32Array.from(quads),
    quadUvs: Uint32Array.from(quadUvs),
    uvs: Float64Array.from(model.uvs[0]),
    skinBones: Uint16Array.from(model.skinIndices),
    skinWeights: Float64Array.from(model.skinWeights),
    // The package names each bone after its head joint.
    boneNames: model.bones.map((bone) => bone.name.replace('____head', '')),
  };
}
