import { DataTexture, FloatType, NearestFilter, RedIntegerFormat, RGBAFormat, ShortType } from 'three';
import type { AgentKind } from './agentKind.js';
import type { AgentPart } from './bakeParts.js';

/** Rows of the table for each kind: bones, dofs, segments. Two texels for each bone or dof. */
export const ROWS_PER_KIND = 3;

/** Texels in a row of a morph texture. */
export const MORPH_WIDTH = 2048;

/** Packed numbers as they are: a row of 16-bit integers for each agent. */
export function createStreamTexture(size: number, capacity: number): DataTexture {
  const texture = new DataTexture(new Int16Array(size * capacity), size, capacity, RedIntegerFormat, ShortType);
  texture.internalFormat = 'R16I';
  // Rows have an odd number of 16-bit integers.
  texture.unpackAlignment = 2;
  texture.needsUpdate = true;
  return texture;
}

export function createFloatTexture(values: Float32Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(values, width, height, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/** What the shaders know of each kind: bones with their dofs and boxes. */
export function createKindTable(kinds: readonly AgentKind[]): DataTexture {
  const width = 2 * Math.max(...kinds.map(({ bones }) => Math.max(bones.count, bones.dofs.length)));
  const values = new Float32Array(width * ROWS_PER_KIND * kinds.length * 4);
  kinds.forEach(({ bones, segments }, kind) => {
    const write = (row: number, texel: number, numbers: readonly number[]) =>
      values.set(numbers, ((kind * ROWS_PER_KIND + row) * width + texel) * 4);
    for (let bone = 0; bone < bones.count; bone++) {
      const at = bone * 3;
      const first = bones.firstDofs[bone];
      write(0, 2 * bone, [...bones.restPositions.subarray(at, at + 3), bones.parents[bone]]);
      write(0, 2 * bone + 1, [first, bones.firstDofs[bone + 1] - first, segments.borders[bone], bones.count]);
      write(2, 2 * bone, [...segments.low.subarray(at, at + 3), segments.softness[bone]]);
      write(2, 2 * bone + 1, [...segments.high.subarray(at, at + 3), segments.sideSoftness[bone]]);
    }
    bones.dofs.forEach(({ axis, radiansPerStep, stream, column }, dof) => {
      write(1, 2 * dof, [...axis, radiansPerStep]);
      write(1, 2 * dof + 1, [stream, column, 0, 0]);
    });
  });
  return createFloatTexture(values, width, ROWS_PER_KIND * kinds.length);
}

/** Displacements of a part's morph targets, one texel per vertex, and which parameters move them. */
export function createMorphTextures(part: AgentPart): { readonly morphs: DataTexture; readonly binds: DataTexture } {
  const { vertexCount, morphs, faceBinds } = part;
  const height = Math.ceil((vertexCount * morphs.length) / MORPH_WIDTH);
  const values = new Float32Array(MORPH_WIDTH * height * 4);
  morphs.forEach((morph, m) => {
    for (let i = 0; i < vertexCount; i++) {
      values.set(morph.subarray(i * 3, i * 3 + 3), (m * vertexCount + i) * 4);
    }
  });
  const binds = faceBinds.flatMap(({ column, morph, weight }) => [column, morph * vertexCount, weight, 0]);
  return {
    morphs: createFloatTexture(values, MORPH_WIDTH, height),
    binds: createFloatTexture(Float32Array.from(binds), faceBinds.length, 1),
  };
}
