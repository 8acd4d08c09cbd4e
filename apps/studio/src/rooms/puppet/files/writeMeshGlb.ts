import { writeGlb } from '@leib/formats';
import type { PuppetMesh } from '@leib/puppet';

/** A mesh that code made as GLB: one node, its vertices and triangles in their order, with its colours. */
export function writeMeshGlb({ vertexPositions, vertexTriangles, colours }: PuppetMesh, name: string) {
  const positions = Float32Array.from(vertexPositions);
  const linear = colours && Float32Array.from(colours, toLinear);
  const pieces = [positions, Uint32Array.from(vertexTriangles), ...(linear ? [linear] : [])];
  const binary = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  const bufferViews = pieces.map(({ buffer, byteLength }) => {
    binary.set(new Uint8Array(buffer), offset);
    offset += byteLength;
    return { buffer: 0, byteOffset: offset - byteLength, byteLength };
  });
  const [min, max] = boundsOf(positions);
  const points = { componentType: 5126, count: positions.length / 3, type: 'VEC3' };
  const attributes = { POSITION: 0, ...(linear && { COLOR_0: 2 }) };
  const json = {
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.72 } }],
    meshes: [{ name, primitives: [{ attributes, indices: 1, material: 0 }] }],
    accessors: [
      { bufferView: 0, ...points, min, max },
      { bufferView: 1, componentType: 5125, count: vertexTriangles.length, type: 'SCALAR' },
      ...(linear ? [{ bufferView: 2, ...points }] : []),
    ],
    bufferViews,
    buffers: [{ byteLength: binary.length, uri: undefined }],
  };
  return writeGlb({ json, binary });
}

function boundsOf(positions: Float32Array): readonly [number[], number[]] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  });
  return [min, max];
}

/** sRGB as in the mesh -> linear as in glTF. */
function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
